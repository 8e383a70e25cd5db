import { setImmediate as breath } from 'node:timers/promises'
import { sql as raw, type RawBuilder } from 'kysely'
import { type Clear, noLongerKept, type Queries } from '../../store/database.ts'
import { isProjectEvent, isUnreadable } from '../../store/inbox.ts'
import { kindsWithQuote, kindsWithWords } from '../../sync/kinds/kinds.ts'
import { clearForms } from '../projects/store/project-requests.ts'
import { dropLanes, holdQueue, idleLanes, pruneJobs } from '../../../lanes/lanes.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type BotJob, jobKinds } from '../../store/payloads.ts'
import { dayMs, hourMs } from '../../kit/time.ts'
import { rowsOf } from '../../../database/statement.ts'
import { isDone } from '../../../lanes/tables.ts'
import { scheduleDaily } from './plan-by-clock.ts'

/** Clears old texts, which the tracker has too. A later edit stores the text again. */
const clearComments: Clear = (sql, before, limit) => {
  const old = sql
    .selectFrom('known_comment')
    .select('uuid')
    .where('created_at', '<', before)
    .where('deleted_at', 'is', null)
    // A literal, for the partial index.
    .where(raw<boolean>`text <> ${raw.lit(noLongerKept)}`)
    .limit(limit)
  return rowsOf(sql.updateTable('known_comment').set({ text: noLongerKept }).where('uuid', 'in', old))
}

/** Keeps the author: `Dana Smith (Slack): …`. */
const withoutWords = (body: string): string => {
  const end = body.indexOf(': ')
  return end < 0 ? noLongerKept : `${body.slice(0, end)}: ${noLongerKept}`
}

/** Clears replies that are in the tracker, were withdrawn, or were never sent. Keeps refused ones for *Try again*. */
const clearReplies: Clear = async (sql, before, limit) => {
  const rows = await sql
    .selectFrom('reply')
    .select('id')
    .where('state', 'in', ['done', 'cancelled', 'draft'])
    .where('settled_at', '<', before)
    .where('text', '<>', noLongerKept)
    .orderBy('settled_at')
    .limit(limit)
    .execute()
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  // Parts first: after a crash, the next pass finds the reply by its remaining text.
  const parts = await sql
    .selectFrom('reply_comment')
    .select(['reply_id', 'part', 'body'])
    .where('reply_id', 'in', ids)
    .execute()
  for (const { reply_id: id, part, body } of parts)
    await sql
      .updateTable('reply_comment')
      .set({ body: withoutWords(body) })
      .where('reply_id', '=', id)
      .where('part', '=', part)
      .execute()
  await sql.updateTable('reply').set({ text: noLongerKept, files: '[]' }).where('id', 'in', ids).execute()
  return ids.length
}

const having = (facts: string, isKept: (key: string) => boolean): object =>
  Object.fromEntries(Object.entries(JSON.parse(facts) as object).filter(([key]) => isKept(key)))

const clearing =
  (
    kinds: readonly string[],
    isToClear: RawBuilder<boolean>,
    cleared: (facts: string, kind: string) => object,
  ): Clear =>
  async (sql, before, limit) => {
    const rows = await sql
      .selectFrom('post')
      .select(['id', 'kind', 'facts'])
      .where('kind', 'in', kinds)
      .where('state', 'in', ['posted', 'skipped'])
      .where('settled_at', '<', before)
      .where((row) => row.or([row('changed_at', 'is', null), row('changed_at', '<', before)]))
      .where(isToClear)
      .orderBy('settled_at')
      .limit(limit)
      .execute()
    for (const { id, kind, facts } of rows)
      await sql
        .updateTable('post')
        .set({ facts: JSON.stringify(cleared(facts, kind)) })
        .where('id', '=', id)
        .execute()
    return rows.length
  }

/**
 * Clears old text, which only Slack needs once it is posted. Rows stay for threads, edits and deletions. A later edit
 * brings its own text.
 */
const clearFacts = clearing(
  [...kindsWithWords.keys()],
  raw<boolean>`facts not like '%"cleared":true}'`,
  (facts, kind) => ({
    ...having(facts, (key) => kindsWithWords.get(kind)?.includes(key) === true),
    cleared: true,
  }),
)

