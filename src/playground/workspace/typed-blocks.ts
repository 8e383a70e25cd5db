import { emoji } from '../page/kit/emoji.js'
import type { Json } from './types.ts'

/** The `blocks` that Slack makes of what a person typed, from the text as it is stored. */

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' }
const plain = (text: string): string =>
  text.replace(/&(?:lt|gt|amp);/g, (entity) => entities[entity] ?? entity)

/** In code, Slack makes no links. */
const verbatim = (code: string): string => plain(code.replace(/<(https?:[^<>|]+)>/g, '$1'))

const styles: Readonly<Record<string, string>> = { '*': 'bold', _: 'italic', '~': 'strike' }

/** A construct in angle brackets, code, marked words, or an emoji. */
const piece = /<([^<>]+)>|`([^`\n]+)`|(?<![\p{L}\d])([*_~])(?=\S)([^\n]*?\S)\3(?![\p{L}\d])|:([a-z\d_+-]+):/gu

const pointsOf = (character: string): string =>
  Array.from(character, (one) => one.codePointAt(0)?.toString(16) ?? '').join('-')

const ofConstruct = (construct: string): Json => {
  const [what = '', label] = construct.split('|')
  if (what.startsWith('@')) return { type: 'user', user_id: what.slice(1) }
  if (what.startsWith('#')) return { type: 'channel', channel_id: what.slice(1) }
  if (what.startsWith('!')) return { type: 'broadcast', range: what.slice(1) }
  return { type: 'link', url: plain(what), ...(label && { text: plain(label) }) }
}

const elementsOf = (text: string, style?: Json): Json[] => {
  const elements: Json[] = []
  const add = (element: Json, more = style) => elements.push(more ? { ...element, style: more } : element)
  const addText = (words: string) => words !== '' && add({ type: 'text', text: plain(words) })
  let end = 0
  for (const match of text.matchAll(piece)) {
    const [whole, construct, code, mark, marked, name] = match
    const character = name === undefined ? undefined : emoji(name)
    if (name !== undefined && character === undefined) continue
    addText(text.slice(end, match.index))
    end = match.index + whole.length
    if (construct !== undefined) add(ofConstruct(construct))
    else if (code !== undefined) add({ type: 'text', text: verbatim(code) }, { ...style, code: true })
    else if (character !== undefined) add({ type: 'emoji', name, unicode: pointsOf(character) })
    else elements.push(...elementsOf(marked ?? '', { ...style, [styles[mark ?? ''] ?? '']: true }))
  }
  addText(text.slice(end))
  return elements
}

const section = (text: string): Json => ({ type: 'rich_text_section', elements: elementsOf(text) })

/** What a line begins with, and what that makes of it. */
const kinds = [
  { begins: /^&gt; ?/, type: 'quote' },
  { begins: /^[-•] /, type: 'bullet' },
  { begins: /^\d{1,4}\. /, type: 'ordered' },
  { begins: /^/, type: 'plain' },
] as const

const partOf = (type: (typeof kinds)[number]['type'], lines: readonly string[], first: string): Json => {
  if (type === 'plain') return section(lines.join('\n'))
  if (type === 'quote') return { type: 'rich_text_quote', elements: elementsOf(lines.join('\n')) }
  const offset = type === 'ordered' ? Number.parseInt(first, 10) - 1 : 0
  const list = { type: 'rich_text_list', style: type, indent: 0, border: 0, elements: lines.map(section) }
  return offset > 0 ? { ...list, offset } : list
}

/** Lines of one kind after each other are one part. */
const partsOf = (text: string): Json[] => {
  const groups: { type: (typeof kinds)[number]['type']; first: string; lines: string[] }[] = []
  for (const line of text.split('\n')) {
    const kind = kinds.find(({ begins }) => begins.test(line))
    const [type, rest] = kind ? [kind.type, line.replace(kind.begins, '')] : (['plain', line] as const)
    const last = groups.at(-1)
    if (last?.type === type) last.lines.push(rest)
    else groups.push({ type, first: line, lines: [rest] })
  }
  return groups.map(({ type, lines, first }) => partOf(type, lines, first))
}

const code = (text: string): Json => ({
  type: 'rich_text_preformatted',
  border: 0,
  elements: [{ type: 'text', text: verbatim(text) }],
})

export const typedBlocks = (text: string, ts: string): Json[] => {
  if (text.trim() === '') return []
  // Every second part was between code fences.
  const parts = text.split(/\n?```\n?([^]*?)\n?```\n?/)
  const elements = parts.flatMap((part, at) =>
    at % 2 === 1 ? [code(part)] : part === '' ? [] : partsOf(part),
  )
  return [{ type: 'rich_text', block_id: ts.replace('.', '').slice(-8), elements }]
}
