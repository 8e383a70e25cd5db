import { adminsOnly } from '../../messages/answers/not-here.ts'
import { doctor, doctorRunning, type Finding } from '../../messages/upkeep/doctor.ts'
import type { Actor } from '../../access/actor.ts'
import { may } from '../../access/may.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer } from '../answers/answer.ts'
import { bad, type Check } from './doctor/check.ts'
import { ownChecks } from './doctor/own-checks.ts'
import { slackChecks } from './doctor/slack-checks.ts'
import { trackerChecks } from './doctor/tracker-checks.ts'
import { within } from '../answers/within.ts'

const checks: readonly Check[] = [...slackChecks, ...trackerChecks, ...ownChecks]

const findingsOf = async (deps: BotDeps, check: Check): Promise<readonly Finding[]> => {
  const { topic } = check
  const found = await within(
    deps.doctorWaitMs,
    check.run(deps).catch((error: unknown): Finding => {
      deps.log.error({ err: error, topic }, 'a check of doctor failed')
      return bad(topic, 'the check itself failed', 'look at the log of the bot')
    }),
  )
  const late = `no answer within ${deps.doctorWaitMs / 1_000} seconds`
  return [found ?? bad(topic, late, 'run doctor again; if it stays, look at what is asked there')].flat()
}

const allFindings = async (deps: BotDeps): Promise<Finding[]> =>
  (await Promise.all(checks.map((check) => findingsOf(deps, check)))).flat()

/** Without this scope Slack names no admins, so the doctor would refuse everyone. */
const peopleScope = 'users:read'

const whyNobodyIs = async ({ slack }: Pick<BotDeps, 'slack'>) => {
  const { scopes } = await slack.diagnose().catch(() => ({ scopes: undefined }))
  if (!scopes || scopes.includes(peopleScope)) return undefined
  const found = `${peopleScope} is not granted, so Slack does not say who is an admin`
  const remedy =
    'add it as in manifest.yml (OAuth & Permissions), then install the app again and ask once more'
  return doctor({ findings: [bad('Slack scopes', found, remedy)] })
}

/** `/onboard doctor`. Only for admins, because it shows the configuration. Shows a waiting message first. */
export const runDoctor = async (deps: BotDeps, actor: Actor): Promise<Answer> => {
  if (!may(actor, 'administer'))
    return { message: (await whyNobodyIs(deps)) ?? adminsOnly({ action: 'ask the doctor' }) }
  return {
    message: doctorRunning(),
    later: async () => ({ message: doctor({ findings: await allFindings(deps) }) }),
  }
}
