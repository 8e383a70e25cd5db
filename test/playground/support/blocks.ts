/** Parts of blocks and views. */
export const plain = (text: string) => ({ type: 'plain_text' as const, text })
export const long = (length: number) => 'x'.repeat(length)
export const many = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => item(index))
export const input = (element: object) => ({ type: 'input', label: plain('L'), element })
export const typed = (more: object = {}) => ({ type: 'plain_text_input', ...more })

/** Why Slack refuses them. */
export const below = (length: number) => `must be less than ${length} characters`
export const most = (count: number) => `no more than ${count} items allowed`
export const missing = (field: string) => `missing required field: ${field}`
export const unsupported = (type: string) => `unsupported type: ${type}`
