import { withoutInvisible } from './text.ts'

/**
 * What a plain text shows as formatting: the marks people type in Slack (`*bold*`, `_italic_`, `~strike~`) and in
 * Markdown (`**bold**`, `~~strike~~`, `[words](url)`), code, lists, quotes and bare links. One `*` is bold, as in Slack.
 * A mark counts only around whole words of one line, so `2 * 3 * 4` and `snake_case_name` stay as typed.
 */

export interface Style {
  bold?: boolean
  italic?: boolean
  strike?: boolean
  code?: boolean
}

/** Text in one style. A `url` is http or https. */
export interface Piece {
  text: string
  url?: string
  style: Style
}

export type MarkedBlock =
  | { kind: 'text' | 'quote' | 'code'; pieces: Piece[] }
  | { kind: 'item'; pieces: Piece[]; indent: number; number: number | undefined }

type Item = Extract<MarkedBlock, { kind: 'item' }>

/** Code between runs of backticks of equal length, as in Markdown. Code with a backtick in it has longer runs. */
const codeBlock = /(?<!`)(`{3,})(?!`)([^]*?[^`])\1(?!`)/g

const token = new RegExp(
  [
    /(?<!`)(?<ticks>`{1,2})(?!`)(?<code>[^]*?[^`])\k<ticks>(?!`)/,
    /\[(?<label>[^[\]]{1,1000})\]\((?<target>https?:\/\/[^\s<>()]{1,3000})\)/,
    /(?<url>https?:\/\/(?:[^\s<>"()]|\([^\s<>"()]*\)){1,3000})/,
    /(?<mark>\*\*|~~|[*_~])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
)

const styleOf: Readonly<Record<string, keyof Style>> = {
  '*': 'bold',
  '**': 'bold',
  _: 'italic',
  '~': 'strike',
  '~~': 'strike',
}

