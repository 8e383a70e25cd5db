import { beforeEach, expect, test } from 'vitest'
import { botLanes } from '../../../src/bot/app/jobs.ts'
import type { BotDeps } from '../../../src/bot/deps/deps.ts'
import { retention } from '../../../src/bot/features/daily/retention.ts'
import { appChecks } from '../../../src/bot/features/status/doctor/app.ts'
import { openDatabase } from '../../../src/bot/store/database.ts'
import { type BotJob, type JobKind, jobKinds, type Payload } from '../../../src/bot/store/payloads.ts'
import { ApiProblem } from '../../../src/contract/problem.ts'
import {
  GiveUp,
  holdBack,
  openLanes,
  type Job,
  type NewJob,
  restoredReason,
} from '../../../src/lanes/lanes.ts'
import type { LaneTables } from '../../../src/lanes/tables.ts'
import type { Queries } from '../../../src/database/database.ts'
import { eachEngine } from '../../support/databases.ts'
import { jobRows, laneRows } from '../../support/lane-rows.ts'
import { runningBot, type RunningTestBot } from '../support/running-bot.ts'
import { project, taskUuid } from '../support/stand-in-tracker.ts'

const [channel, user, day] = ['C0GONE', 'U0GONE', '2026-11-21']

/** What a job of each kind may carry. None of what they name is there. */
const examples: { readonly [K in JobKind]: Payload<K> } = {
  card: { task: taskUuid },
  channel: { project: project.uuid },
  create: { request: 0 },
  digest: { channel, due: 1 },
  event: { inbox: 0 },
  home: { user },
  'hook-subscription': { event: 'comment_new', tracker: 1 },
  'unsure-reply': { channel, ts: '2', threadTs: '1', userId: user, text: '', files: [] },
  listing: { project: project.uuid },
  mention: { channel, ts: '1', user, text: 'help' },
  mentioned: { comment: taskUuid },
  mentions: { user, author: 'A' },
  'your-day': { user, due: 1 },
  'left-out': { channel, mutedUntil: 1 },
  notify: { channel, ts: '1', notice: { op: 'direct', user, message: { text: '', blocks: [] } } },
  'missed-replies': { channel, since: 1 },
  post: { post: 0 },
  quota: { day },
  reaction: { op: 'add' },
  reconcile: { day },
  reply: { reply: 0 },
  retention: { day },
  workspaces: { channel, reason: 'team_access_not_granted' },
}

const isBots = (kind: JobKind) => kind === 'hook-subscription'
const exampleOf = (kind: JobKind, more: object = {}): NewJob => ({
  kind,
  lane: 'example',
  uniqueKey: 'example',
  payload: { ...examples[kind], ...more },
  ...(kind === 'post' && { turns: { turn: 'a', thread: 'a' } }),
})

/** Before the bot starts, one job of each kind waits, and what else is given. */
const waitingIn = async (
  running: RunningTestBot,
  change: (sql: Queries<LaneTables>) => Promise<unknown>,
  also: readonly NewJob[] = [],
) => {
  await running.restart(async () => {
    await using database = await openDatabase(running.databaseUrl)
    await using lanes = openLanes(database.lanes)
    const own = jobKinds().filter((kind) => !isBots(kind))
    await database.lanes.transaction(async (tx) => {
      await lanes.enqueue(tx, [exampleOf('hook-subscription')])
      await lanes.of(1).enqueue(tx, [...own.map((kind) => exampleOf(kind)), ...also])
    })
    await change(database.lanes.sql)
  })
}

const kindsOf = (rows: readonly { kind: string }[]) => rows.map(({ kind }) => kind).sort()

