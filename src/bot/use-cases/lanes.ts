import type { LaneKind } from '../../store/lanes.ts'
import type { BotDeps } from '../deps.ts'
import { answerMention } from './answer-mention.ts'
import { createProject } from './create-project.ts'
import { onCreateAside } from './project-trouble.ts'
import { handleEvent } from './handle-event.ts'
import { markMessage } from './mark-message.ts'
import { onPostAside, postDelivery } from './post-delivery.ts'
import { onReplyAside, sendReply } from './send-reply.ts'
import { reconcile } from './reconcile.ts'
import { tellMentioned } from './tell-mentioned.ts'
import { settleInbox } from '../../store/bot/inbox.ts'

const second = 1_000

/**
 * An outage of a day is survived with the order kept: every half minute, after a few quick tries. What cannot
 * be done at all is set aside at once by `GiveUp`, so only outages wait here.
 */
const patient: readonly number[] = [1, 2, 5, 10, 20, ...Array<number>(2_880).fill(30)].map((s) => s * second)

const patientMarks = [1, 5, 30, 60, 120, ...Array<number>(288).fill(300)].map((s) => s * second)

/** Every lane of the bot. */
export const botLanes = (deps: BotDeps): Readonly<Record<string, LaneKind>> => ({
  event: {
    work: handleEvent(deps),
    backoff: patient,
    onAside: (tx, job, reason) =>
      settleInbox(tx, (job.payload as { inbox: number }).inbox, 'aside', reason, deps.now()),
  },
  post: { work: postDelivery(deps), backoff: patient, onAside: onPostAside(deps) },
  reply: { work: sendReply(deps), backoff: patient, onAside: onReplyAside(deps) },
  reconcile: { work: reconcile(deps), backoff: patient },
  mentioned: { work: tellMentioned(deps), backoff: patientMarks },
  mention: { work: answerMention(deps), backoff: patient },
  // A lane a project name.
  create: { work: createProject(deps), backoff: patient, onAside: onCreateAside(deps) },
  // A lane a message: many may wait at once, so they come back less often.
  mark: { work: markMessage(deps), backoff: patientMarks },
})
