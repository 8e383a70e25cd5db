import { z } from 'zod'
import { commentText, id, idIfAny, paginationSchema, shortIfAny, notBlank } from './fields.ts'
import { limits } from './limits.ts'
import { folded } from './text.ts'

/** In events and records alike: a comment needs its uuid. The rest may be missing, null, or of another type: its
 * author and words are then empty. */
export const commentSchema = z.looseObject({
  uuid: id,
  created_by_uuid: id.catch(''),
  created_by_name: shortIfAny,
  message_plain: commentText.catch(''),
  message_rtf: commentText.nullish().catch(undefined),
  associated_object_uuid: idIfAny,
  associated_object_type: shortIfAny,
  parent_object_uuid: idIfAny,
  parent_object_type: shortIfAny,
  replied_to_comment_uuid: idIfAny,
  created_at: shortIfAny,
  edited_at: shortIfAny,
})
export type Comment = z.output<typeof commentSchema>

export const commentsReplySchema = z.looseObject({
  comments: z.array(commentSchema),
  pagination: paginationSchema,
})

export const commentParamsSchema = z.object({ comment_uuid: z.string() })
export const commentInputSchema = z.strictObject({ message_plain: notBlank(limits.comment) })

/**
 * Matches `Dana Smith (Slack): …` and `Casey Jones (Acme Corp, Slack): …`. The bot removes colons, brackets and
 * line breaks from names, so that nobody's name can imitate another person's comment.
 */
const pattern = /^([^\s:()[\]{}<>][^:()[\]{}<>\n]{0,199}) \((?:([^():\n]{1,200}), )?Slack\):\s([\s\S]*)$/

/** The author and the words of a comment that the API user posted for somebody in Slack. Undefined for any other. */
export const fromSlack = (message: string) => {
  const [, name, company, text] = pattern.exec(message) ?? []
  return name === undefined || text === undefined
    ? undefined
    : { name, company, text: text.replace(/^\n/, '') }
}

/** No name or address is longer, in UTF-16 units. */
const longestName = 254
/** Further `@` in a text are ignored, which bounds the time. */
const mostMentions = 100

const partOfName = /[\p{L}\p{M}\p{N}_]/u

/** Whether a name may end here: `@Dana Smith` is not in `@Dana Smithson`. */
const endsAt = (text: string, at: number): boolean =>
  at === text.length || !partOfName.test(String.fromCodePoint(text.codePointAt(at) ?? 0))

/** The longest known word right after an `@`, so that `@Dana Lee Smith` is not read as `@Dana Lee`. */
const wordAt = <T>(text: string, from: number, words: ReadonlyMap<string, T>): string | undefined => {
  for (let end = Math.min(text.length, from + longestName); end > from; end -= 1) {
    const word = text.slice(from, end)
    if (words.has(word) && endsAt(text, end)) return word
  }
  return undefined
}

/** What somebody may be mentioned by: a full name or an email address. */
interface Mentionable<P> {
  readonly word: string
  readonly person: P
}

/** People by their folded words. A word that two people share is undefined. */
const byWord = <P>(words: readonly Mentionable<P>[]): ReadonlyMap<string, P | undefined> => {
  const people = new Map<string, P | undefined>()
  for (const { word, person } of words) {
    const key = folded(word)
    if (key !== '') people.set(key, people.has(key) && people.get(key) !== person ? undefined : person)
  }
  return people
}

/**
 * The people that a text mentions as `@word`, in the order of the text. Each `@` costs the same, whether ten people or
 * ten thousand are known.
 */
export const mentionsIn = <P>(text: string, words: readonly Mentionable<P>[]): P[] => {
  const people = byWord(words)
  // Line by line, because a name does not continue on the next line.
  const plain = text.split('\n').map(folded).join('\n')
  const mentioned = new Set<P>()
  let from = plain.indexOf('@')
  for (let seen = 0; from >= 0 && seen < mostMentions; seen += 1) {
    const word = wordAt(plain, from + 1, people)
    const person = word === undefined ? undefined : people.get(word)
    if (person !== undefined) mentioned.add(person)
    from = plain.indexOf('@', from + 1 + (word?.length ?? 0))
  }
  return [...mentioned]
}
