import { startOf } from '../../../contract/text/start-of.ts'
import { ApiProblem } from '../../../contract/problem.ts'
import { projectRequest, type ProjectRequest, setProjectRequest } from './store/project-requests.ts'
import type { Tx } from '../../store/database.ts'
import { type Job, RetryLater } from '../../../lanes/lanes.ts'
import { type ProjectProblem, formErrors } from './messages/project-form.ts'
import {
  projectRefused,
  projectStored,
  projectUnconfirmed,
  projectWaiting,
  type ProjectWaitingFacts,
} from './messages/project-made.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { BotJob } from '../../store/payloads.ts'
import { SlackProblem } from '../../slack/problem.ts'
import { ProjectUnconfirmed } from './make-project.ts'
import { liveFields } from '../../tracker/field-values.ts'
import { keepProblems, type NameOf, projectProblems } from './project-problems.ts'
import { formOf, tellRequester } from './requests.ts'
import { StaleValue } from '../../kit/stale-value.ts'

const fieldNames = async (deps: BotDeps): Promise<NameOf> => {
  const fields = await liveFields(deps).catch(() => [])
  return (uuid) => fields.find((field) => field.uuid === uuid)?.name
}

/** Names the data field, because a message has no inputs. */
const inWords = ({ input, text }: ProjectProblem, nameOf: NameOf) => {
  const uuid = input?.startsWith('field:') ? input.slice('field:'.length) : undefined
  return uuid === undefined ? text : `${nameOf(uuid) ?? 'A data field'}: ${text}`
}

/** Keeps the form for *Open again*. */
export const refuseProject = async (
  deps: BotDeps,
  job: Pick<Job, 'done'>,
  row: ProjectRequest,
  problems: readonly ProjectProblem[],
  requestId?: string,
  nameOf: NameOf = () => undefined,
): Promise<void> => {
  const message = projectRefused({
    projectName: row.project_name,
    problems: problems.map((problem) => inWords(problem, nameOf)),
    requestId,
    formId: row.id,
  })
  const error = keepProblems(problems)
  const change = { state: 'refused', error, request_id: requestId ?? null, settled_at: deps.now() } as const
  await deps.database.transaction(async (tx) => {
    await setProjectRequest(tx.sql, row.id, change)
    await tellRequester(deps, tx, row, message)
    await job.done(tx)
  })
}

const leaveUnconfirmed = async (deps: BotDeps, tx: Tx, row: ProjectRequest, reason: string) => {
  const error = startOf(reason, 1_000)
  await setProjectRequest(tx.sql, row.id, { state: 'unconfirmed', error, settled_at: deps.now() })
  await tellRequester(deps, tx, row, projectUnconfirmed({ projectName: row.project_name }))
}

const whyOf = (error: unknown): ProjectWaitingFacts['why'] | undefined => {
  if (!(error instanceof ApiProblem) || error.kind === 'rate-limited') return undefined
  if (error.kind === 'quota') return 'quota'
  return error.kind === 'unauthorized' || error.kind === 'forbidden' ? 'unauthorized' : 'away'
}

/** Tells the person once about a delay, and why, if it is longer than a rate limit. Not after the announcement. */
const tellOfWait = async (
  deps: BotDeps,
  row: ProjectRequest,
  why: ProjectWaitingFacts['why'] | undefined,
) => {
  const now = await projectRequest(deps.database.sql, row.id)
  if (!now || now.error !== null || now.state === 'created') return
  const { project_name: projectName } = row
  await deps.database.transaction(async (tx) => {
    if (why === undefined)
      return tellRequester(deps, tx, row, projectStored({ projectName }), undefined, 'once')
    await setProjectRequest(tx.sql, row.id, { error: why })
    await tellRequester(deps, tx, row, projectWaiting({ projectName, why }))
  })
}

export const projectTrouble = async (deps: BotDeps, job: Job, row: ProjectRequest, error: unknown) => {
  const unreadable = error instanceof StaleValue
  if (unreadable && row.state === 'stored')
    return refuseProject(deps, job, row, [{ text: formErrors.unreadable }])
  if (unreadable || error instanceof ProjectUnconfirmed) {
    return deps.database.transaction(async (tx) => {
      await leaveUnconfirmed(deps, tx, row, error.message)
      await job.done(tx)
    })
  }
  const form = formOf(deps, row)
  const nameOf = Object.keys(form.fields).length > 0 ? await fieldNames(deps) : () => undefined
  const problems = row.state === 'created' ? undefined : projectProblems(error, form, nameOf)
  if (problems) {
    const requestId = error instanceof ApiProblem ? error.requestId : undefined
    return refuseProject(deps, job, row, problems, requestId, nameOf)
  }
  await tellOfWait(deps, row, whyOf(error))
  if (error instanceof SlackProblem && error.kind === 'rate-limited')
    throw new RetryLater(error.retryAfterMs ?? 30_000, error.message)
  throw error
}

/** Tells the person that creation was given up and the project may or may not exist. */
export const onCreateAside = async (
  deps: BotDeps,
  tx: Tx,
  job: Pick<BotJob<'create'>, 'payload'>,
  reason: string,
): Promise<void> => {
  const row = await projectRequest(tx.sql, job.payload.request)
  if (row && row.project_uuid === null) await leaveUnconfirmed(deps, tx, row, reason)
}
