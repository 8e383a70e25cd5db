import { stampText, unescape, withCharacters } from './text.ts'

/** What people write in Slack becomes plain text. */

/** Looks up names by id. A channel that the app can't see has its id as its name. */
interface Names {
  user(id: string): string | undefined
  channel(id: string): string | undefined
}

const userToken = /<@([UW][A-Z0-9]+)(?:\|[^>]*)?>/g
const channelToken = /<#([CGD][A-Z0-9]+)(?:\|[^>]*)?>/g

/** The ids that `toPlain` looks up, without duplicates. */
export const collectMentions = (text: string): { users: string[]; channels: string[] } => {
  const [users, channels] = [new Set<string>(), new Set<string>()]
  for (const [, id = ''] of text.matchAll(userToken)) users.add(id)
  for (const [, id = ''] of text.matchAll(channelToken)) channels.add(id)
  return { users: [...users], channels: [...channels] }
}

const linkText = (target: string, label: string | undefined): string => {
  const url = unescape(target)
  const address = url.replace(/^(mailto|tel):/, '')
  if (label === undefined || label === '') return address
  const words = unescape(label)
  // Slack turns a typed `example.com` or `readme.md` into <http://readme.md|readme.md>, which was not meant as a link.
  if ([url, address, url.replace(/^http:\/\//, '').replace(/\/$/, '')].includes(words)) return words
  return url.replace(/^https:\/\//, '') === words ? url : `${words} (${address})`
}

const tokenText = (inner: string, names: Names): string => {
  const bar = inner.indexOf('|')
  const target = bar < 0 ? inner : inner.slice(0, bar)
  const label = bar < 0 ? undefined : inner.slice(bar + 1)
  const words = label ? unescape(label) : undefined
  const id = target.slice(1)
  if (target.startsWith('@')) return `@${names.user(id) ?? words ?? id}`
  if (target.startsWith('#')) {
    const name = words ?? names.channel(id)
    return name === undefined || name === id ? 'a private channel' : `#${name}`
  }
  if (!target.startsWith('!')) return linkText(target, label)
  if (id.startsWith('date^')) return words ?? stampText(id.split('^')[1])
  if (words) return words
  // An id means nothing to readers of a comment.
  return id.startsWith('subteam^') ? '@a user group' : `@${id.split('^').at(-1) ?? id}`
}

const plainPart = (text: string, names: Names, emojiToo: boolean): string => {
  let plain = ''
  let end = 0
  const shown = emojiToo ? withCharacters : String
  for (const match of text.matchAll(/<([@#!][^<>\n]*|[a-z][a-z0-9+.-]*:[^<>\n]+)>/gi)) {
    plain += unescape(shown(text.slice(end, match.index))) + tokenText(match[1] ?? '', names)
    end = match.index + match[0].length
  }
  return plain + unescape(shown(text.slice(end)))
}

const code = /(?<!`)(`{3,})(?!`)([^]*?[^`])\1(?!`)|(?<!`)(`{1,2})(?!`)[^\n]*?[^`\n]\3(?!`)/g

/** Slack writes a block of code without line breaks around it. On its own lines, it is code in Markdown, too. */
const onOwnLines = (ticks: string, inside: string): string =>
  `${ticks}\n${inside.replace(/^\n/, '').replace(/\n$/, '')}\n${ticks}`

/** Mentions become names, links `label (URL)`, emoji characters. Formatting marks stay as they are. */
export const toPlain = (slackText: string, names: Names): string => {
  let plain = ''
  let end = 0
  for (const match of slackText.matchAll(code)) {
    const [all, ticks, inside] = match
    plain += plainPart(slackText.slice(end, match.index), names, true)
    plain += plainPart(ticks && inside !== undefined ? onOwnLines(ticks, inside) : all, names, false)
    end = match.index + all.length
  }
  return plain + plainPart(slackText.slice(end), names, true)
}
