import { waitLeft } from '../../../contract/dates.ts'
import { readKey, writeKey } from '../../store/key-values.ts'
import type { WorkObject } from '../../kit/cards/work-object.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { isOfForm, SlackProblem } from '../../slack/problem.ts'

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
  const value = await readKey(deps.database.sql, key)
  const last = value === undefined || value === '' ? undefined : (JSON.parse(value) as Told)
  return last && waitLeft(last.at, againMs, deps.now()) > 0 ? last : undefined
}

/** Call when a person opens a Work Object: this Slack supports them. */
export const workObjectsWork = async (deps: BotDeps): Promise<void> => {
  if (await told(deps)) await writeKey(deps.database.sql, key, '')
}

/** Stores the refusal if it means that Work Objects are not supported. */
export const noteRefusal = async (deps: BotDeps, error: unknown): Promise<void> => {
  if (!(error instanceof SlackProblem) || !off.includes(error.code)) return
  const last: Told = { code: error.code, at: deps.now() }
  await writeKey(deps.database.sql, key, JSON.stringify(last))
}

/** Slack refused the call and showed nothing, so a second attempt is safe. */
const isRefusal = (error: unknown): error is SlackProblem =>
  error instanceof SlackProblem &&
  ['refused', 'scope', 'message'].includes(error.kind) &&
  !isOfForm(error.code)

/** If Slack refuses Work Objects, makes the call without them, and keeps doing so for a while. */
export const withWorkObjects = async <R>(
  deps: BotDeps,
  entities: readonly WorkObject[],
  call: (entities: readonly WorkObject[]) => Promise<R>,
): Promise<R> => {
  if (await told(deps)) return call([])
  try {
    return await call(entities)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const result = await call([])
    deps.log.info({ problem: error.code }, 'Slack did not take Work Objects')
    await noteRefusal(deps, error)
    return result
  }
}

export const workObjectsStatus = async (deps: BotDeps): Promise<string | undefined> => {
  const last = await told(deps)
  if (!last) return undefined
  return `Work Objects aren’t available here (${last.code}), so links get plain cards. The app checks again within a day.`
}
