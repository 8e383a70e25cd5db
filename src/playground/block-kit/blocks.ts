import { slackLimits as limits } from '../../slack-limits.ts'
import { image as imageElement, inActions, inInput, inSection } from './elements.ts'
import { anyText, plain, texts } from './objects.ts'
import { richText } from './rich-text.ts'
import { also, anything, boolean, byType, either, type Fields, list, shape, text, url } from './rules.ts'

/**
 * Blocks: https://docs.slack.dev/reference/block-kit/blocks. Only those the page can show; look up a
 * missing one first.
 */

export type Surface = 'message' | 'modal' | 'home'

const id = { block_id: text(limits.id) }

const section = also(
  shape(
    {},
    {
      ...id,
      text: anyText(limits.section),
      fields: list(anyText(limits.field), limits.fields),
      accessory: byType(inSection),
      expand: boolean,
    },
  ),
  either(['text', 'fields'], 'some'),
)

const contextElement = byType({ image: imageElement, ...texts(limits.section) })

const image = also(
  shape(
    { alt_text: text(limits.altText) },
    { ...id, image_url: url, slack_file: anything, title: plain(limits.imageTitle) },
  ),
  either(['image_url', 'slack_file'], 'one'),
)

const input = shape(
  { label: plain(limits.label), element: byType(inInput) },
  { ...id, hint: plain(limits.label), optional: boolean, dispatch_action: boolean },
)

const everywhere: Fields = {
  section,
  header: shape({ text: plain(limits.header) }, id),
  divider: shape({}, id),
  context: shape({ elements: list(contextElement, limits.contextElements) }, id),
  actions: shape({ elements: list(byType(inActions), limits.actionElements) }, id),
  image,
  input,
  rich_text: richText,
}

const cell = byType({ raw_text: shape({ text: text(limits.tableCell) }), rich_text: richText })

const messageOnly: Fields = {
  markdown: shape({ text: text(limits.markdown) }, id),
  table: shape(
    { rows: list(list(cell, limits.tableColumns), limits.tableRows) },
    { ...id, column_settings: list(anything, limits.tableColumns) },
  ),
}

const block: Record<Surface, Fields> = {
  message: { ...everywhere, ...messageOnly },
  modal: everywhere,
  home: everywhere,
}

const most: Record<Surface, number> = {
  message: limits.blocks,
  modal: limits.viewBlocks,
  home: limits.viewBlocks,
}

export const blocksOn = (surface: Surface) => list(byType(block[surface]), most[surface], 0)

const named = {
  private_metadata: text(limits.privateMetadata, 0),
  callback_id: text(limits.id),
  external_id: text(limits.id),
}

/** Views: https://docs.slack.dev/reference/views */
export const view = {
  modal: shape(
    { title: plain(limits.viewTitle), blocks: blocksOn('modal') },
    {
      ...named,
      submit: plain(limits.viewTitle),
      close: plain(limits.viewTitle),
      clear_on_close: boolean,
      notify_on_close: boolean,
      submit_disabled: boolean,
    },
  ),
  home: shape({ blocks: blocksOn('home') }, named),
} as const
