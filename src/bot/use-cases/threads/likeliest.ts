import type { LikelyTask } from '../../store/channels/likely-tasks.ts'

/** Words of a text that say something: three letters or more, in lower case. */
const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 2 && !common.has(word)),
  ),
]

const common: ReadonlySet<string> = new Set(
  'the and for you your our are was has have can could will would this that with from not but when what how who about please thanks thank task'.split(
    ' ',
  ),
)

/** `import` and `imports`, `kick` and `kickoff`. */
const isLike = (one: string, other: string): boolean =>
  one === other ||
  (Math.min(one.length, other.length) > 3 && (one.startsWith(other) || other.startsWith(one)))

const shared = (words: readonly string[], text: string | undefined): number => {
  const others = wordsOf(text ?? '')
  return words.filter((word) => others.some((other) => isLike(word, other))).length
}

const isNamed = (name: string | undefined, people: readonly string[]): boolean =>
  name !== undefined && people.some((person) => person.toLowerCase() === name.toLowerCase())

/** A task's words count most, then its module's, then whom it is assigned to. */
const scoreOf = (task: LikelyTask, words: readonly string[], people: readonly string[]): number =>
  6 * shared(words, task.name) +
  2 * shared(words, task.moduleName) +
  (isNamed(task.assigneeName, people) ? 3 : 0)

/** The likeliest first. Among equals, the one where something happened last. `people`: the author and who is mentioned. */
export const likeliest = (
  tasks: readonly LikelyTask[],
  text: string,
  people: readonly string[],
): LikelyTask[] => {
  const words = wordsOf(text)
  return tasks
    .map((task) => ({ task, score: scoreOf(task, words, people) }))
    .sort((one, other) => other.score - one.score || other.task.activeAt - one.task.activeAt)
    .map(({ task }) => task)
}
