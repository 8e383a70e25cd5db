import type { OnboardingApi } from '../../../contract/api.ts'
import type { Log } from '../../../log.ts'
import type { BotLanes } from '../../store/payloads.ts'
import type { Database } from '../../store/database.ts'
import type { TrackerStanding } from './tracker-standing.ts'
import type { QuotaStop } from '../installation.ts'

/** A tracker account at work. All of its installations share it. */
export interface TrackerConnection {
  readonly id: number
  readonly api: OnboardingApi
  readonly standing: TrackerStanding
  readonly quota: QuotaStop | undefined
  /** The ms until work that can wait may write, by the work's key. 0: now. */
  readonly place: (key: string) => number
  /** Rows and jobs that belong to no single installation. */
  readonly database: Database
  readonly lanes: BotLanes
  readonly subscribe: 'auto' | 'off'
  /** The tracker reaches us here. */
  readonly hookUrl: () => string
  readonly hookLane: () => string
  readonly log: Log
  readonly now: () => number
}
