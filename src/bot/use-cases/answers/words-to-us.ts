import type { BotDeps } from '../../deps.ts'

const first = /^\s*<@(\w+)(?:\|[^>]*)?>[\s:,]*/

/** Whom a message addresses by its first word, and the words after that. */
export const addressed = (text: string): { user: string; words: string } | undefined => {
  const [opening = '', user] = first.exec(text) ?? []
  return user === undefined ? undefined : { user, words: text.slice(opening.length) }
}

/** Asks Slack who we are, because a command that is not recognized becomes a comment for customers. */
export const isToUs = async ({ slack }: Pick<BotDeps, 'slack'>, text: string): Promise<boolean> => {
  const to = addressed(text)
  return to !== undefined && to.user === (await slack.identity()).userId
}
