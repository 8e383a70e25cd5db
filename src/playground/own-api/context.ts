import type { Subcommand } from '../app-manifest.ts'
import type { Interactions } from '../outgoing/interactions.ts'
import type { PaneInteractions } from '../outgoing/pane-interactions.ts'
import type { ResponseUrls } from '../outgoing/response-urls.ts'
import type { Context } from '../web-api/context.ts'
import type { TrackerDoor } from '../tracker-door.ts'
import { type Team, teamById } from '../workspace/teams.ts'
import type { Channel, Person } from '../workspace/types.ts'

export interface OwnContext extends Context {
  interactions: Interactions
  paneInteractions: PaneInteractions
  responseUrls: ResponseUrls
  /** What the page suggests after the app's command. */
  subcommands: readonly Subcommand[]
  trackerUrl: string | undefined
  /** The app's connection to the embedded tracker, which can be made to fail. */
  trackerDoor: TrackerDoor | undefined
  /** The tracker page this person sees first. */
  trackerStart: (name: string) => string | undefined
  /** What a person needs to connect a workspace to the tracker, by the workspace's id. */
  trackerConnect: Readonly<Record<string, TrackerConnect>>
}

export interface TrackerConnect {
  organization: string
  baseUrl: string
  apiKey: string
  integrationUuid: string
}

/** A request the page may not make. The answer is `{ok: false, error}` with an HTTP status. */
export class Denied extends Error {
  override name = 'Denied' as const
  readonly status: number

  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

export const deny = (status: number, code: string): never => {
  throw new Denied(status, code)
}

/** `dana` or `U0DANA`. */
export const actingPerson = ({ workspace }: OwnContext, as: string | undefined): Person =>
  workspace.people().find((one) => !one.is_bot && (one.name === as || one.id === as)) ??
  deny(400, 'as must be dana, lee, casey, nadia, omar, or a user id')

/** A person's own workspace, if the app is installed there. */
export const teamWithApp = ({ installations }: OwnContext, person: Person): Team | undefined => {
  const team = teamById(person.team_id)
  return team && installations.of(team) ? team : undefined
}

/** A person sees the direct message with the app only while the app is installed. */
export const sees = (context: OwnContext, person: Person, channel: Channel): boolean =>
  channel.members.includes(person.id) && (!channel.is_im || teamWithApp(context, person) !== undefined)

/** By name, with or without `#`, or by id. Only channels this person can see. */
export const visibleChannel = (context: OwnContext, person: Person, named: string | undefined): Channel => {
  const name = named?.replace(/^#/, '')
  return (
    context.workspace
      .channels()
      .find((one) => [one.id, one.name].includes(name ?? '') && sees(context, person, one)) ??
    deny(404, 'channel_not_found')
  )
}
