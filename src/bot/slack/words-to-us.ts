import type { BotDeps } from '../deps/deps.ts'

/** Also in bold, or after a character that nobody sees: it must not become a comment. */
const first = /^[\s*_~`\u200B\u2060\uFEFF]*<@(\w+)(?:\|[^>]*)?>[\s:,*_~`\u200B\u2060\uFEFF]*/

/** The user mentioned first in a message, and the words after it. */
export const addressed = (text: string): { user: string; words: string } | undefined => {
  const [opening = '', user] = first.exec(text) ?? []
  return user === undefined ? undefined : { user, words: text.slice(opening.length) }
}

/** Asks Slack for our id: a command that is not recognized would become a comment for customers. */
export const isToUs = async ({ slack }: Pick<BotDeps, 'slack'>, text: string): Promise<boolean> => {
  const to = addressed(text)
  return to !== undefined && to.user === (await slack.identity()).userId
}
