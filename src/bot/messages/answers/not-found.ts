import { command } from '../kit/ids.ts'
import { line, type Message, message, name } from '../kit/message.ts'

export interface NotFoundFacts {
  what: 'project' | 'task' | 'comment' | 'account' | 'data field'
  /** What was typed or clicked. */
  query: string
}

const steps: Record<NotFoundFacts['what'], string> = {
  project: `Type less of its name, or paste its URL. ${command} projects lists them.`,
  task: 'Paste its URL from the tracker. By name, only tasks that this channel’s projects have shown are found.',
  comment: 'It may have been deleted in the tracker.',
  'data field': `${command} fields lists those of a project.`,
  account: `Write the account’s name as the tracker has it. ${command} projects shows the names.`,
}

/** Nothing in the tracker answers to it; or it is not for this channel, which is not to be told apart. */
export const notFound = ({ what, query }: NotFoundFacts): Message =>
  message(line(`No ${what} is found for `, name(`“${query}”`), '.'), line(steps[what]))
