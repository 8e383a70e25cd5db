import type { HelpEntry } from '../../messages/help.ts'
import { type Refused, refused } from '../subcommand.ts'
import { asTyped, noProject, type ProjectReference, projectReference, readReference } from './reference.ts'
import { firstWord, unquoted } from './words.ts'

export type Target =
  | { scope: 'all' }
  | { scope: 'account'; account: string }
  | { scope: 'project'; project: ProjectReference }

type ReadTarget = { ok: true; target: Target; words: string[] } | Refused

const split = (text: string) => text.split(/\s+/).filter((word) => word !== '')

/** The name is a quoted phrase, or all words before the tail that `isTail` accepts: at least one. */
const readName = (text: string, isTail: (word: string) => boolean) => {
  const first = firstWord(text)
  if (first.quoted) return { name: first.word, words: split(first.rest) }
  const words = split(text)
  let end = words.length
  while (end > 1 && isTail(words[end - 1] ?? '')) end--
  return { name: words.slice(0, end).join(' '), words: words.slice(end) }
}

export const readTarget = (entry: HelpEntry, text: string, isTail: (word: string) => boolean): ReadTarget => {
  const { word, rest, quoted } = firstWord(text)
  if (word === '') return refused(entry, 'Which one? Name a project, account:NAME, or all.')
  if (!quoted && word.toLowerCase() === 'all')
    return { ok: true, target: { scope: 'all' }, words: split(rest) }
  if (!quoted && /^account:/i.test(word)) {
    const { name, words } = readName(text.trim().slice('account:'.length), isTail)
    const account = asTyped(name)
    if (account === '') return refused(entry, 'Which account? Put its name after account:.')
    return { ok: true, target: { scope: 'account', account }, words }
  }
  const pointed = !quoted && readReference(word).by !== 'text'
  const { name, words } = pointed ? { name: word, words: split(rest) } : readName(text, isTail)
  const project = projectReference(unquoted(name))
  return project ? { ok: true, target: { scope: 'project', project }, words } : refused(entry, noProject)
}
