import type { Finding } from '../../../messages/upkeep/doctor/finding.ts'
import type { BotDeps } from '../../../deps.ts'

/** `topic` names the check if it does not finish in time. */
export interface Check {
  topic: string
  run(deps: BotDeps): Promise<Finding | readonly Finding[]>
}
