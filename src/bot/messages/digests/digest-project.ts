import { type DigestItem, type DigestItems, type DigestProject, projectHead, unnamed } from './digest.ts'
import { bold, line, link, type Message, message, note, when } from '../kit/message.ts'
import { count } from '../kit/words.ts'

export interface DigestProjectFacts {
  sinceAt: string
  project: DigestProject
}

const itemLine = ({ name, url, detail }: DigestItem) =>
  line('• ', link(url, name), detail !== undefined && ` (${detail})`)

/** However many are given. */
const namedInList = 12

const list = (words: string, { total, named = [] }: DigestItems) => {
  const shown = named.slice(0, namedInList)
  const rest = unnamed(total, shown)
  return total === 0
    ? []
    : [
        line(bold(words)),
        ...shown.map(itemLine),
        rest > 0 && note(`and ${rest.toLocaleString('en-US')} more in the tracker`),
      ]
}

/** *Show more* of one project of a digest, as it is now: to the person who pressed. */
export const digestProject = ({ sinceAt, project }: DigestProjectFacts): Message => {
  const { done, late, waiting, comments, next } = project
  return message(
    projectHead(project),
    line('Since ', when(sinceAt)),
    ...list(`${count(done.total, 'task')} done`, done),
    ...list(`${count(late.total, 'task')} overdue`, late),
    ...list(`${count(waiting.total, 'task')} waiting on the customer`, waiting),
    ...list(count(comments.total, 'comment'), comments),
    next && line('Next: ', link(next.url, next.name), next.detail !== undefined && ` (${next.detail})`),
  )
}
