import { commands, shortcuts } from '../app-manifest.ts'
import { presentPerson } from '../workspace/present.ts'
import { app, companies, companyName, home, type Team, teamById, teams } from '../workspace/teams.ts'
import { type Channel, isShared, type Json, type Person, teamIdsOf } from '../workspace/types.ts'
import { type OwnContext, sees, teamWithApp } from './context.ts'

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

const pagePerson = (person: Person, team: Team): Json => {
  const stranger = person.team_id !== team.id
  return {
    ...presentPerson(person, '', { stranger }),
    ...(stranger && { company: companyName(person.team_id) }),
  }
}

/** Casey, a customer of the first workspace's people. */
const isGuest = (person: Person, team: Team) => team === home && teamById(person.team_id) === undefined

const channelView = (context: OwnContext, person: Person, channel: Channel): Json => ({
  ...channel,
  is_ext_shared: isShared(channel),
  partners: teamIdsOf(channel)
    .filter((id) => id !== person.team_id)
    .map((id) => ({ id, name: companyName(id) })),
  unread: unread(context, person, channel),
})

/** The workspaces to switch to, each with the person who is chosen there. */
const workspaceList = ({ installations, oauth, workspace }: OwnContext, current: Team): Json[] =>
  teams.map((team) => {
    const installation = installations.of(team)
    return {
      id: team.id,
      name: team.name,
      current: team === current,
      person: workspace.person(team.admin)?.name,
      installUrl: installation ? null : (oauth?.installUrl ?? null),
      // The first workspace has the app from the start, by its token.
      removable: installation?.by !== undefined,
    }
  })

/** People of a customer's company see the first workspace from outside. */
export const workspaceView = (context: OwnContext, person: Person): Json => {
  const team = teamById(person.team_id) ?? home
  const hasApp = teamWithApp(context, person) !== undefined
  const people = context.workspace.people()
  return {
    team: { id: team.id, name: team.name, domain: team.domain },
    workspaces: workspaceList(context, team),
    companies: companies.map(({ id, name }) => ({ id, name })),
    me: pagePerson(person, team),
    users: people.map((one) => pagePerson(one, team)),
    actors: people
      .filter((one) => !one.is_bot && (one.team_id === team.id || isGuest(one, team)))
      .map(({ name }) => name),
    channels: context.workspace
      .channels()
      .filter((one) => sees(context, person, one))
      .map((one) => channelView(context, person, one)),
    bot: { ...team.bot, appId: app.id, name: app.name, handle: app.handle, installed: hasApp },
    // People have the commands and shortcuts of the apps in their own workspace.
    commands: hasApp ? commands.map((one) => ({ ...one, subcommands: context.subcommands })) : [],
    shortcuts: hasApp ? shortcuts : [],
    home: context.dialogs.home(person.id) ?? null,
    views: context.dialogs.stack(person.id),
    outage: context.outage.kind,
    trackerOutage: team === home ? (context.trackerDoor?.outage ?? null) : null,
    tracker: {
      url: context.trackerUrl ?? null,
      start: context.trackerStart(person.name) ?? null,
      connect: context.trackerConnect[team.id] ?? null,
    },
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
