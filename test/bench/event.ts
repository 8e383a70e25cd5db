import { randomUUID } from 'node:crypto'
import { delivery, payloads } from '../contract/payloads.ts'

/** One of fifty projects, so that jobs share lanes as in a busy organization. */
const projects = Array.from({ length: 50 }, () => randomUUID())

/** A customer's comment as the tracker delivers it, new each time. About 1 kB. */
export const commentEvent = (n: number): string =>
  JSON.stringify({
    ...delivery('comment_new', {
      comment: {
        ...payloads.comment.comment,
        uuid: randomUUID(),
        message_plain: `Comment ${n}: the firewall change is approved, we can go on with step four.`,
        associated_object_uuid: randomUUID(),
        associated_object_type: 'TASK',
        parent_object_uuid: projects[n % projects.length],
        parent_object_type: 'PROJECT',
      },
    }),
    timestamp: new Date().toISOString(),
  })
