import type { ModalView } from '@slack/types'
import { type MadeChannel, madeChannel, wantChannel, type Teammate } from '../../store/made-channels.ts'
import * as words from './messages/channel-dialog.ts'
import { channelExists, channelUnderWay, archiveRefused } from './messages/made-channel.ts'
import { staleButton } from '../../answers/messages/try-again.ts'
import { callbacks, inputs } from '../../kit/ids.ts'
import type { Message } from '../../kit/message.ts'
import { type Actor, type Here, maySteer } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type OnPress, openFilled, type Patience } from '../../answers/answer.ts'
import { type Errors, errorsWhere, notice } from '../../kit/form-elements.ts'
import { projectByUuid } from '../../answers/named-project.ts'
import { channelOfProject, type ProjectInView } from '../../tracker/project-in-view.ts'
import type { Tx } from '../../store/database.ts'
import { closedKinds, SlackProblem } from '../../slack/problem.ts'
import { notifyPerson } from '../../answers/notify.ts'
import { folded } from '../../../contract/text.ts'
import { within } from '../../kit/time.ts'
import { teamMap, nameOf } from '../../tracker/people.ts'

/** Also true if Slack does not list the scopes: Slack itself refuses what the app may not do. */
export const isGranted = async ({ slack }: Pick<BotDeps, 'slack'>, scope: string): Promise<boolean> =>
  (await slack.check())?.includes(scope) ?? true

export const mayMake = async ({ slack }: Pick<BotDeps, 'slack'>): Promise<words.MayMake> => {
  const granted = await slack.check()
  const has = (scope: string) => granted?.includes(scope) ?? true
  return { public: has('channels:manage'), private: has('groups:write') }
}

/** How long a dialog waits for the names in use. Slack has the last word in any case. */
const patienceMs = 1_000

/** The names of channels that the app can see. Private or archived channels may have more names. */
const takenNames = async ({ slack, now }: Pick<BotDeps, 'slack' | 'now'>): Promise<Set<string>> => {
  const all = await within(patienceMs, Promise.all([slack.publicChannels(), slack.ownChannels(now())]))
  return new Set((all ?? []).flat().map(({ name }) => name))
}

export const proposedName = async (
  deps: Pick<BotDeps, 'slack' | 'now'>,
  project: { name: string; accountName?: string | undefined },
  refused: readonly string[] = [],
): Promise<string> => {
  const taken = await takenNames(deps)
  for (const name of refused) taken.add(name)
  return words.freeName(words.nameFor(project), taken)
}

/** `keys`: addresses, uuids, or names of the tracker's internal users. */
export const teammatesOf = async (deps: BotDeps, keys: readonly (string | undefined)[]) => {
  const wanted = new Set(keys.map((key) => key && folded(key)))
  return (await teamMap(deps))
    .map(({ user, member }) => ({ user, name: nameOf(user), member }))
    .filter(({ user, name }) =>
      [user.email_address, user.uuid, name].some((key) => key && wanted.has(folded(key))),
    )
    .map(({ name, member }) => ({ name, ...(member && { user: member.id }) }))
}

/** Slack refuses for good: no retry helps, so the person gets a message. */
export const isRefused = (error: unknown): error is SlackProblem =>
  error instanceof SlackProblem && closedKinds.includes(error.kind)

/** Tells whoever asked for the channel, where they asked. One lane keeps the order. `once`: one message a request. */
export const notifyAsker = (
  deps: Pick<BotDeps, 'lanes'>,
  tx: Tx,
  { project_uuid: project, asked_by: user, asked_in: channel, created_at: at }: MadeChannel,
  message: Message,
  once?: 'once',
): Promise<void> => {
  const ts = once ? `channel-${project}-${at}` : `channel-${project}`
  return notifyPerson(deps, tx, { user, channel: channel ?? undefined, ts }, message, once)
}

/** *Archive the channel*, on the announcement of a completed project. Only the channel that was made for it. */
export const archiveChannel: OnPress<Here> = async (deps, actor, { value: project }) => {
  const { channel } = actor.place
  const row = await madeChannel(deps.database.sql, project)
  if (row?.channel !== channel) return { message: staleButton() }
  const refused = await maySteer(deps, actor, channel)
  if (refused) return refused
  try {
    // Slack itself says in the channel who archived it.
    await deps.slack.archive(channel)
    return undefined
  } catch (error) {
    if (isRefused(error)) return { message: archiveRefused({ code: error.code }) }
    throw error
  }
}

