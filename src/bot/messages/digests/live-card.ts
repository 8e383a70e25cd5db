import type { DigestItem, DigestItems } from './digest-items.ts'
import { itemsLine, nextLine } from './item-lines.ts'
import { actions } from '../kit/ids.ts'
import { type ProjectCardFacts, projectLines } from '../events/project-card.ts'
import { button, buttons, openButton } from '../kit/buttons.ts'
import { line, link, message, type Message, name, when } from '../kit/message.ts'

export interface LiveCardFacts extends ProjectCardFacts {
  uuid: string
  late: DigestItems
  waiting: DigestItems
  next?: DigestItem | undefined
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

export const liveCard = (facts: LiveCardFacts): Message => {
  const { last } = facts
  return message(
    line('Project ', link(facts.url, facts.name, { bold: true })),
    ...projectLines(facts),
    itemsLine('late', facts.late, 1),
    itemsLine('waiting', facts.waiting, 1),
    nextLine(facts.next),
    last &&
      line(
        `Last: ${happened[last.what] ?? 'a change'}`,
        last.by !== undefined && [' by ', name(last.by)],
        ', ',
        when(last.at),
      ),
    buttons(
      button(actions.unpin, 'Unpin', { value: facts.uuid, label: `Unpin the card of ${facts.name}` }),
      openButton(facts.url, facts.name),
    ),
  )
}