const beforeMark = /[\s([{"'“‘«*_~—–-]/
const afterMark = /[\s)\]}"'”’»:;,.!?*_~—–-]/

/** Whether marks around words count between these characters. `''` is the line's edge. */
export const mayMark = (before: string, after: string): boolean =>
  (before === '' || beforeMark.test(before)) && (after === '' || afterMark.test(after))

/** Whether the mark is at the beginning or end of a word. A neighbor of its own kind, as in `__init__`, is no mark. */
const edges = (line: string, at: number, mark: string) => {
  const before = line.charAt(at - 1)
  const after = line.charAt(at + mark.length)
  const single = before !== mark.charAt(0) && after !== mark.charAt(0)
  return {
    opens: single && after.trim() !== '' && mayMark(before, ''),
    closes: single && before.trim() !== '' && mayMark('', after),
  }
}

/** A name of a host, such as `bank.example`, or four numbers. */
const host = /(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?![\p{L}\p{N}])|\d{1,3}(?:\.\d{1,3}){3}/u

/** A label in which a word looks like an address could hide where the link goes. */
const isHonest = (label: string) => {
  const read = asRead(label)
  return !/:\/\/|^\S+\.\S+$/.test(read) && !host.test(read)
}

/** A label as people read it: with plain letters, dots and slashes, and without invisible characters. */
const asRead = (label: string): string =>
  withoutInvisible(label.normalize('NFKC')).replace(/[。․]/g, '.').replace(/[∕⁄]/g, '/').trim()

const tokenIn = (line: string, from: number): RegExpExecArray | null => {
  token.lastIndex = from
  return token.exec(line)
}

const inline = (line: string): Piece[] => {
  const pieces: Piece[] = []
  const open = new Map<string, number>()
  const add = (text: string, more: Partial<Piece> = {}) =>
    text !== '' && pieces.push({ text, style: {}, ...more })
  const close = (mark: string, from: number) => {
    for (const piece of pieces.slice(from + 1)) piece.style[styleOf[mark] ?? 'bold'] = true
    pieces.splice(from, 1)
    for (const [other, at] of open) if (at >= from) open.delete(other)
  }
  let end = 0
  for (let match = tokenIn(line, 0); match; match = tokenIn(line, end)) {
    const { code, label, target, url, mark = '' } = match.groups ?? {}
    add(line.slice(end, match.index))
    end = match.index + match[0].length
    if (code !== undefined) add(code.replace(/^ (.*`.*) $/, '$1'), { style: { code: true } })
    else if (url !== undefined) {
      const link = url.replace(open.size > 0 ? /['.,;:!?\]`*_~]+$/ : /['.,;:!?\]`]+$/, '')
      add(link, URL.canParse(link) ? { url: link } : {})
      end -= url.length - link.length
    } else if (label !== undefined && target !== undefined && isHonest(label)) add(label, { url: target })
    else if (label !== undefined) {
      end = match.index + label.length + '[]('.length
      add(line.slice(match.index, end))
    } else {
      const { opens, closes } = edges(line, match.index, mark)
      const from = open.get(mark)
      if (closes && from !== undefined) close(mark, from)
      else {
        if (opens) open.set(mark, pieces.length)
        add(mark)
      }
    }
  }
  add(line.slice(end))
  return pieces
}

const bullet = /^([ \t]*)[-*•◦▪●‣]\uFE0E?[ \t]+(\S[^]*)$/
const numbered = /^([ \t]*)([1-9]\d{0,3})[.)][ \t]+(\S[^]*)$/
const quote = /^>(?: ([^]*))?$/
const continuation = /^(?: {2}|\t)\s*(\S[^]*)$/

const lineBreak = (): Piece => ({ text: '\n', style: {} })

/** The lines between two blocks of code. */
const flow = (text: string): MarkedBlock[] => {
  const blocks: MarkedBlock[] = []
  let widths: number[] = []
  const item = (spaces: string, words: string, number?: number): Item => {
    const width = spaces.replaceAll('\t', '    ').length
    widths = widths.filter((outer) => outer < width)
    widths.push(width)
    return { kind: 'item', pieces: inline(words), indent: widths.length - 1, number }
  }
  const prose = (kind: 'text' | 'quote', words: string) => {
    const last = blocks.at(-1)
    if (last?.kind === kind) last.pieces.push(lineBreak(), ...inline(words))
    else blocks.push({ kind, pieces: inline(words) })
  }
  for (const line of text.split('\n')) {
    const last = blocks.at(-1)
    const [, outer = '', listed] = bullet.exec(line) ?? []
    const [, before = '', number, counted] = numbered.exec(line) ?? []
    const [quoted, continued] = [quote.exec(line), continuation.exec(line)?.[1]]
    if (listed !== undefined) blocks.push(item(outer, listed))
    else if (counted !== undefined) blocks.push(item(before, counted, Number(number)))
    else if (last?.kind === 'item' && continued !== undefined)
      last.pieces.push(lineBreak(), ...inline(continued))
    else {
      if (line.trim() !== '') widths = []
      prose(quoted ? 'quote' : 'text', quoted ? (quoted[1] ?? '') : line)
    }
  }
  return blocks
}

/** A word after the opening backticks names a language if the closing ones stand alone. */
const codeIn = (inside: string): string =>
  /^[\w#+.-]{0,20}[ \t]*\n([^]*)\n[ \t]*$/.exec(inside)?.[1] ?? inside.replace(/^\n/, '').replace(/\n$/, '')

/** The blocks of a text, in order. Without marks, it is one block of one piece for each line. */
export const marked = (text: string): MarkedBlock[] => {
  const blocks: MarkedBlock[] = []
  let end = 0
  const between = (to: number, next: boolean) => {
    const part = text.slice(end, to)
    const lines = part
      .replace(end > 0 ? /^[ \t]*(?:\n|$)/ : /^(?!)/, '')
      .replace(next ? /(?:^|\n)[ \t]*$/ : /$(?!)/, '')
    if (lines !== '' || (end > 0 && next && part.split('\n').length > 2)) blocks.push(...flow(lines))
  }
  for (const match of text.matchAll(codeBlock)) {
    between(match.index, true)
    const code = codeIn(match[2] ?? '')
    if (code !== '') blocks.push({ kind: 'code', pieces: [{ text: code, style: {} }] })
    end = match.index + match[0].length
  }
  between(text.length, false)
  return blocks
}

const leadOf = (block: MarkedBlock): string =>
  block.kind !== 'item' ? '' : block.number === undefined ? '• ' : `${block.number}. `

/** The words without their marks, for places that show one line. */
export const unmarked = (text: string): string =>
  marked(text)
    .map((block) => leadOf(block) + block.pieces.map((piece) => piece.text).join(''))
    .join('\n')
