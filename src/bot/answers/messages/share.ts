import type { ActionsBlock } from '@slack/types'
import { actions } from '../../kit/ids.ts'
import { fitMessage } from '../../kit/limits.ts'
import { button, buttons } from '../../kit/buttons.ts'
import { line, message, type Message, user, channel as channelSpan, type Inline } from '../../kit/message.ts'
import { capital, listed } from '../../kit/words.ts'

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

export interface ReadersFacts {
  channel: string
  /** Names of the other organizations in the channel. */
  organizations: readonly string[]
  /** People of organizations whose names Slack does not say, or who were only invited. */
  strangers: boolean
  guests: boolean
  /** Slack did not say who reads it. */
  unknown: boolean
}

/** `people from Acme Corp and guests`. Undefined if only the team reads it, or Slack did not say. */
const outsideReaders = ({ organizations, strangers, guests }: ReadersFacts): string | undefined => {
  const from = [...organizations, ...(strangers ? ['another organization'] : [])]
  const groups = [...(from.length > 0 ? [`people from ${listed(from)}`] : []), ...(guests ? ['guests'] : [])]
  return groups.length > 0 ? listed(groups) : undefined
}

/** `People from Acme Corp read #acme-shared.` */
export const whoReads = (readers: ReadersFacts): Inline[] => {
  const people = outsideReaders(readers)
  const channel = channelSpan(readers.channel)
  if (people !== undefined) return [`${capital(people)} read `, channel, '.']
  return readers.unknown
    ? ['Slack doesn’t say who reads ', channel, '. It may be people from outside.']
    : ['Only your team reads ', channel, '.']
}
