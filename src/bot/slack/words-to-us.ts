import type { Slack } from './web-slack.ts'

/** Also in bold, or after an invisible character: it must not become a comment. */
const first = /^([\s*_~`\u200B\u2060\uFEFF]*)<@(\w+)(?:\|[^>]*)?>([\s:,*_~`\u200B\u2060\uFEFF]*)/

/** `_*` for what `*_` begins. */
const closingMarks = (marks: string): string =>
  marks
    .match(/[*_~`]/g)
    ?.toReversed()
    .join('') ?? ''

/** The user mentioned first in a message, and the words after it. */
export const addressed = (text: string): { user: string; words: string } | undefined => {
  const [opening = '', before = '', user, after = ''] = first.exec(text) ?? []
  if (user === undefined) return undefined
  const words = text.slice(opening.length).trimEnd()
  // The whole command may be bold, not only the mention.
  const marks = /[*_~`]/.test(after) ? '' : closingMarks(before)
  return { user, words: words.endsWith(marks) ? words.slice(0, words.length - marks.length) : words }
}

/** Asks Slack for our id: a command that is not recognized would become a comment for customers. */
export const isToUs = async (
  { slack }: { slack: Pick<Slack, 'identity'> },
  text: string,
): Promise<boolean> => {
  const to = addressed(text)
  return to !== undefined && to.user === (await slack.identity()).userId
}
