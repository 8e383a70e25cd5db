import { waitLeft } from '../../../contract/dates.ts'
import { readSetting, writeSetting } from '../../store/settings.ts'
import type { BotDeps } from '../../deps.ts'
import { SlackProblem } from '../../slack/problem.ts'

/** Slack's error codes for a workspace or app without Work Objects. */
const off: readonly string[] = [
  'unknown_method',
  'feature_not_enabled',
  'missing_scope',
  'not_allowed_token_type',
  'method_deprecated',
  'deprecated_endpoint',
]

/** Tries again after this time, because an admin may enable them. */
const againMs = 24 * 3_600_000
const key = 'work_objects'

interface Told {
  code: string
  at: number
}

const told = async (deps: BotDeps): Promise<Told | undefined> => {
  const value = await readSetting(deps.database.sql, key)
  const last = value === undefined || value === '' ? undefined : (JSON.parse(value) as Told)
  return last && waitLeft(last.at, againMs, deps.now()) > 0 ? last : undefined
}

/** False after a recent refusal. */
export const workObjectsWanted = async (deps: BotDeps): Promise<boolean> => (await told(deps)) === undefined

/** Call when Slack shows that it supports Work Objects. */
export const workObjectsWork = async (deps: BotDeps): Promise<void> => {
  const value = await readSetting(deps.database.sql, key)
  if (value !== undefined && value !== '') await writeSetting(deps.database.sql, key, '')
}

/** Stores the refusal if it means that Work Objects are not supported. */
export const noteRefusal = async (deps: BotDeps, error: unknown): Promise<void> => {
  if (!(error instanceof SlackProblem) || !off.includes(error.code)) return
  const last: Told = { code: error.code, at: deps.now() }
  await writeSetting(deps.database.sql, key, JSON.stringify(last))
  deps.log.info({ code: error.code }, 'Work Objects are not available here: links get plain cards')
}

export const workObjectsStatus = async (deps: BotDeps): Promise<string | undefined> => {
  const last = await told(deps)
  return (
    last &&
    `Work Objects aren’t available here (${last.code}), so links get plain cards. The app checks again within a day.`
  )
}
