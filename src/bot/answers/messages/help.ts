import { button, buttons } from '../../kit/buttons.ts'
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

/** A line for each of the most used. *More* shows all. */
export const shortHelp = ({ entries }: { entries: readonly HelpEntry[] }): Message =>
  message(
    ...entries.map(({ usage, summary }) => line(bold(`${command} ${usage}`), ` · ${summary}`)),
    buttons(
      button(actions.listMore, 'More', { value: JSON.stringify(everything), label: 'More: all commands' }),
    ),
  )

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
