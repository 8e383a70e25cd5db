import {
  anything,
  bool,
  byType,
  type Check,
  distinct,
  either,
  type Json,
  items,
  list,
  object,
  record,
  string,
  url,
} from './check.ts'
import { image as imageElement, inActions, inInput, inSection } from './elements.ts'
import { plain, text } from './objects.ts'
import { richText } from './rich-text.ts'

/** Blocks: docs.slack.dev/reference/block-kit/blocks */

const id = { block_id: string(255) }

/** Ids are told apart within one block. */
const ownIds = (path: string, { elements, accessory }: Json) => {
  const given = [...(Array.isArray(elements) ? (elements as Json[]) : []), accessory as Json | undefined]
  distinct(
    path,
    'action_id',
    given.map((element) => element?.['action_id']),
  )
}

const section = object(
  {},
  {
    ...id,
    text: text(3_000),
    fields: list(text(2_000), 1, 10),
    accessory: byType(inSection),
    expand: bool,
  },
  either(['text', 'fields']),
)

const inContext = byType({ image: imageElement, plain_text: text(3_000), mrkdwn: text(3_000) })

const shown: Record<string, Check> = {
  section,
  divider: object({}, id),
  header: object({ text: plain(150) }, id),
  context: object({ elements: list(inContext, 1, 10) }, id),
  actions: object({ elements: list(byType(inActions), 1, 25) }, id, ownIds),
  image: object(
    { alt_text: string(2_000) },
    { ...id, image_url: url, slack_file: anything, title: plain(2_000) },
    either(['image_url', 'slack_file'], true),
  ),
  rich_text: richText,
}

const input = object(
  { label: plain(2_000), element: byType(inInput) },
  { ...id, hint: plain(2_000), optional: bool, dispatch_action: bool },
)

const tableCell = byType({
  raw_text: object({ text: string(3_000) }),
  rich_text: richText,
})

const inMessages: Record<string, Check> = {
  ...shown,
  markdown: object({ text: string(12_000) }, id),
  table: object({ rows: list(list(tableCell, 1, 20), 1, 100) }, { ...id, column_settings: anything }),
}

const blocks =
  (kinds: Record<string, Check>, most: number): Check =>
  (path, value) => {
    list(byType(kinds), 1, most)(path, value)
    const ids = items(path, value).map((block) => record(path, block)['block_id'])
    distinct(path, 'block_id', ids)
  }

export const messageBlocks = blocks(inMessages, 50)
export const viewBlocks = blocks({ ...shown, input }, 100)
