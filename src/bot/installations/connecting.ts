import type { ConnectProblem } from './connect-problem.ts'
import type { Connection } from './store/connections.ts'

export interface TrackerToTry {
  /** Without slashes at the end. */
  readonly baseUrl: string
  readonly apiKey: string
}

export interface TrackerToConnect extends TrackerToTry {
  /** External links of created projects belong to this integration. Null: none are created. */
  readonly integrationUuid: string | null
}

export type Tried =
  | { readonly problem: ConnectProblem }
  | { readonly problem?: never; readonly projects: number }

export interface ConnectingStatus {
  /** Undefined until an admin has connected a tracker. */
  readonly tracker: Connection | undefined
  readonly installedBy: string | undefined
  readonly installedAt: number | undefined
}

/** What an installation's admin may do about its tracker. The caller checks the right. */
export interface Connecting {
  /** Asks the tracker, which takes seconds. Stores nothing. */
  check(tracker: TrackerToTry): Promise<Tried>
  /** Stores what was checked. An installation that uses the same tracker with the same key shares its connection. */
  connect(tracker: TrackerToConnect, by: string): Promise<void>
  /** Everything but the key stays. False if no tracker is connected. */
  replaceKey(apiKey: string, by: string): Promise<boolean>
  /** Channels keep their subscriptions and settings. */
  disconnect(): Promise<void>
  status(): Promise<ConnectingStatus>
  /** Stores whether the tracker works, for the operator. `problem` undefined: it does. */
  noteProblem(problem: string | undefined): Promise<void>
}
