import type { BotDeps } from '../../deps.ts'

const first = /^\s*<@(\w+)(?:\|[^>]*)?>[\s:,]*/

/**
 * What follows when a message begins with a mention of us; undefined for every other message. Slack's answer to
 * who we are is waited for: a command taken for a reply would become a comment that the customer reads.
 */
export const wordsToUs = async (
  { slack }: Pick<BotDeps, 'slack'>,
  text: string,
): Promise<string | undefined> => {
  const [opening = '', mentioned] = first.exec(text) ?? []
  if (mentioned === undefined || mentioned !== (await slack.identity()).userId) return undefined
  return text.slice(opening.length)
}
