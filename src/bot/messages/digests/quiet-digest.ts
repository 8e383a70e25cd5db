import { dotted, line, link, type Message, message, name, note } from '../kit/message.ts'
import { count } from '../kit/words.ts'

interface About {
  subject: string
  url?: string | undefined
  messages: number
  /** The thread's root, or the message itself. */
  of?: { kind: string; uuid: string } | undefined
}

export interface QuietDigestFacts {
  /** `HH:MM` and an IANA time zone. */
  from: string
  to: string
  timeZone: string
  comments: number
  tasks: number
  subtasks: number
  completedProjects: number
  others: number
  /** In order of arrival, with the number of messages for each. */
  about: readonly About[]
  /** How many messages are only counted and not posted. */
  collapsed: number
}

const shownSubjects = 8

/** Introduces the messages that waited for the end of quiet hours. */
export const quietDigest = (facts: QuietDigestFacts): Message => {
  const { from, to, timeZone, about, collapsed } = facts
  const shown = about.slice(0, shownSubjects)
  const left = about.slice(shownSubjects).reduce((sum, { messages }) => sum + messages, 0)
  return message(
    line('During quiet hours (', name(`${from}–${to}, ${timeZone}`), '):'),
    dotted(
      facts.comments > 0 && count(facts.comments, 'comment'),
      facts.tasks > 0 && `${count(facts.tasks, 'task')} completed`,
      facts.subtasks > 0 && `${count(facts.subtasks, 'subtask')} completed or answered`,
      facts.completedProjects > 0 && `${count(facts.completedProjects, 'project')} completed`,
      facts.others > 0 && count(facts.others, 'other change'),
    ),
    ...shown.map(({ subject, url, messages }) =>
      line('• ', link(url, subject), ` (${count(messages, 'message')})`),
    ),
    left > 0 && note(`and ${count(left, 'message')} on ${count(about.length - shown.length, 'other task')}`),
    collapsed > 0 &&
      note(
        `${count(collapsed, 'update')} ${collapsed === 1 ? 'is' : 'are'} only counted here. The rest follow in their threads.`,
      ),
  )
}
