import { entered } from '../../contract/text.ts'
import { unescape } from '../kit/text.ts'
import type { Unread } from './answer.ts'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const uuidAlone = new RegExp(`^${uuid}$`, 'i')
const projectInUrl = new RegExp(`^\\S*?/projects?/(${uuid})`, 'i')
const taskInUrl = new RegExp(`^\\S*?[#?&/]tasks?[-=/](${uuid})`, 'i')

const webAddress = /^https?:\/\//i

const slackLink = /<([a-z][a-z\d+.-]*:[^<>|]+)(?:\|([^<>]+))?>/gi
const addressIn = (url: string): string =>
  url.replace(/^(?:https?:\/\/|mailto:|tel:)/i, '').replace(/\/$/, '')

/** The words as typed. In messages, Slack makes links of domains and addresses: `<http://acme.com|acme.com>`. */
export const asTyped = (words: string): string => {
  const isPlain = !/[<&]/.test(words)
  if (isPlain) return words
  const unlinked = words.replaceAll(slackLink, (_, target: string, label?: string) => {
    const isWeb = /^https?:/i.test(target)
    if (label !== undefined && (!isWeb || addressIn(label) === addressIn(target))) return label
    return isWeb ? target : addressIn(target)
  })
  return unescape(unlinked)
}

const uuidAt = (place: RegExp, url: string): string | undefined => place.exec(url)?.[1]?.toLowerCase()

/** The uuids of the project and the task in a URL, as Slack sends it. */
export const uuidsInUrl = (sent: string) => {
  const url = unescape(sent)
  return { projectUuid: uuidAt(projectInUrl, url), taskUuid: uuidAt(taskInUrl, url) }
}

/** `projectUuid` is set if the URL has one. */
export type TaskReference =
  | { by: 'uuid'; uuid: string; projectUuid: string | undefined }
  | { by: 'text'; text: string }

/** A text is a name, part of a name, or an external id. */
export type ProjectReference = { by: 'uuid'; uuid: string } | { by: 'text'; text: string }

export const wordsOf = (words: ProjectReference): string => (words.by === 'uuid' ? words.uuid : words.text)

export const noTask = 'That link isn’t a task in the tracker.'
export const noProject = 'That link isn’t a project in the tracker.'

/** Reads words as typed. Does not check the URL's host: the uuid is looked up in the tracker. */
const referenceTo =
  (place: RegExp) =>
  (words: string): ProjectReference | undefined => {
    const [, linked] = place.exec(words) ?? []
    const uuid = uuidAlone.test(words) ? words : linked
    if (uuid !== undefined) return { by: 'uuid', uuid: uuid.toLowerCase() }
    return webAddress.test(words) ? undefined : { by: 'text', text: words }
  }

/** Undefined for a URL that is not a project's. */
export const projectReference = referenceTo(projectInUrl)

const taskIn = referenceTo(taskInUrl)

/** Undefined for a URL that is not a task's. */
export const taskReference = (words: string): TaskReference | undefined => {
  const found = taskIn(words)
  return found?.by === 'uuid' ? { ...found, projectUuid: uuidAt(projectInUrl, words) } : found
}

/** Opening quotation marks and their closing marks. Phones and word processors type curly ones. */
const quotes: Readonly<Record<string, string>> = {
  '"': '"“”',
  '“': '”"“',
  '„': '“”"',
  '”': '”"',
  '«': '»',
  "'": "'’",
  '‘': "’'",
  '’': "’'",
  '‚': "‘’'",
  '`': '`´',
}

