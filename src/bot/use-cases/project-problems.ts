import { ApiProblem, messages } from '../../contract/problem.ts'
import { unstopped } from '../messages/words.ts'

/** The dialog's own names for the tracker's fields. */
const labels: Readonly<Record<string, string>> = {
  name: 'Name',
  playbook_uuid: 'Playbook',
  account: 'Account',
  start_date: 'Start date',
  due_date: 'Due date',
  project_owner: 'Owner',
  internal_users: 'Team',
  customer_users: 'Customers',
  task_roles: 'Role placeholders',
  datafields: 'Data fields',
}

/** What to do about the refusals whose words the interface prints. */
const remedies: Readonly<Record<string, string>> = {
  [messages.playbookNotFound]: 'The playbook is not there any more: choose it anew.',
  [messages.accountRequired]: 'No account is given: choose one, or type its exact name.',
  [messages.accountNotFound]: 'No account has that name: write it exactly as the tracker does.',
  [messages.ownerInvalid]: 'The owner is no internal user of the tracker: choose somebody else.',
}

const remedyFor = (message: string): string => {
  const known = remedies[message]
  if (known !== undefined) return known
  if (message.startsWith(messages.notProjectFields)) return `${unstopped(message)}: leave these empty.`
  return `The tracker says: ${unstopped(message)}.`
}

/** A refusal that repeating cannot change, as sentences a person can act on; undefined for any other error. */
export const projectProblems = (error: unknown): readonly string[] | undefined => {
  if (!(error instanceof ApiProblem)) return undefined
  if (error.kind === 'invalid' && error.fields.length > 0) {
    return error.fields.map(({ field, message }) => {
      const [head = field] = field.split(/[.[]/)
      return `${labels[head] ?? field}: ${unstopped(message)}.`
    })
  }
  const refused = error.kind === 'invalid' || error.kind === 'unresolved' || error.kind === 'not-found'
  return refused ? [remedyFor(error.message)] : undefined
}
