import { escape, mrkdwnLink } from './mrkdwn.ts'

/** A rich-text input's JSON, of any shape. */
type Json = Readonly<Record<string, unknown>>

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as unknown[]).filter(isJson) : [])
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const marks = { code: '`', strike: '~', italic: '_', bold: '*' } as const

/** Marks go inside outer spaces, as Slack writes them. */
const styled = (words: string, style: unknown): string => {
  if (!isJson(style) || words.trim() === '') return words
  const [, before = '', inner = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(words) ?? []
  const wrapped = Object.entries(marks).reduce(
    (text, [name, mark]) => (style[name] === true ? `${mark}${text}${mark}` : text),
    inner,
  )
  return before + wrapped + after
}

const inline = (element: Json): string => {
  const { style } = element
  switch (element['type']) {
    case 'text':
      return styled(escape(textOf(element['text'])), style)
    case 'link':
      return mrkdwnLink(textOf(element['url']), textOf(element['text']) || textOf(element['url']))
    case 'emoji':
      return `:${textOf(element['name'])}:`
    case 'user':
      return `<@${textOf(element['user_id'])}>`
    case 'channel':
      return `<#${textOf(element['channel_id'])}>`
    case 'usergroup':
      return `<!subteam^${textOf(element['usergroup_id'])}>`
    case 'broadcast':
      return `<!${textOf(element['range'])}>`
    case 'date':
      return escape(textOf(element['fallback']))
    default:
      return escape(textOf(element['text']))
  }
}

const row = (value: unknown): string => listOf(value).map(inline).join('')

const listed = (element: Json): string => {
  const indent = '    '.repeat(Number(element['indent'] ?? 0))
  const ordered = element['style'] === 'ordered'
  const first = Number(element['offset'] ?? 0) + 1
  return listOf(element['elements'])
    .map((item, at) => `${indent}${ordered ? `${first + at}.` : '•'} ${row(item['elements'])}`)
    .join('\n')
}

const part = (element: Json): string => {
  const words = row(element['elements'])
  switch (element['type']) {
    case 'rich_text_list':
      return listed(element)
    case 'rich_text_quote':
      return words
        .split('\n')
        .map((one) => `&gt; ${one}`)
        .join('\n')
    case 'rich_text_preformatted':
      return `\`\`\`${words}\`\`\``
    default:
      return words
  }
}

/** Converts a rich-text value to a Slack message's text, which is how replies are stored. */
export const richTextWords = (value: unknown): string =>
  isJson(value) ? listOf(value['elements']).map(part).join('\n').trim() : ''
