import { waitLeft } from '../../../contract/dates.ts'
import { type Job, RetryLater } from '../../../lanes/lanes.ts'
import { type MadeChannel, madeChannel, projectMadeFor, setMadeChannel } from '../../store/made-channels.ts'
import { knownProject } from '../../store/known-projects.ts'
import type { Tx } from '../../store/database.ts'
import {
  channelReady,
  channelRefused,
  channelStored,
  type ChannelReadyFacts,
} from './messages/made-channel.ts'
import { channelTopic } from './messages/channel-dialog.ts'
import { askFirst, consentFor, wishFor } from '../../audience/consent.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { BotJob } from '../../store/payloads.ts'
import { SlackProblem } from '../../slack/problem.ts'
import { pinProjectCard } from '../digests/project-cards.ts'
import { queuePosts } from '../../sync/posts/decision.ts'
import { projectCardUpdates } from '../../sync/posts/project-card-updates.ts'
import { projectInView } from '../../tracker/listed-projects.ts'
import type { ProjectInView } from '../../tracker/project-in-view.ts'
import { onInvitationsGivenUp, sendInvitations } from './invite-customers.ts'
import { confirmSubscription } from '../channels/subscribe.ts'
import { isRefused, notifyAsker } from './channel-for-project.ts'

const pauseMs = 5_000

/** The channel that an earlier attempt made without getting Slack's answer. It may have been renamed since. */
const channelMadeEarlier = async (deps: BotDeps, row: MadeChannel): Promise<string | undefined> => {
  const own = await deps.slack.ownChannels(row.attempted_at ?? row.created_at)
  for (const { id, isNew, name, formerNames } of own) {
    if (!isNew || ![name, ...formerNames].includes(row.name)) continue
    if (!(await projectMadeFor(deps.database.sql, id))) return id
  }
  return undefined
}

/** Slack itself refuses a second channel of the same name. Throws Slack's refusal. */
const create = async (deps: BotDeps, row: MadeChannel): Promise<string> => {
  const { sql } = deps.database
  const unconfirmed = row.state === 'sending'
  const found = unconfirmed ? await channelMadeEarlier(deps, row) : undefined
  if (found !== undefined) return found
  const attempted_at = unconfirmed ? row.attempted_at : deps.now()
  // Stored before the call, because the process may crash before the answer.
  await setMadeChannel(sql, row.project_uuid, { state: 'sending', attempted_at })
  try {
    return (await deps.slack.createChannel(row)).id
  } catch (error) {
    const isTaken = error instanceof SlackProblem && error.code === 'name_taken'
    if (unconfirmed && isTaken) {
      const late = await channelMadeEarlier(deps, row)
      if (late !== undefined) return late
      if (waitLeft(attempted_at ?? 0, deps.echoWaitMs, deps.now()) > 0)
        throw new RetryLater(pauseMs, 'looking for a channel whose creation got no answer')
    }
    // The call certainly did not run.
    if (error instanceof SlackProblem && error.kind !== 'unknown' && !unconfirmed)
      await setMadeChannel(sql, row.project_uuid, { state: 'stored' })
    throw error
  }
}

const refuse = (deps: BotDeps, job: Pick<Job, 'done'>, row: MadeChannel, code: string): Promise<void> =>
  deps.database.transaction(async (tx) => {
    const taken = code === 'name_taken' ? [...row.taken, row.name] : [...row.taken]
    await setMadeChannel(tx.sql, row.project_uuid, { state: 'refused', taken })
    await notifyAsker(deps, tx, row, channelRefused({ projectUuid: row.project_uuid, name: row.name, code }))
    await job.done(tx)
  })

/**
 * Subscribes the channel. If guests are among the chosen people, returns a question instead: whoever asked for the
 * channel confirms first that guests may read the project.
 */
const subscribeOrAsk = async (deps: BotDeps, row: MadeChannel, view: ProjectInView, channel: string) => {
  const wish = wishFor(channel, view)
  const consent = await consentFor(deps, wish)
  if (consent.kind !== 'given') return askFirst(consent, wish)
  const creation = { createdBy: row.asked_by, createdAt: deps.now(), ownEvents: undefined }
  await deps.database.transaction(async (tx) => {
    await confirmSubscription(deps, tx, { ...wish, ...creation }, consent)
  })
  return undefined
}

type Trouble = ChannelReadyFacts['troubles'][number]

