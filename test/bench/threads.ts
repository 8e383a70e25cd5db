import { eventNames } from '../../src/contract/event.ts'
import { putSubscription } from '../../src/bot/store/channels/subscriptions.ts'
import { standInSlack } from '../bot/support/stand-in-slack.ts'
import { customer, project, standInTracker, task } from '../bot/support/stand-in-tracker.ts'
import { secret, startNode } from '../bot/support/start-node.ts'
import { commentEvent } from '../bot/support/tracker-events.ts'

export const channels = 20

const uuid = (kind: string, n: number) => `${kind.repeat(8)}-0000-4000-8000-${String(n).padStart(12, '0')}`
const channelOf = (n: number) => `C0LOAD${n}`

/** A bot with twenty channels, each with a project, a task and its thread. */
export const threads = async (databaseUrl: string) => {
  const slack = await standInSlack({ startsAt: Date.now() })
  const tracker = standInTracker()
  tracker.users.push({ uuid: customer, full_name: 'Casey Jones', is_customer: true })
  const { bot, database, close } = await startNode({ databaseUrl, slack, tracker })
  const comment = async (n: number, text: string) => {
    const said = {
      message_plain: text,
      associated_object_uuid: uuid('2', n),
      parent_object_uuid: uuid('1', n),
    }
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify(commentEvent(tracker.addComment(said)))
    await fetch(`${bot.url}/webhooks/onboarding/${secret}`, { method: 'POST', headers, body })
  }
  for (let n = 0; n < channels; n += 1) {
    const ofProject = { uuid: uuid('1', n), name: `Project ${n}` }
    tracker.projects.push({ ...project, ...ofProject })
    tracker.tasks.set(uuid('2', n), { ...task, uuid: uuid('2', n), name: `Task ${n}`, project: ofProject })
    await database.transaction((tx) =>
      putSubscription(tx, {
        channel: channelOf(n),
        scope: 'project',
        target: ofProject.uuid,
        label: ofProject.name,
        ownEvents: [...eventNames],
        createdBy: 'U0DANA',
        createdAt: Date.now(),
        sharedWhenMade: false,
      }),
    )
    await comment(n, 'Where do we start?')
  }
  await bot.lanes.idle()
  const places = Array.from({ length: channels }, (_, n) => ({
    channel: channelOf(n),
    thread: slack.roots(channelOf(n))[0]?.ts ?? '',
  }))
  const closeAll = async () => {
    await close()
    await slack[Symbol.asyncDispose]()
  }
  return {
    slack,
    tracker,
    url: bot.url,
    places,
    comment,
    deps: bot.deps,
    idle: () => bot.lanes.idle(),
    closeAll,
  }
}

export type ThreadOfTask = Awaited<ReturnType<typeof threads>>['places'][number]

/** What Slack sends when somebody answers there. */
export const replyIn = ({ channel, thread }: ThreadOfTask, text: string, ts: string) => ({
  type: 'message',
  channel,
  user: 'U0DANA',
  text,
  ts,
  thread_ts: thread,
  channel_type: 'channel',
})
