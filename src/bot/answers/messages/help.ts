import { button, buttons, chooseProject } from '../../kit/buttons.ts'
import { actions, command, type ListPage } from '../../kit/ids.ts'
import { bold, line, type Message, message, note } from '../../kit/message.ts'

export interface HelpEntry {
  name: string
  summary: string
  /** Includes the subcommand's name: `project [name | external id | URL]`. */
  usage: string
  examples: readonly string[]
}

const everything: ListPage = { list: 'help', offset: 0 }

interface ShortHelpFacts {
  /** Whether the person may use everything in the tracker; guests look up. */
  may: boolean
  greeting?: 'hello' | 'thanks' | undefined
}

const run = (text: string, value: string) => button(actions.runAgain, text, { value })

/** What the app does, and the next step. */
export const shortHelp = ({ may, greeting }: ShortHelpFacts): Message => {
  if (greeting === 'thanks') return message('You’re welcome.')
  return message(
    greeting === 'hello' && 'Hello!',
    'Comments and changes of your onboarding projects arrive in Slack, each task in a thread.',
    'A reply in a task’s thread becomes a comment on the task.',
    may
      ? 'Choose what this channel receives, or look something up:'
      : 'Look something up, here or in the project’s channel:',
    buttons(
      may && chooseProject(),
      may ? run('Projects', 'projects') : run('This channel’s projects', 'project'),
      may && run('New project', 'create'),
      button(actions.listMore, 'All commands', { value: JSON.stringify(everything) }),
    ),
  )
}

/** Every subcommand with one example, or a single subcommand with all its examples. */
export const help = ({ entries }: { entries: readonly HelpEntry[] }): Message => {
  const [only] = entries
  if (only && entries.length === 1)
    return message(
      line(bold(`${command} ${only.usage}`)),
      only.summary,
      ...only.examples.map((example) => `Example: ${command} ${example}`),
    )
  return message(
    'What you can do here:',
    ...entries.flatMap(({ usage, summary, examples: [example] }) => [
      line(bold(`${command} ${usage}`)),
      line('   ', summary, example !== undefined && ` Example: ${command} ${example}`),
    ]),
    note(
      `Replies in a task’s thread become comments on the task. For one command, try ${command} help subscribe.`,
    ),
  )
}