eachEngine('every kind of job', (_fresh, engine) => {
  let running: RunningTestBot
  beforeEach(async () => {
    running = await runningBot({ engine })
  })
  const mine = async () =>
    (await jobRows(running.everyone.lanes)).filter(({ unique_key: key }) => key?.startsWith('example'))

  test('after a restore from a backup, it is set aside, or it sends nothing by itself', async () => {
    const due = Date.now() + 86_400_000
    const later = (['digest', 'your-day'] as const).map((kind) => ({
      ...exampleOf(kind, { due }),
      lane: 'later',
      uniqueKey: 'example later',
    }))
    await waitingIn(running, holdBack, later)
    const untried = async () =>
      (await mine()).filter(({ state, last_error: error }) => state === 'waiting' && error === null)
    await expect.poll(untried).toEqual([])
    const ran = (await mine()).filter(({ last_error: error }) => error !== restoredReason)
    expect(kindsOf(ran)).toMatchInlineSnapshot(`
      [
        "digest",
        "home",
        "hook-subscription",
        "listing",
        "missed-replies",
        "reconcile",
        "retention",
        "workspaces",
        "your-day",
      ]
    `)
  })

  test('goes on at once when the quota is raised, if it asks the tracker', async () => {
    const far = Date.now() + 86_400_000
    await waitingIn(running, async (sql) => {
      await sql.updateTable('lane').set({ run_at: far }).where('lane', 'like', '%:example').execute()
    })
    await running.bot.quotaEnded()
    expect(kindsOf(await laneRows(running.everyone.lanes, { run_at: far }))).toMatchInlineSnapshot(`
      [
        "left-out",
        "missed-replies",
        "notify",
        "post",
        "quota",
        "reaction",
        "retention",
        "workspaces",
      ]
    `)
  })

  test('leaves its key 14 days after it was done, or nothing', async () => {
    await waitingIn(running, async (sql) => {
      await sql.updateTable('job').set({ state: 'done', settled_at: 1 }).execute()
      await sql.updateTable('lane').set({ pending: 0 }).execute()
    })
    const job = { signal: new AbortController().signal, done: async () => undefined }
    await retention(running.bot.deps, job as unknown as BotJob<'retention'>)
    const left = await mine()
    expect(left.filter(({ payload }) => payload !== '{}')).toEqual([])
    expect(kindsOf(left)).toMatchInlineSnapshot(`
      [
        "hook-subscription",
        "notify",
        "quota",
      ]
    `)
  })
})

test('a kind of job that waits for five minutes is late, if it is not planned', async () => {
  const [queue] = appChecks.filter(({ topic }) => topic === 'Queue')
  const late = async (kind: JobKind) => {
    const counts = async () => [{ kind, waiting: 1, aside: 0, oldestMs: 300_000 }]
    const found = await queue?.run({ lanes: { counts } } as unknown as BotDeps)
    return [found].flat().some((finding) => finding?.found.includes('1 waiting'))
  }
  const isLate = await Promise.all(jobKinds().map(late))
  expect(jobKinds().filter((_, at) => !isLate[at])).toMatchInlineSnapshot(`
    [
      "card",
      "digest",
      "your-day",
      "left-out",
      "reconcile",
      "retention",
    ]
  `)
})

/** A tracker that fails for what one job asks, and for nothing else. */
const failing = async () => {
  const problem = new ApiProblem('unknown', 'no', { status: 500 })
  const api = { listProjects: async () => ({ projects: [] }) }
  const deps = new Proxy(
    { api },
    {
      get: (_, name) => {
        if (name === 'api') return api
        if (name === 'then') return undefined
        throw problem
      },
    },
  ) as unknown as BotDeps
  const around = {
    depsOf: async () => deps,
    knownDeps: () => deps,
    trackerOf: async () => undefined,
    within: () => {
      throw problem
    },
    restored: { at: 0, upTo: 0 },
  }
  return botLanes(around)
}

test('a kind of job that alone fails is set aside after some minutes, or keeps trying for a day', async () => {
  const lanes = await failing()
  const outcomes = new Map<string, string[]>()
  for (const kind of jobKinds()) {
    if (isBots(kind)) continue
    const row = lanes[kind]!
    const job = { kind, installation: 1, payload: examples[kind], attempt: 20, seq: 1, lane: 'example' }
    const error = await row.work(job as unknown as Job).catch((thrown: unknown) => thrown)
    const hours = Math.round(row.backoff.reduce((sum, ms) => sum + ms, 0) / 3_600_000)
    const ends = [
      error instanceof GiveUp ? 'set aside' : 'keeps trying',
      `${row.backoff.length} tries in ${hours} h`,
      row.onGivenUp ? 'its own end' : 'the status shows it',
    ].join(', ')
    outcomes.set(ends, [...(outcomes.get(ends) ?? []), kind])
  }
  expect(Object.fromEntries(outcomes)).toMatchInlineSnapshot(`
    {
      "keeps trying, 2885 tries in 24 h, its own end": [
        "channel",
        "create",
      ],
      "keeps trying, 2885 tries in 24 h, the status shows it": [
        "reconcile",
        "retention",
      ],
      "keeps trying, 293 tries in 24 h, the status shows it": [
        "mentioned",
        "mentions",
        "notify",
        "reaction",
      ],
      "set aside, 2885 tries in 24 h, its own end": [
        "event",
        "post",
        "reply",
      ],
      "set aside, 2885 tries in 24 h, the status shows it": [
        "card",
        "digest",
        "unsure-reply",
        "listing",
        "mention",
        "your-day",
        "left-out",
        "missed-replies",
        "workspaces",
      ],
      "set aside, 293 tries in 24 h, the status shows it": [
        "quota",
      ],
      "set aside, 3 tries in 0 h, the status shows it": [
        "home",
      ],
    }
  `)
})
