/**
 * Slack's own refusals, as far as they are published or known: what this lets through, `chat.postMessage` and
 * `views.open` take. It shares no number and no code with `src`, so that both must be right.
 */
type Json = Record<string, unknown>

const fail = (path: string, problem: string): never => {
  throw new Error(`${path}: ${problem}`)
}

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const record = (path: string, value: unknown): Json =>
  isRecord(value) ? value : fail(path, 'must be an object')

const list = (path: string, value: unknown, least: number, most: number): unknown[] => {
  if (!Array.isArray(value)) return fail(path, 'must be an array')
  if (value.length < least || value.length > most)
    return fail(path, `must have ${least} to ${most} items, has ${value.length}`)
  return value
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').length

const string = (path: string, value: unknown, most: number, least = 1): string => {
  if (typeof value !== 'string') return fail(path, 'must be a string')
  if (value.length < least || value.length > most)
    return fail(path, `must have ${least} to ${most} characters, has ${value.length}`)
  if (!value.isWellFormed() || value.includes('\0')) return fail(path, 'has half a character or NUL')
  return value
}

const optional = (path: string, value: unknown, most: number) =>
  value === undefined ? undefined : string(path, value, most)

const textObject = (path: string, value: unknown, most: number, types = ['plain_text', 'mrkdwn']) => {
  const { type, text } = record(path, value)
  if (!types.includes(String(type))) fail(`${path}.type`, `must be ${types.join(' or ')}`)
  string(`${path}.text`, text, most)
}

const url = (path: string, value: unknown) => {
  const text = string(path, value, 3_000)
  if (!URL.canParse(text) || !/^https?:/.test(text)) fail(path, 'must be an http or https URL')
}

const button = (path: string, element: Json, ids: Set<string>) => {
  textObject(`${path}.text`, element['text'], 75, ['plain_text'])
  const id = string(`${path}.action_id`, element['action_id'], 255)
  if (ids.has(id)) fail(`${path}.action_id`, `${id} is there twice in one block`)
  ids.add(id)
  optional(`${path}.value`, element['value'], 2_000)
  optional(`${path}.accessibility_label`, element['accessibility_label'], 75)
  if (element['url'] !== undefined) url(`${path}.url`, element['url'])
  if (![undefined, 'primary', 'danger'].includes(element['style'] as undefined))
    fail(`${path}.style`, 'unknown')
}

const image = (path: string, element: Json) => {
  string(`${path}.alt_text`, element['alt_text'], 2_000)
  if (element['slack_file'] === undefined) url(`${path}.image_url`, element['image_url'])
}

const richElement = (path: string, value: unknown): number => {
  const element = record(path, value)
  switch (element['type']) {
    case 'text':
      return escaped(string(`${path}.text`, element['text'], 3_000))
    case 'link':
      url(`${path}.url`, element['url'])
      return escaped(optional(`${path}.text`, element['text'], 3_000) ?? '')
    case 'date':
      if (!Number.isSafeInteger(element['timestamp'])) fail(`${path}.timestamp`, 'must be whole seconds')
      string(`${path}.format`, element['format'], 255)
      string(`${path}.fallback`, element['fallback'], 255)
      return 0
    case 'user':
      return string(`${path}.user_id`, element['user_id'], 20).length
    case 'channel':
      return string(`${path}.channel_id`, element['channel_id'], 20).length
    case 'emoji':
      return string(`${path}.name`, element['name'], 100).length
    default:
      return fail(`${path}.type`, `${String(element['type'])} is no rich text element`)
  }
}

const richPart = (path: string, value: unknown): number => {
  const part = record(path, value)
  const known = ['rich_text_section', 'rich_text_quote', 'rich_text_preformatted', 'rich_text_list']
  if (!known.includes(String(part['type']))) return fail(`${path}.type`, 'is no rich text part')
  const inner = part['type'] === 'rich_text_list' ? richPart : richElement
  return list(`${path}.elements`, part['elements'], 1, 1_000)
    .map((element, index) => inner(`${path}.elements[${index}]`, element))
    .reduce((sum, length) => sum + length, 0)
}

const input = (path: string, block: Json) => {
  textObject(`${path}.label`, block['label'], 2_000, ['plain_text'])
  const element = record(`${path}.element`, block['element'])
  string(`${path}.element.action_id`, element['action_id'], 255)
  optional(`${path}.element.initial_value`, element['initial_value'], 3_000)
}

const section = (path: string, block: Json) => {
  if (block['text'] !== undefined) textObject(`${path}.text`, block['text'], 3_000)
  const fields = block['fields'] === undefined ? [] : list(`${path}.fields`, block['fields'], 1, 10)
  fields.forEach((field, index) => textObject(`${path}.fields[${index}]`, field, 2_000))
  if (block['text'] === undefined && fields.length === 0) fail(path, 'has neither text nor fields')
  if (isRecord(block['accessory']) && block['accessory']['type'] === 'button')
    button(`${path}.accessory`, block['accessory'], new Set())
}

const context = (path: string, block: Json) =>
  list(`${path}.elements`, block['elements'], 1, 10).forEach((value, index) => {
    const at = `${path}.elements[${index}]`
    const element = record(at, value)
    if (element['type'] === 'image') image(at, element)
    else textObject(at, element, 3_000)
  })

const actions = (path: string, block: Json) => {
  const ids = new Set<string>()
  list(`${path}.elements`, block['elements'], 1, 25).forEach((value, index) => {
    const element = record(`${path}.elements[${index}]`, value)
    if (element['type'] === 'button') button(`${path}.elements[${index}]`, element, ids)
  })
}

const richText = (path: string, block: Json) => {
  const length = list(`${path}.elements`, block['elements'], 1, 100)
    .map((part, index) => richPart(`${path}.elements[${index}]`, part))
    .reduce((sum, part) => sum + part, 0)
  if (length > 3_000) fail(path, `${length} characters in one block`)
}

const kinds: Record<string, (path: string, block: Json) => void> = {
  section,
  context,
  actions,
  input,
  image,
  rich_text: richText,
  divider: () => undefined,
  header: (path, block) => textObject(`${path}.text`, block['text'], 150, ['plain_text']),
}

const blocks = (path: string, value: unknown, most: number, allowed: readonly string[]) => {
  const ids = new Set<string>()
  list(path, value, 1, most).forEach((item, index) => {
    const at = `${path}[${index}]`
    const block = record(at, item)
    const type = String(block['type'])
    if (!allowed.includes(type)) fail(`${at}.type`, `${type} may not stand here`)
    kinds[type]?.(at, block)
    const id = optional(`${at}.block_id`, block['block_id'], 255)
    if (id !== undefined && ids.has(id)) fail(`${at}.block_id`, `${id} is there twice`)
    if (id !== undefined) ids.add(id)
  })
}

const inMessages = Object.keys(kinds).filter((kind) => kind !== 'input')

/** Throws, naming the path, when Slack would refuse or cut this message. */
export const validateMessage = (message: { text?: unknown; blocks?: unknown }): void => {
  string('text', message.text, 4_000)
  blocks('blocks', message.blocks, 50, inMessages)
  const whole = JSON.stringify(message.blocks).length
  // Seen from Slack: `msg_blocks_too_long` from about 13,200 on.
  if (whole > 13_000) fail('blocks', `${whole} characters in all`)
}

/** Throws, naming the path, when `views.open` would refuse this dialog or home tab. */
export const validateView = (view: object): void => {
  const { type, title, submit, close, ...rest } = view as Json
  if (type === 'modal') textObject('title', title, 24, ['plain_text'])
  if (submit !== undefined) textObject('submit', submit, 24, ['plain_text'])
  if (close !== undefined) textObject('close', close, 24, ['plain_text'])
  optional('private_metadata', rest['private_metadata'], 3_000)
  optional('callback_id', rest['callback_id'], 255)
  blocks('blocks', rest['blocks'], 100, Object.keys(kinds))
}
