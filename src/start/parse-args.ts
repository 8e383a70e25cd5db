import { nearest } from '../bot/answers/reference.ts'
import { NotUnderstood, program } from './cannot-run.ts'
import { commands, type CommandRow } from './commands.ts'

interface Parsed {
  readonly word: CommandRow
  /** What follows the word. */
  readonly rest: readonly string[]
}

const notUnderstood = (typed: string) => {
  const meant = nearest(typed, Object.keys(commands))
  return new NotUnderstood(
    `"${typed}" is not a command. ${meant ? `Did you mean: ${program} ${meant}?` : `For the list: ${program} --help`}`,
  )
}

/** Without a word, NODE_ENV says whether it is the playground. */
const withoutWord: CommandRow = { help: '', program: 'bot' }

/** Other spellings. */
const spellings: ReadonlyMap<string, string> = new Map([
  ['-h', '--help'],
  ['help', '--help'],
  ['-v', '--version'],
  ['version', '--version'],
])

/** A program has no arguments, so its help is the list of commands. A command answers with its own usage. */
const asksForList = (word: CommandRow, [first = '']: readonly string[]) =>
  'program' in word && (spellings.get(first) ?? first) === '--help'

/** What the command line asks for. The longest name wins: `service invite` is not `service`. */
export const parseArgs = (typed: readonly string[]): Parsed => {
  const [first, ...more] = typed
  if (first === undefined) return { word: withoutWord, rest: [] }
  const args = [spellings.get(first) ?? first, ...more]
  for (const length of [2, 1]) {
    const name = args.slice(0, length).join(' ')
    const word = args.length >= length && Object.hasOwn(commands, name) ? commands[name] : undefined
    const rest = args.slice(length)
    if (!word) continue
    if (asksForList(word, rest)) return parseArgs(['--help'])
    if ('run' in word || rest.length === 0) return { word, rest }
  }
  throw notUnderstood(args.slice(0, 2).join(' '))
}
