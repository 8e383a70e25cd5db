import { startOf } from '../../../contract/text.ts'
import { ApiProblem, isRefusal, messages } from '../../../contract/problem.ts'
import { projectRequest, type ProjectRequest, setProjectRequest } from './store/project-requests.ts'
import type { Tx } from '../../store/database.ts'
import { GiveUp, type Job, RetryLater } from '../../../lanes/lanes.ts'
import {
  type ProjectProblem,
  formInputs as inputs,
  type ProjectForm,
  projectProblemSchema,
} from './messages/project-form.ts'
import { projectRefused, projectUnconfirmed, projectWaiting } from './messages/project-made.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { BotJob } from '../../store/payloads.ts'
import { SlackProblem } from '../../slack/problem.ts'
import { ProjectUnconfirmed, formOf, notifyRequester } from './make-project.ts'
import { liveFields } from '../../tracker/field-values.ts'
import { StaleValue, readValue } from '../../kit/facts.ts'
import { z } from 'zod'
import { type Choice, type Errors, errorsWhere } from '../../kit/form-elements.ts'
import { unstopped } from '../../kit/text.ts'
import { limits } from '../../../contract/limits.ts'

const trackerFields: Readonly<Record<string, readonly [input: string, label: string]>> = {
  name: [inputs.name, 'Name'],
  playbook_uuid: [inputs.playbook, 'Playbook'],
  account: [inputs.account, 'Account'],
  start_date: [inputs.start, 'Start date'],
  due_date: [inputs.due, 'Due date'],
  project_owner: [inputs.owner, 'Owner'],
  internal_users: [inputs.team, 'Team'],
  customer_users: [inputs.customers, 'Customers'],
  send_invite_email: [inputs.invites, 'Invitations'],
  send_invite_email_customers: [inputs.invites, 'Invitations'],
}

const noAccount = 'Choose an account, or type its exact name.'

/** For the refusal texts that the interface lists. */
const remedies: Readonly<Record<string, readonly [input: string, text: string]>> = {
  [messages.playbookNotFound]: [inputs.playbook, 'This playbook no longer exists. Choose another one.'],
  [messages.accountRequired]: [inputs.account, noAccount],
  [messages.accountNotFound]: [
    inputs.account,
    'No account has that name. Type it exactly as in the tracker.',
  ],
  [messages.ownerInvalid]: [
    inputs.owner,
    'The owner isn’t an internal user of the tracker. Choose somebody else.',
  ],
}

type NameOf = (uuid: string) => string | undefined

/** One entry of a 422: `name`, `internal_users[3]`, `datafields.UUID`. */
const rowProblem = ({ field, message }: { field: string; message: string }): ProjectProblem => {
  const [head = field, next] = field.split(/[.[\]]+/)
  const text = `${unstopped(message)}.`
  if (head === 'datafields') return next ? { input: `field:${next}`, text } : { text: `Data fields: ${text}` }
  const [input, label] = trackerFields[head] ?? [undefined, field]
  return { input, text: `${label}: ${text}` }
}

const inputNamedIn = (message: string, form: ProjectForm, nameOf: NameOf) => {
  const words = message.toLowerCase()
  const says = (text: string | undefined) => !!text && words.includes(text.toLowerCase())
  const anyOf = (choices: readonly Choice[]) => choices.some(({ value }) => says(value))
  if (anyOf(form.customers)) return inputs.customers
  if (anyOf(form.team)) return inputs.team
  const field = Object.keys(form.fields).find((uuid) => says(uuid) || says(nameOf(uuid)))
  if (field !== undefined) return `field:${field}`
  return form.owner && says(form.owner.value) ? inputs.owner : undefined
}

const messageProblems = (message: string, form: ProjectForm, nameOf: NameOf): ProjectProblem[] => {
  const [input, text] = remedies[message] ?? []
  if (input && text) return [{ input, text }]
  const says = unstopped(message)
  if (!message.startsWith(messages.notProjectFields))
    return [{ input: inputNamedIn(message, form, nameOf), text: `The tracker says: ${says}.` }]
  const named = Object.keys(form.fields).filter((uuid) => message.toLowerCase().includes(uuid.toLowerCase()))
  return named.length > 0
    ? named.map((uuid) => ({
        input: `field:${uuid}`,
        text: 'This data field no longer exists or is archived. Leave it empty.',
      }))
    : [{ text: `${says}: leave these empty.` }]
}

