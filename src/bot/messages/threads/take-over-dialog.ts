import type { ModalView } from '@slack/types'
import { z } from 'zod'
import { startOf } from '../../../contract/text/start-of.ts'
import { callbacks } from '../kit/ids.ts'
import { bold, line, link, message, name, note, when } from '../kit/message.ts'
import { modal } from '../kit/modal.ts'
import { oneLine } from '../kit/spans.ts'
import { count } from '../kit/words.ts'
import { syncMetadata } from './sync-dialog.ts'
import { type SyncedFacts, whoReads } from './thread-synced.ts'

export const takeOverMetadata = syncMetadata.extend({ taskUuid: z.string() })

export interface TakeOverPreviewFacts extends SyncedFacts {
  channel: string
  threadTs: string
  taskUuid: string
  total: number
  /** The first ones. */
  earlier: readonly { authorName: string; at: number; text: string }[]
}

const longest = 160

/** The tracker takes one comment a second. */
const minutes = (total: number): string => count(Math.max(1, Math.ceil(total / 60)), 'minute')

/** What would be sent, and who would read it. Nothing is sent before *Import*. */
export const takeOverDialog = (facts: TakeOverPreviewFacts): ModalView => {
  const { channel, threadTs, taskUuid, total, earlier } = facts
  const rest = total - earlier.length
  const synced = line(
    'This thread is synced with ',
    link(facts.taskUrl, facts.taskName, { bold: true }),
    '. From now on, replies become comments.',
  )
  const { blocks } = message(
    synced,
    total === 0
      ? 'There are no earlier messages to import.'
      : line(
          `${count(total, 'earlier message')} can become ${total === 1 ? 'a comment' : 'comments'} too, in order, with names and times. `,
          name(whoReads(facts)),
        ),
    ...earlier.map(({ authorName, at, text }) =>
      line(bold(authorName), ', ', when(at), ': ', name(startOf(oneLine(text), longest) || '(a file)')),
    ),
    rest > 0 && `And ${rest.toLocaleString('en-US')} more.`,
    total > 0 && note(`Messages of apps are left out. It takes about ${minutes(total)}, and can be stopped.`),
  )
  return modal(
    {
      title: 'Import earlier messages',
      submit: total === 0 ? undefined : 'Import',
      close: total === 0 ? 'Close' : 'Leave in Slack',
      callback: callbacks.takeOverDialog,
      metadata: JSON.stringify({ channel, threadTs, taskUuid }),
    },
    blocks,
  )
}
