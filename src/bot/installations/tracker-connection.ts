import type { IncomingHttpHeaders } from 'node:http'
import type { OnboardingApi } from '../../contract/api.ts'
import type { Log } from '../../log.ts'
import type { HookSealing } from '../secrets/hook-sealing.ts'
import type { BotLanes } from '../payloads.ts'
import type { Database } from '../store/database.ts'
import type { TrackerStanding } from '../tracker-standing.ts'

/** A tracker account at work. All of its installations share it. */
export interface TrackerConnection {
  readonly id: number
  readonly api: OnboardingApi
  readonly standing: TrackerStanding
  /** Rows and jobs that belong to no single installation. */
  readonly database: Database
  readonly lanes: BotLanes
  readonly subscribe: 'auto' | 'off'
  /** The tracker reaches us here. */
  readonly hookUrl: () => string
  readonly hookLane: () => string
  /** True when this node stored a new hook secret and has not reloaded the secrets. */
  readonly hookSecrets: { stale: boolean }
  /** Encrypts signing secrets. */
  readonly sealing: HookSealing
  /** Whether the tracker signed this delivery. */
  readonly isSigned: (event: string, headers: IncomingHttpHeaders, body: Buffer) => Promise<boolean>
  readonly log: Log
  readonly now: () => number
}
