import { command } from '../kit/ids.ts'
import { line, type Message, message, name } from '../kit/message.ts'

const steps = {
  project: `Type less of its name, or paste its URL. ${command} projects lists them.`,
  task: 'Paste its URL from the tracker. By name, only tasks that this channel’s projects have shown are found.',
  comment: 'It may have been deleted in the tracker.',
  'data field': `${command} fields lists those of a project.`,
  account: `Write the account’s name as the tracker has it. ${command} projects shows the names.`,
}

/** Does not say whether the object is missing or hidden from the channel. */
export const notFound = ({ what, query }: { what: keyof typeof steps; query: string }): Message =>
  message(line(`No ${what} is found for `, name(`“${query}”`), '.'), steps[what])

export const notOurs = (): Message =>
  message(
    'That message is not one of mine in this channel.',
    'Copy the link of a card, a comment or an announcement (⋮ → Copy link), and ask in its own channel.',
  )
