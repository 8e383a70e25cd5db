import type { ActionsBlock } from '@slack/types'
import { actions } from '../../kit/ids.ts'
import { fitMessage } from '../../kit/limits.ts'
import { button, buttons } from '../../kit/buttons.ts'
import { line, message, type Message, user } from '../../kit/message.ts'

/** `run`: the look-up command as typed. */
export const withShare = (answer: Message, run: string): Message => {
  const share = button(actions.share, 'Share to channel', { value: run })
  const last = answer.blocks.at(-1)
  if (!share) return answer
  if (last?.type !== 'actions' || last.elements.length >= 5)
    return { ...answer, blocks: [...answer.blocks, ...buttons(share).blocks] }
  return {
    ...answer,
    blocks: [...answer.blocks.slice(0, -1), { ...last, elements: [...last.elements, share] }],
  }
}

const isShare = (element: ActionsBlock['elements'][number]): boolean =>
  'action_id' in element && element.action_id === actions.share

/** Refusals have no *Share* button, so they stay private. */
export const mayBeShared = ({ blocks }: Message): boolean =>
  blocks.some((block) => block.type === 'actions' && block.elements.some(isShare))

const withoutShare = (blocks: Message['blocks']): Message['blocks'] =>
  blocks
    .map((block) =>
      block.type === 'actions'
        ? { ...block, elements: block.elements.filter((element) => !isShare(element)) }
        : block,
    )
    .filter((block) => block.type !== 'actions' || block.elements.length > 0)

export const shared = (answer: Message, by: string): Message => {
  const who = message(line('Shared by ', user(by)))
  return fitMessage({
    text: `${who.text}\n${answer.text}`,
    blocks: [...who.blocks, ...withoutShare(answer.blocks)],
  })
}
