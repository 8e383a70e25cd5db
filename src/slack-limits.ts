/**
 * Slack's limits: characters of texts and items of lists. Slack does not document how it counts characters. We count
 * escaped UTF-16 units, which is the largest plausible count. The bot's messages keep to these limits, and the
 * playground refuses what exceeds them. The playground may import this file, because it is about Slack alone.
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
  /** The title of a link's plain card. */
  previewTitle: 150,

  // https://docs.slack.dev/reference/views
  viewBlocks: 100,
  /** Also for a dialog's buttons. */
  viewTitle: 24,
  privateMetadata: 3_000,
  viewBytes: 250_000,
  /** How many dialogs can be stacked. */
  viewStack: 3,

  // https://docs.slack.dev/reference/block-kit/blocks
  /** For blocks, actions and views. */
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
  /** For an input and its hint. */
  label: 2_000,
  markdown: 12_000,
  tableRows: 100,
  tableColumns: 20,
  /** Not published. We use a section's. */
  tableCell: 3_000,

  // https://docs.slack.dev/reference/block-kit/blocks/rich-text-block
  /** Not published for rich text. We use a section's. */
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
  /** For the options of a menu or group, for groups, and for selected options. */
  options: 100,
  checkboxes: 10,
  overflow: 5,
  plainInput: 3_000,
  minQuery: 100,
  timezone: 100,
  /** The id of a person or a conversation. Not published. Real ones have about eleven characters. */
  slackId: 30,

  // https://docs.slack.dev/reference/block-kit/composition-objects
  /** For an option, its description, and the label of a group. */
  optionText: 75,
  optionValue: 150,
  confirmTitle: 100,
  confirmText: 300,
  confirmButton: 30,

  // https://docs.slack.dev/messaging/work-objects-implementation. Not published. We use similar limits of Block Kit.
  entityValue: 3_000,
  customFields: 100,
  primaryActions: 2,
  overflowActions: 5,
  cards: 10,

  // https://docs.slack.dev/interactivity/handling-user-interaction
  /** How long Slack waits for an answer. A trigger is valid as long. */
  answerMs: 3_000,
  responseUrlUses: 5,
  responseUrlMs: 30 * 60_000,
  /** The error under an input of a refused submission. Not published. We use a hint's. */
  inputError: 2_000,
} as const
