import type { Database } from './database.ts'
import * as seed from './seed.ts'
import { createStamps } from './stamps.ts'
import type { Names } from './text.ts'
import { type Change, type Channel, type Message, type Person, type Reaction, teamIdsOf } from './types.ts'

export type Workspace = ReturnType<typeof createWorkspace>

const parsed = <Doc>(rows: { doc: string }[]): Doc[] => rows.map((row) => JSON.parse(row.doc) as Doc)

/** Returns whether the file is new. */
const seedOnce = (database: Database): boolean =>
  database.transaction(() => {
    if (database.get('select 1 from person limit 1') !== undefined) return false
    for (const person of seed.people)
      database.run('insert into person values (?, ?)', person.id, JSON.stringify(person))
    for (const channel of seed.channels)
      database.run('insert into channel values (?, ?)', channel.id, JSON.stringify(channel))
    return true
  })

/** The state of all workspaces and its listeners. Rules are in the APIs, not here. */
export const createWorkspace = (database: Database, now: () => number) => {
  const fresh = seedOnce(database)
  const stamps = createStamps(database, now)
  const listeners = new Set<(change: Change) => void>()
  const announce = (change: Change) => {
    for (const listener of listeners) listener(change)
  }

  const people = () => parsed<Person>(database.all('select doc from person order by rowid'))
  const channels = () => parsed<Channel>(database.all('select doc from channel order by rowid'))
  const person = (id: string) => people().find((one) => one.id === id)
  const channel = (id: string) => parsed<Channel>(database.all('select doc from channel where id = ?', id))[0]

  const saveChannel = (changed: Channel) => {
    database.run(
      'insert into channel values (?, ?) on conflict (id) do update set doc = excluded.doc',
      changed.id,
      JSON.stringify(changed),
    )
    announce({ kind: 'channels' })
  }

  const message = (channel: string, ts: string): Message | undefined =>
    parsed<Message>(database.all('select doc from message where channel = ? and ts = ?', channel, ts))[0]

  const saveMessage = (channel: string, saved: Message, kind: 'message' | 'update') => {
    database.run(
      'insert into message values (?, ?, ?, ?, ?) on conflict (channel, ts) do update set doc = excluded.doc, thread_ts = excluded.thread_ts',
      channel,
      saved.ts,
      saved.thread_ts ?? null,
      saved.visible_to ?? null,
      JSON.stringify(saved),
    )
    announce({ kind, channel, message: saved, ...(saved.visible_to && { for: saved.visible_to }) })
  }

  const saveReactions = (channel: string, changed: Message, reactions: Reaction[]) => {
    const { reactions: _before, ...rest } = changed
    const doc = JSON.stringify(reactions.length > 0 ? { ...rest, reactions } : rest)
    database.run('update message set doc = ? where channel = ? and ts = ?', doc, channel, changed.ts)
    announce({ kind: 'reaction', channel, ts: changed.ts, reactions })
  }

  const removeMessage = (channel: string, removed: Message) => {
    database.run('delete from message where channel = ? and ts = ?', channel, removed.ts)
    database.run('delete from pin where channel = ? and ts = ?', channel, removed.ts)
    announce({
      kind: 'delete',
      channel,
      ts: removed.ts,
      ...(removed.visible_to && { for: removed.visible_to }),
    })
  }

  /** Oldest first. With `reader`, includes their ephemerals. */
  const messages = (channel: string, reader?: string): Message[] =>
    parsed(
      database.all(
        'select doc from message where channel = ? and (visible_to is null or visible_to = ?) order by ts',
        channel,
        reader ?? '',
      ),
    )

  /** A thread's replies without its root, oldest first. */
  const replies = (channel: string, root: string): Message[] =>
    parsed(
      database.all(
        'select doc from message where channel = ? and thread_ts = ? and ts <> ? and visible_to is null order by ts',
        channel,
        root,
        root,
      ),
    )

  /** Two workspaces may use one name, such as the app's. Then a member of the channel goes first, then a colleague. */
  const names = (team: string, { members }: Channel): Names => {
    const nearness = (one: Person) => Number(members.includes(one.id)) * 2 + Number(one.team_id === team)
    const nearestLast = people().toSorted((a, b) => nearness(a) - nearness(b))
    return {
      people: new Map(
        nearestLast.flatMap(
          (one) =>
            [
              [one.name, one.id],
              [one.real_name.toLowerCase().replace(/\s/g, ''), one.id],
            ] as const,
        ),
      ),
      channels: new Map(
        channels()
          .filter((one) => teamIdsOf(one).includes(team))
          .map((one) => [one.name, one.id]),
      ),
    }
  }

  return {
    database,
    fresh,
    now,
    stamps,
    people,
    person,
    channels,
    channel,
    saveChannel,
    message,
    messages,
    replies,
    saveMessage,
    saveReactions,
    removeMessage,
    names,
    announce,
    listen: (listener: (change: Change) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
