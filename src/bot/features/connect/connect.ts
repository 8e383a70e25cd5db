import { type Became, inTime, type OnPress, type Patience, showView } from '../../answers/answer.ts'
import { z } from 'zod'
import { withoutSlashes } from '../../../contract/address.ts'
import { type Actor, actorOf, may } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type ConnectProblem, connectProblem, type Connecting } from '../../installations/connecting.ts'
import { staleButton, appInstalled } from '../../answers/messages/try-again.ts'
import { connectDialog, trackerConnected, tryingTracker, type HomeTracker } from './messages/connect.ts'
import { lastInboxAt } from '../../store/inbox.ts'
import { callbacks } from '../../kit/ids.ts'
import { within, settled } from '../../kit/time.ts'
import { forgetApiUser } from '../../tracker/people.ts'
import { isoTime } from '../../../contract/dates.ts'
import { notifyPerson } from '../../answers/notify.ts'
import { hasTracker, type Listed } from '../../installations/store/installations.ts'

/** After an install: tells its person once how to connect the tracker, unless one is connected. */
export const welcomeInstaller = async (deps: BotDeps): Promise<void> => {
  if (!deps.connecting || deps.tracker) return
  const { installedBy: user, installedAt } = await deps.connecting.status()
  if (user === undefined) return
  const message = appInstalled({ mayConnect: may(await actorOf(deps, { user }), 'administer') })
  const at = { user, channel: undefined, ts: `installed-${installedAt ?? 0}` }
  await deps.database.transaction((tx) => notifyPerson(deps, tx, at, message, 'once'))
}

export interface ConnectionForm {
  /** Undefined: only the key of the connected tracker is replaced. */
  url: string | undefined
  key: string
  integration: string | undefined
}

/** Where the environment names the tracker, a press is out of date or forged. */
const notHere = { message: staleButton() }

export const openConnectDialog: OnPress = async (deps, _by, press) => {
  if (!deps.connecting) return notHere
  const { tracker } = await deps.connecting.status()
  await showView(deps, press, connectDialog({ connectedUrl: tracker?.baseUrl ?? undefined }))
  return undefined
}

/** A job shows it, because this press still works with what it had before the tracker changed. */
const showHomeAnew = async (deps: BotDeps, { user }: Actor): Promise<void> => {
  await forgetApiUser(deps.database.sql)
  await deps.database.transaction((tx) =>
    deps.lanes.enqueue(tx, [{ kind: 'home', lane: user, payload: { user } }]),
  )
}

export const disconnectTracker: OnPress = async (deps, actor) => {
  if (!deps.connecting) return notHere
  await deps.connecting.disconnect()
  await showHomeAnew(deps, actor)
  return undefined
}

const integrationId = z.guid()

const refused = (at: string, problem: ConnectProblem): Became => {
  const { block, words } = connectProblem(problem, at)
  return { errors: { [block]: words } }
}

const attempt = async (
  deps: BotDeps,
  connecting: Connecting,
  actor: Actor,
  form: ConnectionForm,
): Promise<Became> => {
  const { url, key, integration } = form
  const replaced = url === undefined
  const connectedUrl = replaced ? (await connecting.status()).tracker?.baseUrl : undefined
  const baseUrl = withoutSlashes(url ?? connectedUrl ?? '')
  // Disconnected since the dialog was opened.
  if (baseUrl === '' && replaced) return { refused: notHere.message }
  const uuid = integrationId.optional().safeParse(integration)
  if (!uuid.success) return refused(baseUrl, 'integration-form')
  const check = await connecting.check({ baseUrl, apiKey: key })
  if (check.problem) return refused(baseUrl, check.problem)
  const { user } = actor
  const integrationUuid = uuid.data?.toLowerCase() ?? null
  if (replaced) await connecting.replaceKey(key, user)
  else await connecting.connect({ baseUrl, apiKey: key, integrationUuid }, user)
  await showHomeAnew(deps, actor)
  return { done: trackerConnected({ url: baseUrl, projects: check.projects, replaced }) }
}

/** Tries the key before anything is stored. While a slow tracker is tried, a view says so. */
export const takeConnection = async (
  deps: BotDeps,
  by: Actor,
  form: ConnectionForm,
  patience: Patience,
): ReturnType<typeof inTime> => {
  const { connecting } = deps
  if (!connecting) return { refused: notHere.message }
  const trying = attempt(deps, connecting, by, form)
  return inTime(deps, trying, { dialog: callbacks.connectDialog, waiting: tryingTracker(), patience, by })
}

/** A tracker that takes longer counts as not responding. */
const patienceMs = 3_000

const problemOf = async ({ tracker, connecting }: BotDeps): Promise<string | undefined> => {
  if (!tracker) return undefined
  const outcome = await within(patienceMs, settled(tracker.health.reason()))
  const problem = outcome?.state === 'done' ? outcome.value : 'the tracker isn’t responding'
  await connecting?.noteProblem(problem)
  return problem
}

/** Undefined for people who can't change the tracker, and where the environment names it. */
export const trackerOnHome = async (deps: BotDeps, actor: Actor): Promise<HomeTracker | undefined> => {
  if (!deps.connecting || !may(actor, 'administer')) return undefined
  const { tracker } = await deps.connecting.status()
  return {
    connected: tracker && {
      url: tracker.baseUrl ?? '',
      problem: await problemOf(deps),
      lastEventAt: isoTime(await lastInboxAt(deps.database.sql)),
    },
  }
}

const utcTime = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** What the environment names: the token of `default`, and its tracker. */
interface Own {
  readonly token: boolean
  readonly tracker: boolean
}

/** What is wrong with an installation, in sentences. Empty if all is well. */
export const healthWords = ({ installation, connection }: Listed, own: Own): string[] => {
  const { state, stateAt, reason, installedAt, teamId } = installation
  if (state === 'leaving')
    return [
      `Removed ${utcTime(stateAt)} (${reason ?? 'no reason given'}). Its data is erased an hour later, unless the app is installed again.`,
    ]
  const isStopped = installedAt === null && teamId !== '' && !own.token
  const isConnected = hasTracker(connection, own.tracker || installedAt === null)
  return [
    state === 'paused' ? `Paused ${utcTime(stateAt)}: ${reason ?? 'no reason given'}.` : undefined,
    isStopped
      ? 'Not at work: SLACK_BOT_TOKEN is not set, and the app is not installed by OAuth yet.'
      : undefined,
    isConnected ? undefined : 'No tracker is connected.',
    connection?.state === 'broken'
      ? `The tracker doesn't work: ${connection.problem ?? 'no reason given'}`
      : undefined,
  ].filter((line) => line !== undefined)
}
