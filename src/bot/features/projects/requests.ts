import { folded } from '../../../contract/text/folded.ts'
import { createHash } from 'node:crypto'
import { projectRequest, type ProjectRequest, submitForm, makerOf } from './store/project-requests.ts'
import type { Tx } from '../../store/database.ts'
import type { Message } from '../../kit/message.ts'
import { projectForm } from './messages/project-form.ts'
import { type Actor, maySteer } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { readValue } from '../../kit/facts.ts'
import { tellPerson } from '../../answers/tell.ts'
import { within } from '../../kit/time.ts'
import { tasksOf } from '../../store/known-tasks.ts'
import { teammatesOf } from '../project-channels/channel-for-project.ts'
import type { ProjectInView } from '../../tracker/project-in-view.ts'
import { type Route, routeTo } from '../../audience/audience.ts'
import type { Channel } from '../../slack/slack.ts'

/** Without the app in it, a channel is not linked. The preview says so. */
export const isLinkable = ({ member, archived }: Channel): boolean => member && !archived

export const routeOf = async (deps: BotDeps, channel: string | undefined): Promise<Route | undefined> =>
  channel !== undefined && isLinkable(await deps.slack.channel(channel)) ? routeTo(deps, channel) : undefined

/**
 * Why this person may not have the project's channel subscribed, if it would be. Asked with the form, at *Create*, and
 * before it happens: until then, the app may come into the channel, and the person may leave it.
 */
export const channelRefused = async (deps: BotDeps, actor: Actor, channel: string | undefined) => {
  if (channel === undefined || !isLinkable(await deps.slack.channel(channel))) return undefined
  return (await maySteer(deps, actor, channel))?.message
}

/** Logs and throws `StaleValue` if this version cannot read the form. */
export const formOf = (deps: Pick<BotDeps, 'log'>, { id, form }: Pick<ProjectRequest, 'id' | 'form'>) => {
  try {
    return readValue(projectForm, form)
  } catch (error) {
    deps.log.error({ err: error, request: id }, 'a stored form cannot be read')
    throw error
  }
}

export const channelOf = (deps: Pick<BotDeps, 'log'>, row: ProjectRequest): string | undefined => {
  try {
    return formOf(deps, row).channel
  } catch {
    return undefined
  }
}

/** Sends to the person, in the channel or directly. Messages of one request keep their order. */
export const tellRequester = (
  deps: Pick<BotDeps, 'lanes' | 'log'>,
  tx: Tx,
  row: ProjectRequest,
  message: Message,
  { channel }: { channel: string | undefined } = { channel: channelOf(deps, row) },
  once?: 'once',
): Promise<void> =>
  tellPerson(deps, tx, { user: row.user_id, channel, ts: `project-request-${row.id}` }, message, once)

/** Names that are typed alike (see `folded`) share a lane. */
const keyOf = (name: string): string =>
  createHash('sha256').update(folded(name.trim())).digest('hex').slice(0, 32)

/** Identifies the project in the tracker, whoever asks again. */
export const externalIdOf = (name: string, requestId: number): string =>
  `slack-${keyOf(name).slice(0, 16)}-${requestId}`

/** What is late is decided by the job, which asks again. */
const patienceMs = 1_500

/**
 * *Create*. Stored before the dialog closes. Requests for one name share a lane, so they run in sequence. Returns why
 * the person may not have the channel subscribed; then nothing is created.
 */
export const submitProject = async (deps: BotDeps, actor: Actor, requestId: number) => {
  const { user } = actor
  const row = await projectRequest(deps.database.sql, requestId)
  if (row?.user_id !== user) return undefined
  const lane = keyOf(row.project_name)
  // Throws before queuing if the form cannot be read.
  const { channel } = formOf(deps, row)
  const refused = await within(patienceMs, channelRefused(deps, actor, channel))
  if (refused) return refused
  await deps.database.transaction(async (tx) => {
    const keys = { lane, external_id: externalIdOf(row.project_name, requestId) }
    if (!(await submitForm(tx, requestId, user, keys))) return
    await deps.lanes.enqueue(tx, [{ kind: 'create', lane, payload: { request: requestId } }])
  })
  return undefined
}

/** Owner, the team that was chosen when the project was created here, and who has its tasks. */
export const teamOf = async (deps: BotDeps, { uuid, item }: ProjectInView) => {
  const { sql } = deps.database
  const [maker, tasks] = await Promise.all([makerOf(sql, uuid), tasksOf(sql, uuid)])
  // The form is erased after a while.
  const chosen = maker && maker.form !== '{}' ? formOf(deps, maker).team : []
  return teammatesOf(deps, [
    item.project_owner?.email_address ?? item.project_owner?.full_name,
    ...chosen.map(({ value }) => value),
    ...tasks.map(({ assigneeName }) => assigneeName),
  ])
}
