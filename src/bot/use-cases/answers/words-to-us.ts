import type { BotDeps } from '../../deps.ts'

const first = /^\s*<@(\w+)(?:\|[^>]*)?>[\s:,]*/

/** The words after a leading mention of the app. Waits for our identity: a customer would read a missed command. */
export const wordsToUs = async (
  { slack }: Pick<BotDeps, 'slack'>,
  text: string,
): Promise<string | undefined> => {
  const [opening = '', mentioned] = first.exec(text) ?? []
  if (mentioned === undefined || mentioned !== (await slack.identity()).userId) return undefined
  return text.slice(opening.length)
}
