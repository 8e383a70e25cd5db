import { line, type Message, message, when, bold, note } from '../../../kit/message.ts'
import { type DigestProject, projectHead } from '../../../sync/posts/messages/digest.ts'
import { type ItemKind, itemKinds, itemSpans, someItems } from '../../../sync/posts/messages/digest-items.ts'
import { nextLine } from '../../../sync/posts/messages/item-lines.ts'

const namedInList = 12

const itemLines = (project: DigestProject) => (kind: ItemKind) => {
  const list = someItems(kind, project[kind], namedInList)
  return (
    list && [
      line(bold(list.head)),
      ...list.shown.map((item) => line('• ', itemSpans(item))),
      list.more !== undefined && note(`and ${list.more} more in the tracker`),
    ]
  )
}

export const digestProject = ({ sinceAt, project }: { sinceAt: string; project: DigestProject }): Message =>
  message(
    projectHead(project),
    line('Since ', when(sinceAt)),
    ...itemKinds.flatMap(itemLines(project)),
    nextLine(project.next),
  )

export const digestEmpty = ({ sinceAt }: { sinceAt: string }): Message =>
  message(
    line(
      'Nothing to report since ',
      when(sinceAt),
      ': the app heard of nothing new in this channel’s projects, and knows no task that is overdue or waiting on the customer.',
    ),
    'Empty digests aren’t posted.',
  )
