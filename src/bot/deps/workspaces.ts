import type { Team } from '../installations/installation.ts'
import type { BotDeps } from './deps.ts'

/** Where the app is installed: what an event from Slack is for, and what its use cases work with. */
export interface Workspaces {
  /** Undefined if it is not installed anymore. */
  of(installation: number): Promise<BotDeps | undefined>
  idOf(team: Team): Promise<number | undefined>
  /** Installations besides the one that Slack names that receive a project in this channel or have posted there. */
  sharing(channel: string): Promise<readonly number[]>
  /** Whose app has this user. Slack may name another workspace of a shared channel. */
  mentioned(botUser: string): Promise<readonly number[]>
}
