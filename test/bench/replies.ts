import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { eventCallback, signedHeaders } from '../bot/support/start-node.ts'
import { besideBare } from './on-both.ts'
import { poster } from './post.ts'
import { median, quantile, type Table } from './table.ts'
import { replyIn, type ThreadOfTask } from './threads.ts'

const program = fileURLToPath(new URL('replies-server.ts', import.meta.url))
const count = 1_000
const rounds = 3

interface Served {
  readonly url: string
  readonly places: readonly ThreadOfTask[]
}

/** Ms until each of a thousand was acknowledged, so many under way at once, and how many that is a second. */
const acknowledged = async (reply: () => Promise<void>, inFlight: number) => {
  const times: number[] = []
  let left = count
  const sender = async () => {
    while (left > 0) {
      left -= 1
      const from = performance.now()
      await reply()
      times.push(performance.now() - from)
    }
  }
  const from = performance.now()
  await Promise.all(Array.from({ length: inFlight }, sender))
  return { rate: (count / (performance.now() - from)) * 1_000, times }
}

/** Acknowledgements a second, and p50, p99 and the last of a thousand at once. */
const measure = async (databaseUrl?: string): Promise<number[]> => {
  const server = fork(program, databaseUrl === undefined ? [] : [databaseUrl])
  try {
    const [{ url, places }] = (await once(server, 'message')) as [Served]
    await using slack = poster(url)
    let sent = 0
    const reply = async () => {
      const place = places[(sent += 1) % places.length]
      if (!place) throw new Error('a thread is missing')
      const event = replyIn(place, `Reply ${sent}`, `${1_763_800_000 + sent}.000100`)
      const body = eventCallback(event, `Ev${sent}`)
      await slack.post('/slack/events', body, signedHeaders(body, 'application/json'))
    }
    const oneRound = async (inFlight: number) => {
      const found = await acknowledged(reply, inFlight)
      const idle = once(server, 'message')
      server.send('idle')
      await idle
      return found
    }
    const [rates, all]: [number[], number[][]] = [[], []]
    await oneRound(128)
    for (let round = 0; round < rounds; round += 1) {
      rates.push((await oneRound(128)).rate)
      all.push((await oneRound(count)).times)
    }
    const at = (share: number) => median(all.map((times) => quantile(times, share)))
    return [median(rates), at(0.5), at(0.99), at(1)]
  } finally {
    server.kill('SIGTERM')
  }
}

/** Signed replies over HTTP, from the request to the answer, which means that they are stored. */
export const replies = async (postgresUrl: string): Promise<Table> => {
  const name = 'Bolt’s `HTTPReceiver`, an empty listener, nothing stored'
  const [bare, found] = await besideBare(postgresUrl, 'replies', name, measure)
  const share = ([rate = 0]: readonly number[]) => (rate / (bare[0] ?? Infinity)).toFixed(2)
  return {
    title: 'A thousand replies, acknowledged when stored',
    head: ['', 'acks/s, 128 at once', 'of Bolt’s', 'all at once: p50 ms', 'p99 ms', 'last ms'],
    rows: found.map(([name, all]) => {
      const [rate = '', ...times] = all.map((figure) => figure.toFixed(0))
      return [name, rate, share(all), ...times]
    }),
    note: `Medians of ${rounds} rounds; all check signatures. Slack waits three seconds. Slack and the tracker are stand-ins in the process of the bot, which also begins to work off what it acknowledged. For each reply, the bot looks up the thread and the channel’s settings in one statement; replies that arrive together are stored in one transaction, with one look at their tasks. When these were three look-ups for each reply, about half of the processor time was statements, and a quarter Bolt and the check of signatures.`,
  }
}
