import type { RichTextElement } from '@slack/types'
import type { Style } from '../../contract/marks.ts'
import { startOf } from '../../contract/text.ts'
import { slackLimits } from '../../slack-limits.ts'
import { dayText, escape, instantOf, instantText, mrkdwnLink, slackDate } from './mrkdwn.ts'

const ellipsis = '…'

/** Counts JSON escapes, too: 2,000 line breaks are 4,000 characters. */
export const storedLengthOf = (text: string): number =>
  escape(text).length + (text.match(/[\n\t"\\]/g)?.length ?? 0)

/** An ampersand is stored as `&amp;`. */
const mostForOne = 5

/** How many UTF-16 units of `text` fit into `max`, counted as Slack stores them. Never splits a letter. */
export const fitting = (text: string, max: number): number => {
  let end = Math.min(text.length, max)
  let over = storedLengthOf(text.slice(0, end)) - max
  while (over > 0) {
    end -= Math.ceil(over / mostForOne)
    over = storedLengthOf(text.slice(0, end)) - max
  }
  return startOf(text, end).length
}

/** The whole text if it fits into `max`, else its beginning with `…`. Counts as `fitting` does. */
export const cut = (text: string, max: number): string => {
  if (text.length <= max && storedLengthOf(text) <= max) return text
  return text.slice(0, fitting(text, max - ellipsis.length)) + ellipsis
}

/** Like `cut`, for mrkdwn: never splits `<…>` or `&amp;`. */
export const cutMrkdwn = (text: string, max: number): string => {
  if (text.length <= max) return text
  const kept = text
    .slice(0, max - ellipsis.length)
    .replace(/<[^>]*$/, '')
    .replace(/&[a-z]{0,3}$/, '')
  return kept.replace(/[\uD800-\uDBFF]$/, '') + ellipsis
}

/** A piece of a line. Blocks and `text` are both made from it, so they always agree. */
export type Span =
  | { kind: 'text'; text: string; style: Style }
  | { kind: 'link'; text: string; url: string; style: Style }
  | { kind: 'date'; ms: number }
  | { kind: 'user'; id: string }
  | { kind: 'channel'; id: string }

/** A string is literal text. Undefined and false are skipped. */
export type Inline = string | Span | undefined | false

/** Longer names are cut with `…`. The tracker's own limit is 150. */
const nameLength = 300

/** Removes what Slack refuses or people cannot see: lone surrogates, control characters, carriage returns. */
export const clean = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')

export const oneLine = (text: string): string => clean(text).replaceAll(/\s*\n\s*/g, ' ')

/** A name from outside in one line, never empty. Cuts very long input first, to save time. */
export const name = (text: string, style: Style = {}): Span => {
  const words = cut(oneLine(text.slice(0, 4 * nameLength)), nameLength)
  return { kind: 'text', text: words.trim() === '' ? '(no name)' : words, style }
}
export const namedWhole = (text: string): boolean =>
  fitting(oneLine(text).trim(), nameLength) >= oneLine(text).trim().length
export const bold = (text: string): Span => name(text, { bold: true })
export const italic = (text: string): Span => name(text, { italic: true })
/** Returns the words as text if they are not a Slack user id. */
export const user = (id: string): Span => (/^[UW][A-Z0-9]{2,20}$/.test(id) ? { kind: 'user', id } : name(id))
export const channel = (id: string): Span =>
  /^[CGD][A-Z0-9]{2,20}$/.test(id) ? { kind: 'channel', id } : name(id)

export const isUrl = (url: string | undefined): url is string =>
  url !== undefined && url.length <= slackLimits.url && /^https?:\/\/\S+$/.test(url) && URL.canParse(url)

/** Plain text if Slack would refuse the URL. */
export const link = (url: string | undefined, text: string, style: Style = {}): Span => {
  const words = name(text, style)
  return isUrl(url) && words.kind === 'text' ? { ...words, kind: 'link', url } : words
}

/** An instant in the reader's time zone, or a calendar day (`2026-12-31`) in words. */
export const when = (date: string | number): Span => {
  const ms = instantOf(date)
  return ms === undefined ? name(dayText(String(date))) : { kind: 'date', ms }
}

/** Skips text that has only control characters. */
export const spansOf = (inlines: readonly Inline[]): Span[] => {
  const spans: Span[] = []
  for (const inline of inlines) {
    if (inline === undefined || inline === false) continue
    if (typeof inline === 'string') {
      const text = clean(inline)
      if (text !== '') spans.push({ kind: 'text', text, style: {} })
    } else spans.push(inline)
  }
  return spans
}

export const elementOf = (span: Span): RichTextElement => {
  if (span.kind === 'user') return { type: 'user', user_id: span.id }
  if (span.kind === 'channel') return { type: 'channel', channel_id: span.id }
  if (span.kind === 'date')
    return {
      type: 'date',
      timestamp: Math.floor(span.ms / 1000),
      format: '{date_short_pretty} {time}',
      fallback: instantText(span.ms),
    }
  const style = Object.keys(span.style).length ? { style: span.style } : {}
  if (span.kind === 'link') return { type: 'link', url: span.url, text: span.text, ...style }
  return { type: 'text', text: span.text, ...style }
}

export const textOf = (span: Span): string => {
  if (span.kind === 'user') return `<@${span.id}>`
  if (span.kind === 'channel') return `<#${span.id}>`
  if (span.kind === 'date') return slackDate(span.ms)
  if (span.kind === 'link') return mrkdwnLink(span.url, span.text)
  return escape(span.text)
}

const isSameStyle = (a: Style, b: Style) =>
  a.bold === b.bold && a.italic === b.italic && a.strike === b.strike && a.code === b.code

/** Merges neighbors of the same style, so that Slack counts fewer elements. */
export const joined = (spans: readonly Span[]): Span[] => {
  const pieces: Span[] = []
  for (const span of spans) {
    const last = pieces.at(-1)
    if (last?.kind === 'text' && span.kind === 'text' && isSameStyle(last.style, span.style))
      pieces[pieces.length - 1] = { ...last, text: last.text + span.text }
    else pieces.push(span)
  }
  return pieces
}
