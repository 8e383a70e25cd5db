import { adminsOnly } from '../../messages/answers/not-here.ts'
import { doctor, doctorRunning } from '../../messages/upkeep/doctor/doctor.ts'
import type { Finding } from '../../messages/upkeep/doctor/finding.ts'
import { adminsUnknown } from '../../messages/upkeep/doctor/slack-findings.ts'
import type { Actor } from '../../access/actor.ts'
import { may } from '../../access/may.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer } from '../answers/answer.ts'
import { type Check, findingsOf } from './doctor/check.ts'
import { ownChecks } from './doctor/own-checks.ts'
import { slackChecks } from './doctor/slack-checks.ts'
import { trackerChecks } from './doctor/tracker-checks.ts'

const checks: readonly Check[] = [...slackChecks, ...trackerChecks, ...ownChecks]

const allFindings = async (deps: BotDeps): Promise<Finding[]> =>
  (await Promise.all(checks.map((check) => findingsOf(check, deps, deps)))).flat()

/** Without this scope Slack names no admins, so the doctor would refuse everyone. */
const peopleScope = 'users:read'

const whyNobodyIs = async ({ slack }: Pick<BotDeps, 'slack'>) => {
  const { scopes } = await slack.diagnose().catch(() => ({ scopes: undefined }))
  if (!scopes || scopes.includes(peopleScope)) return undefined
  return doctor({ findings: [adminsUnknown(peopleScope)] })
}

/** `/onboard doctor`. Only for admins, because it shows the configuration. Shows a waiting message first. */
export const runDoctor = async (deps: BotDeps, actor: Actor): Promise<Answer> => {
  if (!may(actor, 'administer'))
    return { message: (await whyNobodyIs(deps)) ?? adminsOnly({ action: 'run the doctor' }) }
  return {
    message: doctorRunning(),
    later: async () => ({ message: doctor({ findings: await allFindings(deps) }) }),
  }
}
