import { z } from 'zod'
import { numbers, text } from '../facts.ts'
import { actions } from '../kit/ids.ts'
import { button, buttons } from '../kit/buttons.ts'
import { bold, line, type Message, message } from '../kit/message.ts'
import { count } from '../kit/words.ts'

export const takeOverSchema = z.object({
  taskName: text,
  state: z.enum(['sending', 'stopped', 'done']),
  ...numbers('id', 'total', 'done', 'failed'),
})
export type TakeOverFacts = z.output<typeof takeOverSchema>

/** In the thread: how far it is, and what came of it. */
export const takeOverLine = (facts: TakeOverFacts): Message => {
  const { id, state, total, done, failed } = facts
  const task = bold(facts.taskName)
  const earlier = count(total, 'earlier message')
  const soFar = `${done.toLocaleString('en-US')} of ${earlier}`
  return message(
    state === 'sending'
      ? line(
          'Importing earlier messages: ',
          soFar,
          done === 1 ? ' is a comment on ' : ' are comments on ',
          task,
          '.',
        )
      : line(
          state === 'stopped' && 'Stopped: ',
          soFar,
          done === 1 ? ' is a comment on ' : ' are comments on ',
          task,
          state === 'stopped' ? '. The others stay in Slack.' : '.',
        ),
    failed > 0 &&
      `${failed.toLocaleString('en-US')} ${failed === 1 ? 'wasn’t' : 'weren’t'} imported; ${failed === 1 ? 'it’s' : 'each is'} marked ⚠️. Try again with Sync thread with a task in a message’s menu.`,
    state === 'sending' && buttons(button(actions.stopTakeOver, 'Stop', { value: String(id) })),
  )
}
