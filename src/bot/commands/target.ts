import { type ProjectReference, projectReference, readReference } from './reference.ts'
import { firstWord, unquoted } from './words.ts'

/** What is subscribed to, as it was named. */
export type Target =
  | { scope: 'all' }
  | { scope: 'account'; account: string }
  | { scope: 'project'; project: ProjectReference }

export type ReadTarget =
  | { ok: true; target: Target; /** Words behind the target. */ words: string[] }
  | { ok: false; problem: string }

const noProject = 'That URL is no project’s page of the tracker.'

const split = (text: string) => text.split(/\s+/).filter((word) => word !== '')

const isProjectPointer = (word: string) => readReference(word).by !== 'text'

/**
 * Names may hold spaces and need no quotation marks, so the words that `isTail` knows are taken off the end; at
 * least one word is left for the name.
 */
const nameAndTail = (text: string, isTail: (word: string) => boolean) => {
  const words = split(text)
  let end = words.length
  while (end > 1 && isTail(words[end - 1] ?? '')) end--
  return { name: words.slice(0, end).join(' '), words: words.slice(end) }
}

const readName = (text: string, isTail: (word: string) => boolean) => {
  const first = firstWord(text)
  if (first.quoted) return { name: first.word, words: split(first.rest) }
  return nameAndTail(text, isTail)
}

/** `<project | account:NAME | all>` and the words behind it. */
export const readTarget = (text: string, isTail: (word: string) => boolean): ReadTarget => {
  const { word, rest, quoted } = firstWord(text)
  if (word === '') return { ok: false, problem: 'What is it about? Name a project, account:NAME, or all.' }
  if (!quoted && word.toLowerCase() === 'all')
    return { ok: true, target: { scope: 'all' }, words: split(rest) }
  if (!quoted && /^account:/i.test(word)) {
    const { name, words } = readName(text.trim().slice('account:'.length), isTail)
    const account = projectText(name)
    if (account === '') return { ok: false, problem: 'Which account? Write its name behind account:.' }
    return { ok: true, target: { scope: 'account', account }, words }
  }
  if (!quoted && isProjectPointer(word)) {
    const project = projectReference(word)
    return project
      ? { ok: true, target: { scope: 'project', project }, words: split(rest) }
      : { ok: false, problem: noProject }
  }
  const { name, words } = readName(text, isTail)
  const project = projectReference(unquoted(name))
  return project
    ? { ok: true, target: { scope: 'project', project }, words }
    : { ok: false, problem: noProject }
}

const projectText = (name: string): string => {
  const found = readReference(name)
  return found.by === 'text' ? found.text : name
}
