import { type Job, type LaneKind, RetryLater } from '../../lanes/lanes.ts'
import type { BotDeps } from '../deps.ts'
import { type JobKind, type Payload, payloads } from '../payloads.ts'
import type { Tx } from '../store/database.ts'
import { subscribeHook } from './upkeep/subscribe-hooks.ts'
import { answerMention } from './answer-mention.ts'
import { createProject } from './projects/create-project.ts'
import { onCreateAside } from './projects/project-trouble.ts'
import { endQuiet } from './posting/hold-posts.ts'
import { giveReceipt } from './replies/give-receipt.ts'
import { handleEvent } from './handle-event.ts'
import { refreshLiveCard } from './digests/live-card.ts'
import { markMessage } from './answers/mark-message.ts'
import { postDigest } from './digests/post-digest.ts'
import { onPostAside, postDelivery } from './posting/post-delivery.ts'
import { removeTwins } from './posting/remove-twins.ts'
import { onReplyAside } from './replies/refuse-reply.ts'
import { passOn } from './replies/pass-on.ts'
import { sendReply } from './replies/send-reply.ts'
import { refreshHome } from './home/refresh-homes.ts'
import { takeMissedReplies } from './upkeep/missed-replies.ts'
import { reconcile } from './upkeep/reconcile.ts'
import { tellSetBack } from './upkeep/tell-set-back.ts'
import type { DatabaseWatch } from './upkeep/watch-database.ts'
import { tellOfQuota } from './tracker/quota.ts'
import { recoverThread } from './replies/recover-thread.ts'
import { retention } from './upkeep/retention.ts'
import { tellMentioned } from './events/tell-mentioned.ts'
import { laneTrouble } from './tracker/lane-trouble.ts'
import { laneError } from './tracker/tracker-trouble.ts'
import { settleInbox } from '../store/events/inbox.ts'

const second = 1_000

/** Lasts for a day's outage. Other failures skip the wait with `GiveUp`. */
const patient: readonly number[] = [1, 2, 5, 10, 20, ...Array<number>(2_880).fill(30)].map((s) => s * second)

const patientMarks = [1, 5, 30, 60, 120, ...Array<number>(288).fill(300)].map((s) => s * second)

/** Retried to the end even if other jobs succeed, because nobody would ask for these again. */
const keptTrying: readonly string[] = [
  'create',
  'hook-subscription',
  'late-mark',
  'mark',
  'quiet',
  'reconcile',
  'retention',
] satisfies JobKind[]

const lanes = (deps: BotDeps, hookUrl: string): { [K in JobKind]: LaneKind<Payload<K>> } => ({
  event: {
    work: handleEvent(deps),
    backoff: patient,
    onAside: async (tx: Tx, { payload }, reason) => {
      await settleInbox(tx, payload.inbox, 'aside', reason, deps.now())
    },
  },
  post: { work: postDelivery(deps), backoff: patient, onAside: onPostAside(deps) },
  reply: { work: sendReply(deps), backoff: patient, onAside: onReplyAside(deps) },
  digest: { work: postDigest(deps), backoff: patient },
  live: { work: refreshLiveCard(deps), backoff: patient },
  quiet: { work: endQuiet(deps), backoff: patient },
  reconcile: { work: reconcile(deps), backoff: patient },
  mentioned: { work: tellMentioned(deps), backoff: patientMarks },
  mention: { work: answerMention(deps), backoff: patient },
  // One lane per person. A tab that failed is rendered again when the person opens it.
  home: { work: refreshHome(deps), backoff: [1_000, 10_000, 60_000] },
  quota: { work: tellOfQuota(deps), backoff: patientMarks },
  'pass-on': { work: passOn(deps), backoff: patient },
  receipt: { work: giveReceipt(deps), backoff: patientMarks },
  retention: { work: retention(deps), backoff: patient },
  'set-back': { work: tellSetBack(deps), backoff: patientMarks },
  twin: { work: removeTwins(deps), backoff: patientMarks },
  'missed-replies': { work: takeMissedReplies(deps), backoff: patient },
  'lost-thread': { work: recoverThread(deps), backoff: patient },
  // One lane per project name.
  create: { work: createProject(deps), backoff: patient, onAside: onCreateAside(deps) },
  // One lane per message. Many may wait at once, so retries are less frequent.
  mark: { work: markMessage(deps), backoff: patientMarks },
  'late-mark': { work: markMessage(deps), backoff: patientMarks },
  'hook-subscription': { work: subscribeHook(deps, hookUrl), backoff: patient },
})

/** Handles errors that the lane's own work does not: tracker and Slack failures. */
const withTrouble =
  (deps: BotDeps, watch: Pick<DatabaseWatch, 'sure' | 'isWhole'>, kind: string, lane: LaneKind) =>
  async (job: Job): Promise<void> => {
    try {
      await watch.sure()
      // A change of a comment needs the row of its message.
      if (kind === 'event' && !(await watch.isWhole()))
        throw new RetryLater(500, 'Slack is asked what the database lost')
      await lane.work(job)
    } catch (error) {
      throw keptTrying.includes(kind) ? laneError(error) : await laneTrouble(deps, job, error)
    }
  }

/** `hookUrl`: where the tracker reaches this bot. */
export const botLanes = (
  deps: BotDeps,
  watch: Pick<DatabaseWatch, 'sure' | 'isWhole'>,
  hookUrl: string,
): Readonly<Record<string, LaneKind>> =>
  Object.fromEntries(
    Object.entries(lanes(deps, hookUrl) as Record<string, LaneKind>).map(([kind, lane]) => [
      kind,
      { ...lane, work: withTrouble(deps, watch, kind, lane), payload: payloads[kind as JobKind] },
    ]),
  )