/** Undefined if the error is not a final refusal. */
const projectProblems = (error: unknown, form: ProjectForm, nameOf: NameOf) => {
  if (!isRefusal(error)) return undefined
  if (error.fields.length > 0) return error.fields.map(rowProblem)
  return messageProblems(error.message, form, nameOf)
}

/** A row in another state has its reason in `error`, as words. */
export const keptProblems = ({ state, error }: ProjectRequest): readonly ProjectProblem[] =>
  state === 'refused' && error !== null ? readValue(z.array(projectProblemSchema), error) : []

const keepProblems = (problems: readonly ProjectProblem[]): string =>
  JSON.stringify(problems.slice(0, 20).map(({ input, text }) => ({ input, text: startOf(text, 300) })))

export const formProblems = (form: ProjectForm): Errors | undefined => {
  const { name, startDate, dueDate } = form
  const fields = Object.entries(form.fields).map(([uuid, field]) => ({
    ...field,
    id: `field:${field.kind}:${uuid}`,
  }))
  return errorsWhere(
    [name === '', inputs.name, 'Give the project a name.'],
    [name.length > limits.projectName, inputs.name, `Use at most ${limits.projectName} characters.`],
    [!form.playbook, inputs.playbook, 'Choose a playbook.'],
    [!form.account, inputs.account, noAccount],
    [!form.owner, inputs.owner, 'Choose who owns the project.'],
    [!startDate, inputs.start, 'Choose a start date.'],
    [startDate && dueDate && dueDate < startDate, inputs.due, 'The due date is before the start date.'],
    [
      fields.length > limits.dataFields,
      fields.at(-1)?.id ?? '',
      `The tracker takes ${limits.dataFields} data fields at once. Leave some empty and set them later.`,
    ],
    ...fields.map(({ kind, text, id }) => {
      const isWrong = kind === 'number' && !Number.isFinite(Number(text))
      return [isWrong, id, 'Enter a number.'] as const
    }),
  )
}

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
    await notifyRequester(deps, tx, row, message)
    await job.done(tx)
  })
}

const leaveUnconfirmed = async (deps: BotDeps, tx: Tx, row: ProjectRequest, reason: string) => {
  const error = startOf(reason, 1_000)
  await setProjectRequest(tx.sql, row.id, { state: 'unconfirmed', error, settled_at: deps.now() })
  await notifyRequester(deps, tx, row, projectUnconfirmed({ projectName: row.project_name }))
}

/** Tells the person once that it takes longer than an attempt. Not after the announcement. */
const notifyOfWait = async (deps: BotDeps, row: ProjectRequest) => {
  const now = await projectRequest(deps.database.sql, row.id)
  if (!now || now.state === 'created') return
  const message = projectWaiting({ projectName: row.project_name })
  await deps.database.transaction((tx) => notifyRequester(deps, tx, row, message, undefined, 'once'))
}

export const projectTrouble = async (deps: BotDeps, job: Job, row: ProjectRequest, error: unknown) => {
  // Another version wrote the form. Later attempts can't read it, either.
  if (error instanceof StaleValue) throw new GiveUp(error.message)
  if (error instanceof ProjectUnconfirmed) {
    return deps.database.transaction(async (tx) => {
      await leaveUnconfirmed(deps, tx, row, error.message)
      await job.done(tx)
    })
  }
  const form = formOf(row)
  const nameOf = Object.keys(form.fields).length > 0 ? await fieldNames(deps) : () => undefined
  const problems = row.state === 'created' ? undefined : projectProblems(error, form, nameOf)
  if (problems) {
    const requestId = error instanceof ApiProblem ? error.requestId : undefined
    return refuseProject(deps, job, row, problems, requestId, nameOf)
  }
  await notifyOfWait(deps, row)
  if (error instanceof SlackProblem && error.kind === 'rate-limited')
    throw new RetryLater(error.retryAfterMs ?? 30_000, error.message)
  throw error
}

export const onCreateGivenUp = async (
  deps: BotDeps,
  tx: Tx,
  job: Pick<BotJob<'create'>, 'payload'>,
  reason: string,
): Promise<void> => {
  const row = await projectRequest(tx.sql, job.payload.request)
  if (row && row.project_uuid === null) await leaveUnconfirmed(deps, tx, row, reason)
}
