import { z } from 'zod'
import { maybe, number, numbers, text, texts } from '../facts.ts'
import { dotted, line, link, type Message, message, name, note } from '../kit/message.ts'
import { count } from '../kit/words.ts'

export const quietDigestSchema = z.object({
  /** `HH:MM` and an IANA time zone. */
  ...texts('from', 'to', 'timeZone'),
  /** `collapsed`: how many messages are only counted and not posted. */
  ...numbers('comments', 'tasks', 'subtasks', 'completedProjects', 'others', 'collapsed'),
  /** In order of arrival, with the number of messages for each. */
  about: z.array(
    z.object({
      subject: text,
      ...maybe('url'),
      messages: number,
      /** The thread's root, or the message itself. */
      of: z.object(texts('kind', 'uuid')).optional(),
    }),
  ),
})
export type QuietDigestFacts = z.output<typeof quietDigestSchema>

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