/** Where to install the app again, if it was installed by OAuth. */
export const installUrlOf = ({ connecting, instance }: BotDeps): string | undefined =>
  connecting && `${instance.publicUrl()}/slack/install`

/** Why no channel can be made for the project. Undefined if one can. */
const answerIfMade = async (deps: BotDeps, row: MadeChannel | undefined): Promise<Message | undefined> => {
  if (!row || row.state === 'refused') return undefined
  const { project_uuid: projectUuid } = row
  const channel = await channelOfProject(deps, row)
  if (channel !== undefined) return channelExists({ projectUuid, channel })
  return row.state === 'done' ? undefined : channelUnderWay(row)
}

type TeamOf = (deps: BotDeps, project: ProjectInView) => Promise<Teammate[]>

const filled = async (
  deps: BotDeps,
  teamOf: TeamOf,
  { place }: Actor,
  uuid: string,
  row: MadeChannel | undefined,
): Promise<ModalView> => {
  const [resolved, may] = await Promise.all([projectByUuid(deps, uuid), mayMake(deps)])
  if (!resolved) return notice(callbacks.channelDialog, staleButton())
  if (!may.public && !may.private)
    return notice(
      callbacks.channelDialog,
      words.permissionsLacking({ what: 'create', installUrl: installUrlOf(deps) }),
    )
  const [team, proposal] = await Promise.all([
    teamOf(deps, resolved),
    proposedName(deps, resolved, row?.taken),
  ])
  return words.channelDialog({
    projectUuid: uuid,
    projectName: resolved.item.name,
    channel: place?.channel,
    proposal,
    may,
    members: team.flatMap(({ user }) => user ?? []),
    unmatched: team.filter(({ user }) => !user).map(({ name }) => name),
  })
}

/** *Create a channel*, on a project's card. `teamOf`: the people that the dialog proposes. */
export const openChannelDialog =
  (teamOf: TeamOf): OnPress =>
  async (deps, actor, { value: uuid, triggerId }) => {
    const row = await madeChannel(deps.database.sql, uuid)
    const answer = await answerIfMade(deps, row)
    if (answer) return { message: answer }
    await openFilled(deps, actor, triggerId, {
      dialog: callbacks.channelDialog,
      waiting: words.channelLoading(),
      fill: () => filled(deps, teamOf, actor, uuid, row),
    })
    return undefined
  }

interface ChannelForm {
  project: string
  name: string
  kind: words.ChannelKind
  /** Slack ids. */
  people: readonly string[]
}

const nameErrors = async (deps: BotDeps, name: string): Promise<Errors | undefined> => {
  const block = inputs.channelName
  const problem = words.nameProblem(name)
  if (problem !== undefined) return { [block]: problem }
  const taken = await takenNames(deps)
  return errorsWhere([
    taken.has(name),
    block,
    `#${name} exists already. #${words.freeName(name, taken)} is free.`,
  ])
}

/** Stores the wish and its job. Whoever submits it again, or at the same time, finds that it is under way. */
export const takeChannel = async (
  deps: BotDeps,
  { user, place }: Actor,
  { project, name, kind, people }: ChannelForm,
  { ask }: Patience,
): Promise<{ errors: Errors } | { refused: Message } | undefined> => {
  const row = await madeChannel(deps.database.sql, project)
  const [errors, refused] = await ask(Promise.all([nameErrors(deps, name), answerIfMade(deps, row)]))
  if (errors) return { errors }
  if (refused) return { refused }
  const askedIn = place?.channel.startsWith('D') ? undefined : place?.channel
  const wanted = {
    projectUuid: project,
    name,
    isPrivate: kind === 'private',
    askedBy: user,
    askedIn,
    people: people.map((id) => ({ name: id, user: id })),
    taken: row?.taken ?? [],
  }
  const isNew = await deps.database.transaction(async (tx) => {
    if (!(await wantChannel(tx, wanted, deps.now(), row?.channel))) return false
    await deps.lanes.enqueue(tx, [{ kind: 'channel', lane: project, payload: { project } }])
    return true
  })
  return isNew ? undefined : { refused: channelUnderWay({ name }) }
}
