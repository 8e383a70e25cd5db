/** How Slack stores text: `&`, `<` and `>` as entities, except in its own `<…>` constructs. */

const construct =
  /^<(?:@[UWB]\w+|#[CGD]\w+|!(?:here|channel|everyone)|!subteam\^\w+|!date\^[^<>]+|(?:https?|mailto|tel|slack):[^<>\s|]*)(?:\|[^<>]*)?>/

const escapeAmpersand = (text: string) => text.replace(/&(?!(?:amp|lt|gt);)/g, '&amp;')

/** Turns bare URLs into links, as Slack does. Closing punctuation stays outside. */
const linkUrls = (text: string) =>
  text.replace(/https?:\/\/(?:(?!&[lg]t;)[^\s<>|])+/g, (match) => {
    const url = match.replace(/[.,;:!?)\]'"*_~`]+$/, '')
    return `<${url}>${match.slice(url.length)}`
  })

/** Text from an app: constructs stay; other angle brackets and ampersands become entities. */
export const storedText = (text: string): string => {
  let rest = text
  let stored = ''
  while (rest !== '') {
    const match = construct.exec(rest)
    if (match) {
      stored += escapeAmpersand(match[0])
      rest = rest.slice(match[0].length)
      continue
    }
    const next = rest.indexOf('<', 1)
    const plain = next === -1 ? rest : rest.slice(0, next)
    stored += linkUrls(escapeAmpersand(plain).replace(/</g, '&lt;').replace(/>/g, '&gt;'))
    rest = rest.slice(plain.length)
  }
  return stored
}

export const escapeText = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

export interface Names {
  /** Lowercase name, with and without spaces, to user id. */
  people: ReadonlyMap<string, string>
  /** Channel name to id. */
  channels: ReadonlyMap<string, string>
}

/**
 * Text a person types is literal, except `@Name`, `#channel`, and URLs, which Slack's composer turns into its
 * constructs.
 */
export const typedText = (text: string, names: Names): string =>
  linkUrls(escapeText(text))
    .replace(/(^|[\s(])@([\p{L}\d_]+(?:[.-]+[\p{L}\d_]+)*)/gu, (all, before: string, name: string) => {
      const id = names.people.get(name.toLowerCase())
      if (id !== undefined) return `${before}<@${id}>`
      return ['here', 'channel', 'everyone'].includes(name) ? `${before}<!${name}>` : all
    })
    .replace(/(^|[\s(])#([a-z\d_-]+)/g, (all, before: string, name: string) => {
      const id = names.channels.get(name)
      return id === undefined ? all : `${before}<#${id}|${name}>`
    })
