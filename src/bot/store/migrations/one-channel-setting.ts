import { type Kysely, sql } from 'kysely'
import { type EventName, eventNames, families, isEventName } from '../../../contract/event.ts'
import type { MigrationStep } from '../../../database/migrate.ts'

/** The former format of both tables. */
interface OldSettings {
  layout?: 'threads' | 'flat' | 'digest'
  replies?: 'two-way' | 'one-way' | 'off'
  detail?: 'full' | 'compact'
  broadcast?: string[]
  quiet?: object
  digest?: { every: string; day: number; at: string; timeZone: string }
}
interface OldList {
  events: string[]
  modules: string[]
  assignees: string[]
  people: { uuid: string; email?: string; name: string }[]
}
interface OldFilters {
  include: OldList
  exclude: OldList
  tasks: string
}

interface OldRow {
  channel: string
  settings: string | null
  filters: string | null
  changed_by: string | null
  changed_at: number | string | null
}

const eventsOf = (words: readonly string[]): readonly EventName[] =>
  eventNames.filter((name) =>
    words.some(
      (word) =>
        word === name ||
        Object.entries(families).some(
          ([family, all]) => word === `${family}s` && (all as readonly string[]).includes(name),
        ),
    ),
  )

/** The former events of a subscription without its own. */
const formerDefault = eventsOf(['comments', 'tasks', 'projects'])

const passing = (events: readonly EventName[], filters: OldFilters | undefined): readonly EventName[] => {
  const only = eventsOf(filters?.include.events ?? [])
  const never = eventsOf(filters?.exclude.events ?? [])
  return events.filter((name) => (only.length === 0 || only.includes(name)) && !never.includes(name))
}

const key = (name: string) => name.trim().toLowerCase()

/** Merges both lists of modules: excluded modules are removed from the included ones. */
const moduleList = ({ include, exclude }: OldFilters) => {
  const never = new Set(exclude.modules.map(key))
  const only = include.modules.filter((name) => !never.has(key(name)))
  return include.modules.length > 0
    ? { list: 'only', of: 'module', names: only.map((name) => ({ name })) }
    : { list: 'except', of: 'module', names: exclude.modules.map((name) => ({ name })) }
}

const filtersOf = (filters: OldFilters) => {
  const { include, exclude } = filters
  const named = (names: readonly string[]) => names.map((name) => ({ name }))
  return [
    moduleList(filters),
    { list: 'only', of: 'assignee', names: named(include.assignees) },
    { list: 'except', of: 'assignee', names: named(exclude.assignees) },
    { list: 'only', of: 'person', names: include.people },
    { list: 'except', of: 'person', names: exclude.people },
  ].filter(({ names }) => names.length > 0)
}

const nine = { every: 'daily', day: 1, at: '09:00', timeZone: 'UTC' }

const settingsOf = (old: OldSettings, filters: OldFilters | undefined, events: readonly EventName[]) => {
  const { layout = 'threads', replies = 'two-way', broadcast = [], quiet } = old
  const alone = layout === 'digest'
  const digest = old.digest ?? (alone ? nine : undefined)
  return {
    events,
    layout: alone ? 'flat' : layout,
    digest: digest && { ...digest, alone },
    broadcast,
    filters: filters ? filtersOf(filters) : [],
    tasks: filters?.tasks ?? 'all',
    replies: replies === 'off' ? 'one-way' : replies,
    quiet,
    compact: old.detail === 'compact',
  }
}

/** The channel's selection if all subscriptions had the same events. Otherwise each keeps its own. */
const moveEvents = async (db: Kysely<unknown>, channel: string, filters: OldFilters | undefined) => {
  const { rows } = await sql<{ scope: string; target: string; events: string }>`
    select scope, target, events from subscription where channel = ${channel}`.execute(db)
  const own = rows.map(({ scope, target, events }) => {
    const names = (JSON.parse(events) as string[]).filter(isEventName)
    return { scope, target, events: passing(eventsOf(names), filters) }
  })
  const [first] = own
  const one = first && own.every(({ events }) => events.join() === first.events.join())
  for (const { scope, target, events } of own)
    await sql`update subscription set events = ${JSON.stringify(one ? null : events)}
      where channel = ${channel} and scope = ${scope} and target = ${target}`.execute(db)
  return one ? first.events : passing(formerDefault, filters)
}

/** Replaces *off*: mutes the channel until somebody unmutes it. It takes no replies. */
const mute = ({ channel, changed_by: by, changed_at: at }: OldRow, db: Kysely<unknown>) =>
  sql`insert into channel_mute (channel, muted_until, muted_by, muted_at) values (${channel}, null, ${by}, ${at})
    on conflict (channel) do update set muted_until = null`.execute(db)

const moveAll = async (db: Kysely<unknown>): Promise<void> => {
  const { rows } = await sql<OldRow>`
    select every.channel, setting.settings, filter.filters,
      coalesce(setting.changed_by, filter.changed_by) as changed_by,
      coalesce(setting.changed_at, filter.changed_at) as changed_at
    from (select channel from subscription union select channel from channel_setting
      union select channel from channel_filter) every
    left join channel_setting setting on setting.channel = every.channel
    left join channel_filter filter on filter.channel = every.channel`.execute(db)
  for (const row of rows) {
    const old = JSON.parse(row.settings ?? '{}') as OldSettings
    const filters = row.filters === null ? undefined : (JSON.parse(row.filters) as OldFilters)
    const events = await moveEvents(db, row.channel, filters)
    const settings = JSON.stringify(settingsOf(old, filters, events))
    await sql`insert into channel_setting (channel, settings, changed_by, changed_at)
      values (${row.channel}, ${settings}, ${row.changed_by ?? ''}, ${row.changed_at ?? 0})
      on conflict (channel) do update set settings = ${settings}`.execute(db)
    if (old.replies === 'off') await mute(row, db)
  }
  await sql`drop table channel_filter`.execute(db)
}

/** Makes a channel's settings, filters, and events one value. Existing rows keep their meaning. */
export const oneSettingMigrations: Record<string, MigrationStep> = {
  '2026-11-22-bot-2-one-channel-setting': moveAll,
}
