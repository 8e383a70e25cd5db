import type { RichTextBlock, RichTextElement } from '@slack/types'

/** Slack's types don't know `offset`. */
type Part = RichTextBlock['elements'][number] & { offset?: number }

const one = (element: RichTextElement): string => {
  const style = 'style' in element && element.style ? Object.keys(element.style).toSorted() : []
  const words = 'text' in element ? (element.text ?? '') : ''
  const said = element.type === 'link' && words !== element.url ? `${words} → ${element.url}` : words
  return element.type === 'text' && style.length === 0
    ? said
    : `{${[...style, element.type].join(' ')}: ${said}}`
}

const row = (elements: readonly RichTextElement[]): string => elements.map(one).join('')

const part = (of: Part): string => {
  if (of.type === 'rich_text_section') return `section: ${row(of.elements)}`
  if (of.type === 'rich_text_quote') return `quote: ${row(of.elements)}`
  if (of.type === 'rich_text_preformatted') return `code: ${row(of.elements)}`
  const { style, indent = 0, offset = 0 } = of
  const items = of.elements.map((item) => ('elements' in item ? row(item.elements) : ''))
  return `${style}${indent ? ` in ${indent}` : ''}${offset ? ` from ${offset + 1}` : ''}: ${items.join(' | ')}`
}

/** Rich text on a few lines, a part each: `section: plain {bold text: words}`. */
export const drawn = (parts: readonly Part[]): string[] => parts.map(part)