/** Marks that also stand inside words, as in `Levi's`. They close only where a word ends. */
const insideWords = /^['’‘´`]$/

export interface First {
  word: string
  rest: string
  quoted: boolean
}

const closes = (text: string, mark: string, at: number): boolean =>
  !insideWords.test(mark) || !/^[\p{L}\p{N}]/u.test(text.slice(at + 1, at + 3))

/** The opening mark's own partner wins: a name in straight marks may have curly ones in it. */
const closingAt = (text: string, [own = '', ...others]: string): number => {
  const at = (mark: string) => {
    let found = text.indexOf(mark, 1)
    while (found > 0 && !closes(text, mark, found)) found = text.indexOf(mark, found + 1)
    return found
  }
  const first = at(own)
  if (first > 0) return first
  return Math.min(...others.map(at).filter((found) => found > 0), text.length)
}

/** A quoted phrase, a whole Slack `<…>` (its label may have spaces), or the text before the next space. */
export const firstWord = (text: string): First => {
  const trimmed = entered(text)
  const marks = quotes[trimmed.charAt(0)]
  const close = marks === undefined ? trimmed.length : closingAt(trimmed, marks)
  if (close < trimmed.length)
    return { word: entered(trimmed.slice(1, close)), rest: entered(trimmed.slice(close + 1)), quoted: true }
  const [word = ''] = /^<[^<>]*>|^\S*/.exec(trimmed) ?? []
  return { word, rest: entered(trimmed.slice(word.length)), quoted: false }
}

/** A whole text as typed, without quotation marks around it. */
export const unquoted = (text: string): string => {
  const typed = entered(asTyped(text))
  if (!Object.hasOwn(quotes, typed.charAt(0))) return typed
  const { word, rest, quoted } = firstWord(typed)
  return quoted && rest === '' ? word : typed
}

export type Target =
  | { scope: 'all' }
  | { scope: 'account'; account: string }
  | { scope: 'project'; project: ProjectReference }

type ReadTarget = { ok: true; target: Target; words: string[] } | Unread

const ofAccount = /^account:/i

/**
 * A name is `all`, a URL, a uuid, a quoted phrase, or else all words before the tail that `isTail` accepts: at least
 * one word.
 */
export const readTarget = (text: string, isTail: (word: string) => boolean): ReadTarget => {
  const typed = entered(asTyped(text))
  const isAccount = ofAccount.test(typed)
  const named = typed.replace(ofAccount, '')
  const { word, rest, quoted } = firstWord(named)
  if (word === '' && isAccount) return { ok: false, problem: 'Which account? Put its name after account:.' }
  if (word === '') return { ok: false, problem: 'Which one? Name a project, account:NAME, or all.' }
  const isAll = !quoted && !isAccount && word.toLowerCase() === 'all'
  const isWhole = quoted || isAll || (!isAccount && projectReference(word)?.by !== 'text')
  const words = (isWhole ? rest : named).match(/\S+/g) ?? []
  let end = isWhole ? 0 : words.length
  while (end > 1 && isTail(words[end - 1] ?? '')) end--
  const name = isWhole ? word : words.slice(0, end).join(' ')
  const tail = words.slice(end)
  if (isAll) return { ok: true, target: { scope: 'all' }, words: tail }
  if (isAccount) return { ok: true, target: { scope: 'account', account: name }, words: tail }
  const project = projectReference(name)
  if (!project) return { ok: false, problem: noProject }
  return { ok: true, target: { scope: 'project', project }, words: tail }
}

/** Counts insertions, deletions, replacements and swaps of adjacent letters (Damerau-Levenshtein). */
const distance = (from: string, to: string): number => {
  let before: number[] = []
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1]
      const swapped =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const costs = [
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      ]
      current.push(Math.min(...costs))
    }
    before = above
    above = current
  }
  return above[to.length] ?? 0
}

/** A longer word is not a typo, and comparing it would be slow. */
const longest = 40

/** The closest word with at most a third of its letters different, or one that starts with the typed text. */
export const nearest = <W extends string>(typed: string, words: readonly W[]): W | undefined => {
  const word = typed.toLowerCase()
  if (word === '' || word.length > longest) return undefined
  const [best] = words
    .map((candidate) => ({ candidate, far: distance(word, candidate) }))
    .filter(({ candidate, far }) => far <= Math.max(1, Math.floor(candidate.length / 3)))
    .toSorted((a, b) => a.far - b.far)
  if (best) return best.candidate
  return word.length >= 3 ? words.find((candidate) => candidate.startsWith(word)) : undefined
}
