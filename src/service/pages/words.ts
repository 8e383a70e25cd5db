import { escapeHtml } from '../escape-html.ts'

const dates = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const times = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
})

/** `2026-12-17` → `Dec 17, 2026`. */
export const shortDate = (day: string): string => dates.format(new Date(day))

/** In UTC, and it says so: the page does not know where its reader is. */
export const shortTime = (iso: string): string => `${times.format(new Date(iso))} UTC`

export const initials = (name: string): string => {
  const words = name.split(/\s+/).filter(Boolean)
  const first = words[0]?.[0] ?? '?'
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''
  return `${first}${last}`.toUpperCase()
}

/** One of six colours, the same for a person everywhere. */
export const tone = (uuid: string): number => Number.parseInt(uuid.slice(2, 5) || '0', 16) % 6

const url = /(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]])/g

/** Text as HTML: everything escaped, web addresses as links. */
export const linked = (text: string): string =>
  text
    .split(url)
    .map((part, at) => {
      const safe = escapeHtml(part)
      return at % 2 === 1
        ? `<a href="${safe}" rel="noopener noreferrer nofollow" target="_blank">${safe}</a>`
        : safe
    })
    .join('')
