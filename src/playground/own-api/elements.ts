import type { Json } from '../workspace/types.ts'

const elementsOf = (block: Json): Json[] => [
  ...(Array.isArray(block['elements']) ? (block['elements'] as Json[]) : []),
  ...[block['accessory'], block['element']].filter(
    (one): one is Json => typeof one === 'object' && one !== null,
  ),
]

/** The element a person used. The block is named if ids repeat across blocks. */
export const findElement = (blocks: readonly Json[], actionId: string, blockId: string | undefined) => {
  for (const block of blocks) {
    if (blockId !== undefined && block['block_id'] !== blockId) continue
    const element = elementsOf(block).find((one) => one['action_id'] === actionId)
    if (element) return { block, element }
  }
  return undefined
}

/** The field that each kind of element adds to its action. */
const valueFields = [
  'selected_option',
  'selected_options',
  'selected_date',
  'selected_time',
  'selected_date_time',
  'selected_user',
  'selected_users',
  'selected_conversation',
  'selected_conversations',
  'selected_channel',
  'selected_channels',
] as const

/** One entry of `actions` in a block_actions payload. */
export const actionOf = (found: { block: Json; element: Json }, body: Json, ts: string): Json => {
  const { block, element } = found
  const isButton = element['type'] === 'button'
  const value = isButton ? element['value'] : body['value']
  return {
    type: element['type'],
    action_id: element['action_id'],
    block_id: block['block_id'],
    ...(isButton && { text: element['text'] }),
    ...(isButton && element['style'] !== undefined && { style: element['style'] }),
    ...(isButton && element['url'] !== undefined && { url: element['url'] }),
    ...(value !== undefined && { value }),
    ...Object.fromEntries(
      valueFields.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
    ),
    action_ts: ts,
  }
}
