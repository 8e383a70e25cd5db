import type { BotDeps } from '../../deps.ts'

const first = /^\s*<@(\w+)(?:\|[^>]*)?>[\s:,]*/

/** Waits for our identity, because a command that is not recognized becomes a comment for customers. */
export const wordsToUs = async (
  { slack }: Pick<BotDeps, 'slack'>,
  text: string,
): Promise<string | undefined> => {
  const [opening = '', mentioned] = first.exec(text) ?? []
  if (mentioned === undefined || mentioned !== (await slack.identity()).userId) return undefined
  return text.slice(opening.length)
}
