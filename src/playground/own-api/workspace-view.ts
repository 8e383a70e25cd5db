import { commands, shortcuts } from '../app-manifest.ts'
import { presentPerson } from '../workspace/present.ts'
import { bot, team } from '../workspace/seed.ts'
import type { Channel, Json, Person } from '../workspace/types.ts'
import type { OwnContext } from './context.ts'

const unread = ({ workspace }: OwnContext, person: Person, channel: Channel): number =>
  workspace.database.get<{ n: number }>(
    `select count(*) as n from message where channel = ? and (visible_to is null or visible_to = ?)
       and (thread_ts is null or thread_ts = ts or doc like '%"subtype":"thread_broadcast"%')
       and ts > coalesce((select ts from read_mark where person = ? and channel = message.channel), '0')
       and coalesce(json_extract(doc, '$.user'), '') <> ?`,
    channel.id,
    person.id,
    person.id,
    person.id,
  )?.n ?? 0

/** Everything the page needs for its first render. */
export const workspaceView = (context: OwnContext, person: Person): Json => {
  const guest = person.team_id !== team.id
  const channels = context.workspace.channels().filter((one) => one.members.includes(person.id))
  return {
    team,
    me: presentPerson(person, ''),
    users: context.workspace.people().map((one) => presentPerson(one, '')),
    channels: channels.map((one) => ({ ...one, unread: unread(context, person, one) })),
    bot,
    // People of another workspace don't see this app's commands and shortcuts.
    commands: guest ? [] : commands,
    shortcuts: guest ? [] : shortcuts,
    home: context.dialogs.home(person.id) ?? null,
    views: context.dialogs.stack(person.id),
    outage: context.outage.kind,
    trackerOutage: context.trackerDoor?.outage ?? null,
    tracker: { url: context.trackerUrl ?? null, start: context.trackerStart(person.name) ?? null },
  }
}

export const markRead = (context: OwnContext, person: Person, channel: Channel): void => {
  const latest = context.workspace.database.get<{ ts: string | null }>(
    'select max(ts) as ts from message where channel = ?',
    channel.id,
  )
  context.workspace.database.run(
    'insert into read_mark values (?, ?, ?) on conflict (person, channel) do update set ts = excluded.ts',
    person.id,
    channel.id,
    latest?.ts ?? '0',
  )
}
