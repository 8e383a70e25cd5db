import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventCallback, signedHeaders } from '../bot/support/start-node.ts'
import { slackTiers } from '../support/slack-tiers.ts'
import type { Table } from './table.ts'
import { channels, replyIn, threads } from './threads.ts'

const each = 10
const overMs = 60_000
const patienceMs = 300_000

/** 200 replies and 200 comments from the tracker in a minute, within Slack's limits. */
const load = async (home: string) => {
  const { slack, url, places, comment, closeAll } = await threads(`sqlite:${join(home, 'bench.db')}`)
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
    const place = places[n % channels]
    if (!place) throw new Error('a thread is missing')
    const ts = slack.stamp()
    const body = eventCallback(replyIn(place, `Reply ${n}`, ts), `Ev${ts}`)
    await fetch(`${url}/slack/events`, {
      method: 'POST',
      headers: signedHeaders(body, 'application/json'),
      body,
    })
    replies.push({ channel: place.channel, ts })
  }
  while (replies.some(({ ts }) => !signedAt.has(ts)) && Date.now() - from < patienceMs) await sleep(100)
  await closeAll()
  const at = (ts: string) => signedAt.get(ts) ?? Infinity
  const newest = [...new Map(replies.map(({ channel, ts }) => [channel, ts])).values()]
  const seconds = (all: number[]) => (Math.max(...all) / 1_000).toFixed(0)
  return {
    newest: seconds(newest.map(at)),
    all: seconds(replies.map(({ ts }) => at(ts))),
    by90: replies.filter(({ ts }) => at(ts) <= 90_000).length,
    refused: Object.entries(tiers.refused),
  }
}

/** What people see while Slack limits the bot. */
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