/** Other failures than refusals are thrown, and all steps are tried again: each may run twice. */
const troubleOf = async (what: Trouble['what'], step: Promise<unknown>): Promise<Trouble[]> => {
  try {
    await step
    return []
  } catch (error) {
    if (isRefused(error)) return [{ what, code: error.code }]
    throw error
  }
}

const addPeople = async (deps: BotDeps, row: MadeChannel, channel: string): Promise<Trouble[]> => {
  const troubles: Trouble[] = []
  for (const user of new Set([row.asked_by, ...row.people.flatMap((one) => one.user ?? [])])) {
    const [notAdded] = await troubleOf({ add: user }, deps.slack.invite(channel, user))
    if (notAdded) troubles.push({ ...notAdded, what: { add: (await deps.slack.person(user)).name } })
  }
  deps.slack.forgetChannel(channel)
  return troubles
}

const setUp = async (deps: BotDeps, row: MadeChannel, view: ProjectInView, channel: string) => {
  const notAdded = await addPeople(deps, row, channel)
  const question = await subscribeOrAsk(deps, row, view, channel)
  // The topic names the customer, so it waits for the confirmation too.
  const noTopic = question ? [] : await troubleOf('topic', deps.slack.setTopic(channel, channelTopic(view)))
  const noPin = question ? [] : await troubleOf('pin', pinProjectCard(deps, channel, view))
  return { troubles: [...notAdded, ...noTopic, ...noPin], question }
}

const work = async (deps: BotDeps, job: Job, row: MadeChannel): Promise<void> => {
  const { project_uuid: projectUuid } = row
  const view = await projectInView(deps, projectUuid, {})
  if (!view) return refuse(deps, job, row, 'no_project')
  if (row.channel === null) {
    const channel = await create(deps, row)
    await setMadeChannel(deps.database.sql, projectUuid, { state: 'made', channel })
    return work(deps, job, { ...row, state: 'made', channel })
  }
  const { channel } = row
  const { troubles, question } = await setUp(deps, row, view, channel)
  const unmatched = row.people.filter(({ user }) => !user).map(({ name }) => name)
  const isAsked = question !== undefined
  const ready = { projectUuid, channel, projectName: view.item.name, isAsked, troubles, unmatched }
  const now = { occurrence: `channel:${channel}`, by: undefined }
  const cards = await projectCardUpdates(deps, { ...view, hasChannel: true }, [], now)
  await deps.database.transaction(async (tx) => {
    await setMadeChannel(tx.sql, projectUuid, { state: 'done' })
    await queuePosts(deps, tx, cards)
    await notifyAsker(deps, tx, row, channelReady(ready))
    if (question) await notifyAsker(deps, tx, row, question)
    await job.done(tx)
  })
}

/** Lane `channel`, one per project: makes its channel and sets it up, or invites customers to it. */
export const makeChannel = async (deps: BotDeps, job: BotJob<'channel'>): Promise<void> => {
  const { project, invite } = job.payload
  const row = await madeChannel(deps.database.sql, project)
  if (!row) return
  if (invite) return sendInvitations(deps, job, row, invite)
  if (row.state === 'done' || row.state === 'refused') return
  try {
    await work(deps, job, row)
  } catch (error) {
    const isMade = (await madeChannel(deps.database.sql, project))?.channel
    if (isRefused(error) && !isMade) return refuse(deps, job, row, error.code)
    // The person hears once that it takes longer than an attempt.
    await deps.database.transaction((tx) => notifyAsker(deps, tx, row, channelStored(row), 'once'))
    throw error
  }
}

export const onChannelGivenUp = async (deps: BotDeps, tx: Tx, job: Pick<BotJob<'channel'>, 'payload'>) => {
  const { project, invite } = job.payload
  const row = await madeChannel(tx.sql, project)
  if (row && invite) return onInvitationsGivenUp(deps, tx, row, invite)
  if (!row || row.state === 'done') return
  const { project_uuid: projectUuid, channel, name } = row
  await setMadeChannel(tx.sql, projectUuid, { state: channel === null ? 'refused' : 'done' })
  if (channel === null)
    return notifyAsker(deps, tx, row, channelRefused({ projectUuid, name, code: 'gave_up' }))
  const projectName = (await knownProject(tx.sql, projectUuid))?.name ?? 'the project'
  const troubles = [{ what: 'rest' as const, code: 'gave_up' }]
  const ready = channelReady({ projectUuid, channel, projectName, troubles, unmatched: [] })
  return notifyAsker(deps, tx, row, ready)
}
