import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { resolveEvents } from '../../src/bot/commands/parse/events.ts'
import { putSubscription } from '../../src/bot/store/channels/subscriptions.ts'
import { standInSlack } from '../bot/support/stand-in-slack.ts'
import { customer, project, standInTracker, task } from '../bot/support/stand-in-tracker.ts'
import { eventCallback, secret, signedHeaders, startNode } from '../bot/support/start-node.ts'
import { commentEvent } from '../bot/support/tracker-events.ts'
import { slackTiers } from '../support/slack-tiers.ts'
import type { Table } from './table.ts'

const channels = 20
const each = 10
const overMs = 60_000
const patienceMs = 300_000

const uuid = (kind: string, n: number) => `${kind.repeat(8)}-0000-4000-8000-${String(n).padStart(12, '0')}`
const channelOf = (n: number) => `C0LOAD${n}`

/** Each channel with a project, a task and its thread. */
const world = async (home: string) => {
  const slack = await standInSlack({ startsAt: Date.now() })
  const tracker = standInTracker()
  tracker.users.push({ uuid: customer, full_name: 'Casey Jones', is_customer: true })
  const databaseUrl = `sqlite:${join(home, 'bench.db')}`
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
        events: resolveEvents(['all']),
        createdBy: 'U0DANA',
        createdAt: Date.now(),
        sharedWhenMade: false,
      }),
    )
    await comment(n, 'Where do we start?')
  }
  await bot.deps.lanes.idle()
  const reply = async (n: number, text: string) => {
    const channel = channelOf(n)
    const ts = slack.stamp()
    const said = { type: 'message', channel, user: text.length % 2 ? 'U0DANA' : 'U0LEE', text, ts }
    const thread_ts = slack.roots(channel)[0]?.ts
    const body = eventCallback({ ...said, thread_ts, channel_type: 'channel' }, `Ev${ts}`)
    const headers = signedHeaders(body, 'application/json')
    await fetch(`${bot.url}/slack/events`, { method: 'POST', headers, body })
    return { channel, ts }
  }
  const closeAll = async () => {
    await close()
    await slack[Symbol.asyncDispose]()
  }
  return { slack, tracker, comment, reply, closeAll }
}

/** 200 replies and 200 comments of the tracker in a minute, within Slack's limits. */
const load = async (home: string) => {
  const { slack, tracker, comment, reply, closeAll } = await world(home)
  const tiers = slackTiers()
  const signedAt = new Map<string, number>()
  const from = Date.now()
  slack.fault.next = (call) => {
    const trouble = tiers.next(call)
    if (!trouble && call.method === 'reactions.add' && call.args['name'] === 'white_check_mark')
      signedAt.set(String(call.args['timestamp']), Date.now() - from)
    return trouble
  }
  const replies: { channel: string; ts: string }[] = []
  for (let n = 0; n < channels * each; n += 1) {
    const dueAt = from + (n * overMs) / (channels * each)
    await sleep(Math.max(0, dueAt - Date.now()))
    await comment(n % channels, `Comment ${n}`)
    replies.push(await reply(n % channels, `Reply ${'!'.repeat(n)}`))
  }
  while (replies.some(({ ts }) => !signedAt.has(ts)) && Date.now() - from < patienceMs) await sleep(100)
  const receipts = slack.made('chat.postEphemeral').length
  await closeAll()
  const at = (ts: string) => signedAt.get(ts) ?? Infinity
  const newest = [...new Map(replies.map(({ channel, ts }) => [channel, ts])).values()]
  const seconds = (all: number[]) => (Math.max(...all) / 1_000).toFixed(0)
  return {
    comments: tracker.attempts.length,
    newest: seconds(newest.map(at)),
    all: seconds(replies.map(({ ts }) => at(ts))),
    by90: replies.filter(({ ts }) => at(ts) <= 90_000).length,
    receipts,
    refused: Object.entries(tiers.refused),
  }
}

/** What people see of the bot while Slack limits it. */
export const signs = async (): Promise<Table> => {
  const home = mkdtempSync(join(tmpdir(), 'onboarding-bench-'))
  try {
    const found = await load(home)
    const refused = found.refused.map(([method, n]) => `${n} of ${method}`).join(', ')
    return {
      title: 'Signs while Slack limits them',
      head: ['200 replies and 200 comments in 60 s, 20 threads', ''],
      rows: [
        ['✅ stands on the newest reply of every thread after', `${found.newest} s`],
        ['✅ stands on so many of the 200 replies after 90 s', String(found.by90)],
        ['✅ stands on every reply after', `${found.all} s`],
        ['answers of 429', refused || '0'],
      ],
      note: 'A stand-in Slack takes 50 `reactions.add` a minute, 100 `chat.postEphemeral` and so on, and a minute’s worth of them at once: no more than 125 signs in 90 s, and 200 in 180 s.',
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
