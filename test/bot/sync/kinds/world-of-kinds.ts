import { allKinds, kinds, type PostKind } from '../../../../src/bot/sync/kinds/kinds.ts'
import { type WantedPost, writePosts } from '../../../../src/bot/sync/posts/decision.ts'
import { joinThread } from '../../../../src/bot/sync/store/task-threads.ts'
import type { NewBotJob } from '../../../../src/bot/store/payloads.ts'
import type { EngineName } from '../../../support/databases.ts'
import { knowProject, knowTasks } from '../../support/rows/known-rows.ts'
import { addEvent, postRows } from '../../support/rows/post-rows.ts'
import { channel, dana, runningBot, withMore } from '../../support/running-bot.ts'

const projectUuid = 'a1a1a1a1-0000-4000-8000-000000000001'
/** Tasks that examples name. The last one has a thread that people began. */
export const [first, second, joined] = ['1', '2', '3'].map(
  (n) => `b1b1b1b1-0000-4000-8000-00000000000${n}`,
) as [string, string, string]
export const thread = '1763600000.000100'
const causes = { event: first, 'by hand': second } as const
export type Cause = keyof typeof causes
export const bothCauses = ['event', 'by hand'] as const

/** What the post's key is, by what its kind is about. */
const keyOf = (kind: PostKind, cause: Cause): string => {
  const { about, thread: of } = kinds[kind]
  if (about === 'task') return causes[cause]
  if (about === 'project') return `${projectUuid}@${cause}`
  return of === 'its own' ? `${thread}@${cause}` : `${kind} ${cause}`
}

const postOf = (kind: PostKind, cause: Cause, facts: object): WantedPost => {
  const { about, thread: of } = kinds[kind]
  const uuid = of === 'its own' ? joined : causes[cause]
  const on = about === 'thread' && { on: { kind: 'task_card' as const, uuid } }
  return { channel, kind, objectUuid: keyOf(kind, cause), facts, ...on } as WantedPost
}

const cardsOf = (shared: boolean): WantedPost[] =>
  [first, second, joined].map((uuid) => {
    const facts = kinds.task_card.example[shared ? 'outsiders' : 'team']
    return {
      channel,
      kind: 'task_card',
      objectUuid: uuid,
      facts: { ...facts, uuid, existedBefore: true },
      whenNeeded: true,
    }
  })

/**
 * A channel that receives an account, with a project and three tasks that examples name. `shared`: outsiders read it
 * knowingly.
 */
export const worldOfKinds = async (engine: EngineName, shared: boolean) => {
  const clock = { now: Date.parse('2026-11-21T12:00:00Z') }
  const running = await runningBot({
    engine,
    burstSize: 2,
    startsAt: clock.now,
    now: () => clock.now,
    laneOptions: { sweepMs: 20 },
  })
  const { slack, database, confirmed, idle } = running
  const { deps } = running.bot
  if (shared) slack.shared.add(channel)
  await confirmed('subscribe account:"Acme Corp" all')
  await knowProject(database, {
    uuid: projectUuid,
    name: 'Acme Corp – Standard Onboarding',
    account_name: 'Acme Corp',
    internal_url: null,
    portal_url: null,
  })
  await knowTasks(database, projectUuid, [first, second, joined])
  await database.transaction((tx) =>
    joinThread(tx, { channel, threadTs: thread, taskUuid: joined }, { user: dana, at: 1 }),
  )
  // A subscription that was just removed might be why.
  clock.now += 120_000
  const event = await addEvent(database, projectUuid)
  const write = (posts: readonly WantedPost[], cause: Cause): Promise<NewBotJob[]> =>
    database.transaction((tx) =>
      writePosts(deps, tx, cause === 'event' ? { inbox: event, project: projectUuid } : undefined, posts),
    )
  /** Each kind is decided for both causes. What is sent later is returned. */
  const decide = async (facts: (kind: PostKind) => object | 'never' = (kind) => examples(kind)) => {
    await write(cardsOf(shared), 'event')
    const jobs: NewBotJob[] = []
    for (const cause of bothCauses)
      for (const kind of allKinds) {
        const said = facts(kind)
        if (typeof said === 'object') jobs.push(...(await write([postOf(kind, cause, said)], cause)))
      }
    return jobs
  }
  const examples = (kind: PostKind) => kinds[kind].example[shared ? 'outsiders' : 'team']
  /** Each says something else. */
  const rewrite = async (facts: (kind: PostKind) => object | 'never') => {
    const jobs: NewBotJob[] = []
    for (const cause of bothCauses)
      for (const kind of allKinds) {
        const said = facts(kind)
        if (typeof said !== 'object') continue
        const post = { ...postOf(kind, cause, said), change: true as const }
        jobs.push(...(await write([post], 'event')))
      }
    return jobs
  }
  const send = async (jobs: readonly NewBotJob[]) => {
    await database.transaction((tx) => deps.lanes.enqueue(tx, jobs))
    await idle()
  }
  const rowOf = async (kind: PostKind, cause: Cause) => {
    const [row] = await postRows(database, { channel, kind, object_uuid: keyOf(kind, cause) })
    return row
  }
  /** What became of each, by kind and cause: what Slack has, or why not. */
  const outcomes = async (among: (kind: PostKind) => boolean = () => true) => {
    const all: Record<string, string> = {}
    for (const kind of allKinds.filter(among)) {
      const seen: string[] = []
      for (const cause of bothCauses) {
        const row = await rowOf(kind, cause)
        const isThere = slack.messages.filter(({ ts }) => ts === row?.ts).length === 1
        const state = row?.error?.replace(/: shared$/, '') ?? row?.state ?? 'none'
        seen.push(row?.ts && !isThere ? 'lost' : state)
      }
      const [byEvent = '', byHand = ''] = seen
      if (byEvent === byHand) all[kind] = byEvent
      else Object.assign(all, { [kind]: byEvent, [`${kind} by hand`]: byHand })
    }
    return all
  }
  return withMore(running, { clock, deps, event, write, examples, decide, rewrite, send, rowOf, outcomes })
}
export type World = Awaited<ReturnType<typeof worldOfKinds>>

/** The same facts with other words. */
export const changed = (facts: object): object =>
  JSON.parse(
    JSON.stringify(facts).replaceAll(/Acme Corp|Casey Miller|Dana Smith|U0DANA|"projects":2/g, (word) =>
      word.startsWith('"') ? '"projects":3' : `${word} Changed`.replace('U0DANA Changed', 'U0LEE'),
    ),
  ) as object
