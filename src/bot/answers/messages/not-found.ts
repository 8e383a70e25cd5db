import { command } from '../../kit/ids.ts'
import { line, type Message, message, name, note } from '../../kit/message.ts'
import { listed } from '../../kit/text/words.ts'

const steps = {
  project: `Try a shorter part of the name, or paste its link. ${command} projects lists all projects.`,
  task: 'Paste its link from the tracker. By name, only tasks that have appeared in this channel’s projects can be found.',
  'data field': `${command} fields lists a project’s data fields.`,
}

/** Does not say whether the object is missing or hidden from the channel. */
export const notFound = ({ what, query }: { what: keyof typeof steps; query: string }): Message =>
  message(line(`No ${what} found for `, name(`“${query}”`), '.'), steps[what])

/** For a command without a name. */
export const noTaskSeen = (): Message =>
  message(
    'The app knows no open task of this channel’s projects yet.',
    `Paste a task’s link from the tracker: ${command} task and the link.`,
  )

const mostNearest = 3

interface AccountUnknownFacts {
  typed: string
  /** The names that may have been meant. */
  nearest: readonly string[]
}

/** The interface lists no accounts, so one without a project and a customer can't be told from a typo. */
export const accountUnknown = ({ typed, nearest }: AccountUnknownFacts): Message =>
  message(
    line(
      'No project or customer in the tracker has the account ',
      name(`“${typed}”`),
      ', so nothing changed.',
    ),
    nearest.length > 0
      ? line(
          'Did you mean ',
          name(listed(nearest.slice(0, mostNearest), 'or')),
          nearest.length > mostNearest && `, or one of ${nearest.length - mostNearest} more`,
          `? ${command} projects shows the accounts’ names.`,
        )
      : `${command} projects shows the accounts’ names. A new account can be named once it has a project or a customer.`,
  )

export const notOurs = (): Message =>
  message(
    'That message wasn’t posted by this app in this channel.',
    'Copy the link of a card, comment or announcement (⋮ → Copy link), and ask in the channel it’s in.',
  )

export const unknownSubcommand = (facts: { word: string; nearest?: string | undefined }): Message =>
  message(
    line(
      `${command} has no `,
      name(`“${facts.word}”`),
      facts.nearest === undefined ? '.' : `. Did you mean ${command} ${facts.nearest}?`,
    ),
    `${command} help lists all commands.`,
  )

interface BadArgumentsFacts {
  problem: string
  usage: string
  example: string
}

export const badArguments = ({ problem, usage, example }: BadArgumentsFacts): Message =>
  message(line(name(problem)), `Usage: ${command} ${usage}`, `Example: ${command} ${example}`)

/** Below the answer to a command that takes no files. */
export const unusedFiles = (): Message =>
  message(
    note(
      'Your file stays in Slack. To share it with a task: @Onboarding comment "task name" <text>, with the file.',
    ),
  )
