import type { ModalView } from '@slack/types'
import { z } from 'zod'
import { withoutSlashes } from '../../../contract/address/tracker-address.ts'
import { type Actor, actorOf, may } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type ConnectProblem, connectProblem, type Connecting } from '../../installations/connecting.ts'
import { staleButton, appInstalled } from '../../answers/messages/try-again.ts'
import { connectDialog, connectNotice, trackerConnected, tryingTracker } from './messages/connect-dialog.ts'
import type { Message } from '../../kit/message.ts'
import { lastInboxAt } from '../../sync/events/store/inbox.ts'
import { type OnPress, explained, showView, updateOnceOpen, viewPatienceMs } from '../../answers/answer.ts'
import type { Errors } from '../../kit/form-elements.ts'
import { within } from '../../kit/time.ts'
import { forgetApiUser } from '../../tracker/people.ts'
import { isoTime } from '../../../contract/dates.ts'
import { notifyOnce } from '../../answers/tell.ts'

/** After an install: tells its person once how to connect the tracker, unless one is connected. */
export const welcomeInstaller = async (deps: BotDeps): Promise<void> => {
  if (!deps.connecting || deps.tracker) return
  const { installedBy: user, installedAt } = await deps.connecting.status()
  if (user === undefined) return
  const message = appInstalled({ mayConnect: may(await actorOf(deps, { user }), 'administer') })
  const install = `installed-${installedAt ?? 0}`
  await deps.database.transaction((tx) =>
    notifyOnce(
      deps,
      tx,
      { channel: user, ts: install },
      { op: 'direct', user, message },
      `${install}:${user}`,
    ),
  )
}

export interface ConnectionForm {
  /** Undefined: only the key of the connected tracker is replaced. */
  url: string | undefined
  key: string
  integration: string | undefined
}

/** The environment names the tracker of `default`, so a press there is out of date or forged. */
const notHere = { message: staleButton() }

/** If a tracker is connected, the dialog replaces its key. */
export const openConnectDialog: OnPress = async (deps, _by, press) => {
  if (!deps.connecting) return notHere
  const { tracker } = await deps.connecting.status()
  await showView(deps, press, connectDialog({ connectedUrl: tracker?.baseUrl ?? undefined }))
  return undefined
}

/** By a job, because a press has what it works with from before the tracker changed. */
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

type Attempt = { problem: ConnectProblem; url: string } | { problem?: never; message: Message }

const integrationUuid = z.guid()

const attempt = async (
  deps: BotDeps,
  connecting: Connecting,
  actor: Actor,
  { url, key, integration }: ConnectionForm,
): Promise<Attempt> => {
  const connectedUrl = url === undefined ? (await connecting.status()).tracker?.baseUrl : undefined
  const baseUrl = withoutSlashes(url ?? connectedUrl ?? '')
  // Disconnected since the dialog was opened.
  if (baseUrl === '' && url === undefined) return notHere
  const uuid = integrationUuid.optional().safeParse(integration)
  if (!uuid.success) return { problem: 'integration-form', url: baseUrl }
  const tried = await connecting.check({ baseUrl, apiKey: key })
  if (tried.problem) return { problem: tried.problem, url: baseUrl }
  const replaced = url === undefined
  const { user } = actor
  if (replaced) await connecting.replaceKey(key, user)
  else
    await connecting.connect(
      { baseUrl, apiKey: key, integrationUuid: uuid.data?.toLowerCase() ?? null },
      user,
    )
  await showHomeAnew(deps, actor)
  const lastEventAt = isoTime(await lastInboxAt(deps.database.sql))
  return { message: trackerConnected({ url: baseUrl, projects: tried.projects, lastEventAt, replaced }) }
}

/** An attempt that failed late opens the dialog again, without the key. */
const dialogAgain = ({ url, integration }: ConnectionForm, at: string, problem: string): ModalView =>
  url === undefined
    ? connectDialog({ connectedUrl: at, problem })
    : connectDialog({ baseUrl: url, integration, problem })

type Taken = { errors: Errors; later?: never } | { instead: ModalView; later?: () => Promise<void> }

/** Tries the key before anything is stored. Slow trackers are waited for in a view of their own. */
export const takeConnection = async (deps: BotDeps, actor: Actor, form: ConnectionForm): Promise<Taken> => {
  const { connecting } = deps
  if (!connecting) return { instead: connectNotice(notHere.message) }
  const trying = attempt(deps, connecting, actor, form).catch((error: unknown) => ({
    message: explained(deps, error),
  }))
  const ready: Attempt | undefined = await within(viewPatienceMs, trying)
  if (ready?.problem) {
    const { block, words } = connectProblem(ready.problem, ready.url)
    return { errors: { [block]: words } }
  }
  if (ready) return { instead: connectNotice(ready.message) }
  const externalId = `connect-${deps.newUuid()}`
  const later = async () => {
    const found: Attempt = await trying
    const view = found.problem
      ? dialogAgain(form, found.url, connectProblem(found.problem, found.url).words)
      : connectNotice(found.message)
    await updateOnceOpen(deps, externalId, view)
  }
  return { instead: connectNotice(tryingTracker(), externalId), later }
}
