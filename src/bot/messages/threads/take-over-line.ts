import { actions } from '../kit/ids.ts'
import { button, buttons } from '../kit/buttons.ts'
import { bold, line, type Message, message } from '../kit/message.ts'
import { count } from '../kit/words.ts'

export interface TakeOverFacts {
  id: number
  taskName: string
  state: 'sending' | 'stopped' | 'done'
  total: number
  done: number
  failed: number
}

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
