/**
 * How much Slack takes: characters of a text (UTF-16 units, escaped: Slack does not say how it counts, and this is
 * the largest of the plausible ways), items of a list. The bot's messages keep to these numbers and the playground
 * refuses what is beyond them. The playground may import this file: it is about Slack, not about the product.
 */
export const slackLimits = {
  // https://docs.slack.dev/reference/methods/chat.postMessage
  /** Recommended for `text`. */
  text: 4_000,
  /** Slack cuts a longer `text`, or refuses it. */
  longestText: 40_000,
  blocks: 50,
  /** The JSON of all blocks. Not published; `msg_blocks_too_long` was seen from 13,172 on. */
  blocksJson: 13_000,
  /** The JSON of a message's metadata. */
  metadata: 16_000,
  /** Of the plain card of a link. */
  previewTitle: 150,

  // https://docs.slack.dev/reference/views
  viewBlocks: 100,
  /** Of a dialog's buttons too. */
  viewTitle: 24,
  privateMetadata: 3_000,
  viewBytes: 250_000,
  /** Dialogs on top of each other. */
  viewStack: 3,

  // https://docs.slack.dev/reference/block-kit/blocks
  /** Of blocks, actions and views. */
  id: 255,
  header: 150,
  section: 3_000,
  fields: 10,
  field: 2_000,
  contextElements: 10,
  actionElements: 25,
  altText: 2_000,
  imageTitle: 2_000,
  url: 3_000,
  /** Of an input and of its hint. */
  label: 2_000,
  markdown: 12_000,
  tableRows: 100,
  tableColumns: 20,
  /** Not published; held to a section's. */
  tableCell: 3_000,

  // https://docs.slack.dev/reference/block-kit/blocks/rich-text-block
  /** Not published for rich text; held to a section's. */
  richText: 3_000,
  richTextParts: 100,
  richTextElements: 1_000,
  richTextIndent: 8,
  richTextOffset: 10_000,
  dateFormat: 255,
  emojiName: 100,

  // https://docs.slack.dev/reference/block-kit/block-elements
  buttonText: 75,
  accessibilityLabel: 75,
  value: 2_000,
  placeholder: 150,
  /** Of a menu and of each of its groups; as many groups, and as many that are chosen. */
  options: 100,
  checkboxes: 10,
  overflow: 5,
  plainInput: 3_000,
  minQuery: 100,
  timezone: 100,
  /** The id of a person or a conversation. Not published; those seen have about eleven. */
  slackId: 30,

  // https://docs.slack.dev/reference/block-kit/composition-objects
  /** Of an option, of its description and of the label of a group. */
  optionText: 75,
  optionValue: 150,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,

  // https://docs.slack.dev/messaging/work-objects-implementation. Not published; held to Block Kit's for the like.
  entityValue: 3_000,
  customFields: 100,
  primaryActions: 2,
  overflowActions: 5,
  cards: 10,
  paneComments: 100,
  commentCount: 1_000_000,

  // https://docs.slack.dev/interactivity/handling-user-interaction
  /** To answer in; a trigger lasts as long. */
  answerMs: 3_000,
  responseUrlUses: 5,
  responseUrlMs: 30 * 60_000,
  /** Of what a refused submission says under an input. Not published; held to a hint's. */
  inputError: 2_000,
} as const
