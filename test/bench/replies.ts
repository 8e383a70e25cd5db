import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { eventCallback, signedHeaders } from '../bot/support/start-node.ts'
import { createDatabase } from '../support/postgres-server.ts'
import { world } from './installations-world.ts'
import { poster } from './post.ts'
import { median, quantile, type Table } from './table.ts'
import { replyIn } from './threads.ts'

const baseline = fileURLToPath(new URL('replies-baseline.ts', import.meta.url))
const count = 1_000
const threads = 20
const rounds = 5
/** Time for the bot to process what it acknowledged. */
const pauseMs = 3_000

/** Resolves when the reply is acknowledged. */
type Send = (thread: number) => Promise<unknown>

/** Ms until each of a thousand was acknowledged, so many under way at once, and how many that is a second. */
const acknowledged = async (send: Send, inFlight: number) => {
  const times: number[] = []
  let next = 0
  const sender = async () => {
    while (next < count) {
      const from = performance.now()
      await send(next++ % threads)
      times.push(performance.now() - from)
    }
  }
  const from = performance.now()
  await Promise.all(Array.from({ length: inFlight }, sender))
  const rate = (count / (performance.now() - from)) * 1_000
  await sleep(pauseMs)
  return { rate, times }
}

const figuresOf = async (send: Send): Promise<number[]> => {
  const [rates, all]: [number[], number[][]] = [[], []]
  await acknowledged(send, 128)
  for (let round = 0; round < rounds; round += 1) {
    rates.push((await acknowledged(send, 128)).rate)
    all.push((await acknowledged(send, count)).times)
  }
  const at = (share: number) => median(all.map((times) => quantile(times, share)))
  return [median(rates), at(0.5), at(0.99), at(1)]
}

const measureBot = async (databaseUrl: string): Promise<number[]> => {
  await using bot = await world(databaseUrl, 1)
  for (let thread = 0; thread < threads; thread += 1) await (await bot.comment(0, thread)).arrived
  return await figuresOf((thread) => bot.reply(0, thread))
}

const measureBaseline = async (): Promise<number[]> => {
  const server = spawn(process.execPath, [baseline], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [line] = (await once(server.stdout, 'data')) as [Buffer]
    await using slack = poster(line.toString().trim())
    let sent = 0
    return await figuresOf((thread) => {
      const ts = `${1_763_800_000 + (sent += 1)}.000100`
      const place = { channel: `C${thread}`, thread: '1763700000.000100' }
      const body = eventCallback(replyIn(place, `Reply ${sent}`, ts), `Ev${sent}`)
      return slack.post('/slack/events', body, signedHeaders(body, 'application/json'))
    })
  } finally {
    server.kill('SIGTERM')
  }
}

/** Signed replies over HTTP, from the request to the answer, which means that they are stored. */
export const replies = async (postgresUrl: string): Promise<Table> => {
  const home = mkdtempSync(join(tmpdir(), 'onboarding-bench-'))
  try {
    const bare = await measureBaseline()
    const found = {
      'Bolt’s `HTTPReceiver`, an empty listener, nothing stored': bare,
      'bot on SQLite, full fsync': await measureBot(`sqlite:${join(home, 'bench.db')}`),
      'bot on PostgreSQL, fsync on': await measureBot(await createDatabase(postgresUrl, 'bench_replies')),
    }
    const share = ([rate = 0]: readonly number[]) => (rate / (bare[0] ?? Infinity)).toFixed(2)
    return {
      title: 'A thousand replies, acknowledged when stored',
      head: ['', 'acks/s, 128 at once', 'of Bolt’s', 'all at once: p50 ms', 'p99 ms', 'last ms'],
      rows: Object.entries(found).map(([name, all]) => {
        const [rate = '', ...times] = all.map((figure) => figure.toFixed(0))
        return [name, rate, share(all), ...times]
      }),
      note: `Medians of ${rounds} rounds. Slack waits three seconds. All check signatures. The bot is a process of its own and also begins to work off what it acknowledged; Slack and the tracker are stand-ins in the process that sends the replies.`,
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