/** Clears what cards quote. The next change of a card brings what is still kept. */
const clearQuotes = ({ kind, field }: { kind: string; field: string }): Clear =>
  clearing([kind], raw<boolean>`facts like ${`%"${field}":{%`}`, (facts) =>
    having(facts, (key) => key !== field),
  )

/**
 * Clears the bodies of old webhooks. The rows stay, to detect duplicates. A project's newest project event
 * keeps its body, because `/onboard set` reads the uuids of data fields from it.
 */
const clearInbox: Clear = (sql, before, limit) => {
  const old = sql
    .selectFrom('inbox as old')
    .select('old.id')
    .where('old.state', 'in', ['handled', 'dropped'])
    .where('old.handled_at', '<', before)
    .where('old.body', '<>', '')
    .where((row) =>
      row.or([
        raw<boolean>`not ${isProjectEvent('old.event_name')}`,
        row.exists(
          row
            .selectFrom('inbox as later')
            .select('later.id')
            .whereRef('later.project_uuid', '=', 'old.project_uuid')
            .whereRef('later.id', '>', 'old.id')
            .where(isProjectEvent('later.event_name'))
            .where('later.state', '=', 'handled'),
        ),
      ]),
    )
    .orderBy('old.handled_at')
    .limit(limit)
  return rowsOf(sql.updateTable('inbox').set({ body: '' }).where('id', 'in', old))
}

/** Old webhooks that could not be read. Those whose work was given up stay: people can retry them. */
const clearUnreadable: Clear = (sql, before, limit) => {
  const old = sql
    .selectFrom('inbox')
    .select('id')
    .where(isUnreadable)
    .where('received_at', '<', before)
    .orderBy('id')
    .limit(limit)
  return rowsOf(sql.deleteFrom('inbox').where('id', 'in', old))
}

const forgottenKinds = jobKinds(({ keeps }) => keeps === 'nothing')
const keyedKinds = jobKinds(({ keeps }) => keeps === 'its key')

const oldKeyed = (sql: Queries, before: number) =>
  sql
    .selectFrom('job')
    .select('seq')
    .where('kind', 'in', keyedKinds)
    .where(isDone)
    .where('settled_at', '<', before)

/** Clears jobs whose key stays, such as messages to people, which may have none. */
const clearKeyed: Clear = async (sql, before, limit) => {
  const keyless = oldKeyed(sql, before).where('unique_key', 'is', null).limit(limit)
  if ((await rowsOf(sql.deleteFrom('job').where('seq', 'in', keyless))) === limit) return limit
  const withPayload = oldKeyed(sql, before).where('payload', '<>', '{}').limit(limit)
  return rowsOf(sql.updateTable('job').set({ payload: '{}' }).where('seq', 'in', withPayload))
}

/** Small, because SQLite has one writer and replies wait for it. */
const batch = 200

interface Step {
  readonly days: number
  readonly clear: Clear
}

/** docs/configuration.md lists these times. */
const ofQueue: readonly Step[] = [
  { days: 14, clear: (sql, before, limit) => pruneJobs(sql, forgottenKinds, before, limit) },
  { days: 14, clear: clearKeyed },
]
const ofInstallation: readonly Step[] = [
  { days: 30, clear: clearInbox },
  { days: 90, clear: clearUnreadable },
  { days: 90, clear: clearReplies },
  { days: 90, clear: clearForms },
  { days: 180, clear: clearFacts },
  ...kindsWithQuote.map((one) => ({ days: 180, clear: clearQuotes(one) })),
  { days: 180, clear: clearComments },
]

/** Far longer than any lease. */
const laneDays = 1
/** One installation clears the queue of all, because finding idle lanes reads every job. Less than a day, so that each day's run may. */
const queueHours = 20

const forgetLanes = async (sql: Queries, before: number, signal: AbortSignal): Promise<void> => {
  const idle = await idleLanes(sql, before)
  for (let at = 0; at < idle.length; at += batch) {
    signal.throwIfAborted()
    await dropLanes(sql, idle.slice(at, at + batch), before)
    await breath()
  }
}

type Deps = Pick<BotDeps, 'database' | 'lanes' | 'now'>

const clearOld = async (steps: readonly Step[], { database, now }: Deps, signal: AbortSignal) => {
  for (const { days, clear } of steps) {
    const before = now() - days * dayMs
    while ((await clear(database.sql, before, batch)) === batch) {
      signal.throwIfAborted()
      // SQLite works in this thread, so other work runs between batches.
      await breath()
    }
  }
}

/** Lane `retention`: clears the text of old, finished work. Keeps what is waiting, failed or set aside. */
export const retention = async (deps: Deps, job: BotJob<'retention'>): Promise<void> => {
  const { sql } = deps.database
  await clearOld(ofInstallation, deps, job.signal)
  if (await holdQueue(sql, deps.now(), queueHours * hourMs)) {
    await clearOld(ofQueue, deps, job.signal)
    // Last, because a lane can be dropped only after its jobs.
    await forgetLanes(sql, deps.now() - laneDays * dayMs, job.signal)
  }
  await deps.database.transaction(async (tx) => {
    await scheduleDaily(deps, tx, 'retention')
    await job.done(tx)
  })
}
