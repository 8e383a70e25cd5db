import { marked, type MarkedBlock, type Piece } from '../contract/marks.ts'
import { escapeHtml } from '../contract/text.ts'

const inline = ({ text, url, style }: Piece): string => {
  let html = escapeHtml(text).replaceAll('\n', '<br>')
  if (style.code) html = `<code>${html}</code>`
  if (style.strike) html = `<s>${html}</s>`
  if (style.italic) html = `<em>${html}</em>`
  if (style.bold) html = `<strong>${html}</strong>`
  return url === undefined
    ? html
    : `<a href="${escapeHtml(url)}" rel="noopener noreferrer nofollow" target="_blank">${html}</a>`
}

const htmlOf = (pieces: readonly Piece[]): string => pieces.map(inline).join('')

/** No mark spans lines, so a blank line is never inside an element. */
const paragraphs = (html: string): string =>
  html
    .split(/(?:<br>){2,}/)
    .map((one) => one.replace(/^<br>|<br>$/g, ''))
    .filter((one) => one !== '')
    .map((one) => `<p>${one}</p>`)
    .join('')

type Item = Extract<MarkedBlock, { kind: 'item' }>

/** Closes the innermost list first. */
const closing = (lists: readonly string[]): string =>
  lists.reduceRight((html, tag) => `${html}</li></${tag}>`, '')

/** Items with a deeper indent are a list inside the item before them. */
const listHtml = (items: readonly Item[]): string => {
  let html = ''
  let open: string[] = []
  for (const { indent, number, pieces } of items) {
    const tag = number === undefined ? 'ul' : 'ol'
    const keeps = open[indent] === tag ? indent + 1 : indent
    html += closing(open.slice(keeps))
    open = open.slice(0, keeps)
    html += open.length > indent ? '</li>' : `<${tag}>`
    if (open.length <= indent) open.push(tag)
    html += `<li${number === undefined ? '' : ` value="${number}"`}>${htmlOf(pieces)}`
  }
  return html + closing(open)
}

/** A comment's text as safe HTML: its marks become elements, everything else is escaped. */
export const markedHtml = (text: string): string => {
  const blocks = marked(text)
  let html = ''
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index]
    if (block?.kind === 'item') {
      const end = blocks.findIndex(({ kind }, at) => at > index && kind !== 'item')
      const items = blocks.slice(index, end < 0 ? undefined : end)
      html += listHtml(items.filter((one) => one.kind === 'item'))
      index += items.length - 1
    } else if (block?.kind === 'code')
      html += `<pre><code>${escapeHtml(block.pieces.map((one) => one.text).join(''))}</code></pre>`
    else if (block?.kind === 'quote') html += `<blockquote>${paragraphs(htmlOf(block.pieces))}</blockquote>`
    else if (block) html += paragraphs(htmlOf(block.pieces))
  }
  return html
}
