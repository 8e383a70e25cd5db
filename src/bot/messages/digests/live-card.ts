import type { DigestItem, DigestItems } from './digest.ts'
import { actions } from '../kit/ids.ts'
import { button, buttons, line, link, linkButton, type Message, message, name, when } from '../kit/message.ts'
import { type ProjectCardFacts, projectLines } from '../events/project-card.ts'
import { count } from '../kit/words.ts'

export interface LiveCardFacts extends ProjectCardFacts {
  uuid: string
  late: DigestItems
  waiting: DigestItems
  next?: DigestItem | undefined
  /** `what`: the event's name. */
  last?: { what: string; by?: string | undefined; at: string } | undefined
}

const happened: Readonly<Record<string, string>> = {
  comment_new: 'a comment',
  comment_reply: 'a reply',
  comment_mention: 'a comment',
  comment_updated: 'a comment edited',
  comment_deleted: 'a comment deleted',
  task_created: 'a task added',
  task_updated: 'a task changed',
  task_completed: 'a task completed',
  task_deleted: 'a task deleted',
  subtask_created: 'a subtask added',
  subtask_updated: 'a subtask changed',
  subtask_completed: 'a subtask completed',
  subtask_deleted: 'a subtask deleted',
  module_created: 'a module added',
  module_updated: 'a module changed',
  module_deleted: 'a module deleted',
  project_created: 'the project created',
  project_completed: 'the project completed',
  project_archived: 'the project archived',
  project_invitation: 'an invitation',
}

/** With the first of them by name. */
const most = (words: string, { total, named: [first] = [] }: DigestItems) => {
  if (total === 0) return undefined
  const rest = total - 1
  return line(
    words,
    first && ': ',
    first && link(first.url, first.name),
    first?.detail !== undefined && ` (${first.detail})`,
    first && rest > 0 && ` and ${rest.toLocaleString('en-US')} more`,
  )
}

/** A project's card that somebody pinned: it is kept up to date where it stands. */
export const liveCard = (facts: LiveCardFacts): Message => {
  const { late, waiting, next, last } = facts
  return message(
    line('Project ', link(facts.url, facts.name, { bold: true })),
    ...projectLines(facts),
    most(`${count(late.total, 'task')} overdue`, late),
    most(`${count(waiting.total, 'task')} waiting on the customer`, waiting),
    next && line('Next: ', link(next.url, next.name), next.detail !== undefined && ` (${next.detail})`),
    last &&
      line(
        `Last: ${happened[last.what] ?? 'a change'}`,
        last.by !== undefined && ' by ',
        last.by !== undefined && name(last.by),
        ', ',
        when(last.at),
      ),
    buttons(
      button({
        action: actions.unpin,
        text: 'Unpin',
        value: facts.uuid,
        label: `Unpin the card of ${facts.name}`,
      }),
      linkButton(facts.url, 'Open', `Open ${facts.name} in the tracker`),
    ),
  )
}
