import { inActions, inInput, inSection, image as imageElement } from './elements.ts'
import { anyText, plain } from './objects.ts'
import { anything, boolean, byType, either, list, oneOf, shape, text, url, type Fields } from './rules.ts'

/** Blocks with their published limits: https://docs.slack.dev/reference/block-kit/blocks */

export type Surface = 'message' | 'modal' | 'home'

const id = { block_id: text(255) }

const section = either(
  ['text', 'fields'],
  shape(
    {},
    {
      ...id,
      text: anyText(3_000),
      fields: list(anyText(2_000), 10),
      accessory: byType(inSection),
      expand: boolean,
    },
  ),
  false,
)

const contextElement = byType({
  image: imageElement,
  mrkdwn: shape({ text: text(3_000) }, { verbatim: boolean }),
  plain_text: shape({ text: text(3_000) }, { emoji: boolean }),
})

const image = either(
  ['image_url', 'slack_file'],
  shape({ alt_text: text(2_000) }, { ...id, image_url: url, slack_file: anything, title: plain(2_000) }),
  true,
)

const input = shape(
  { label: plain(2_000), element: byType(inInput) },
  { ...id, hint: plain(2_000), optional: boolean, dispatch_action: boolean },
)

const video = shape(
  { alt_text: text(2_000), title: plain(200), thumbnail_url: url, video_url: url },
  {
    ...id,
    title_url: url,
    description: plain(200),
    provider_name: text(50),
    provider_icon_url: url,
    author_name: text(50),
  },
)

const everywhere: Fields = {
  section,
  header: shape({ text: plain(150) }, id),
  divider: shape({}, id),
  context: shape({ elements: list(contextElement, 10) }, id),
  actions: shape({ elements: list(byType(inActions), 25) }, id),
  image,
  input,
  video,
  rich_text: shape({ elements: list(anything, 1_000) }, id),
}

const messageOnly: Fields = {
  markdown: shape({ text: text(12_000) }, id),
  table: shape({ rows: list(list(anything, 20), 100) }, { ...id, column_settings: list(anything, 20) }),
  file: shape({ external_id: text(255), source: oneOf('remote') }, id),
}

const block: Record<Surface, Fields> = {
  message: { ...everywhere, ...messageOnly },
  modal: everywhere,
  home: everywhere,
}

const most: Record<Surface, number> = { message: 50, modal: 100, home: 100 }

export const blocksOn = (surface: Surface) => list(byType(block[surface]), most[surface], 0)

const named = { private_metadata: text(3_000, 0), callback_id: text(255, 0), external_id: text(255, 0) }

/** Views: https://docs.slack.dev/reference/views */
export const view = {
  modal: shape(
    { title: plain(24), blocks: blocksOn('modal') },
    {
      ...named,
      submit: plain(24),
      close: plain(24),
      clear_on_close: boolean,
      notify_on_close: boolean,
      submit_disabled: boolean,
    },
  ),
  home: shape({ blocks: blocksOn('home') }, named),
} as const
