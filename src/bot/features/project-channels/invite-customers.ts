import { forgetShared } from '../../store/pauses.ts'
import { changeSubscriptions } from '../../sync/posts/follow-readers.ts'
import { cardJob, type Payload } from '../../store/payloads.ts'
import { folded } from '../../../contract/text.ts'
import { limits } from '../../../contract/limits.ts'
import type { Job } from '../../../lanes/lanes.ts'
import {
  changeInvitations,
  type Invitations,
  type MadeChannel,
  madeChannel,
} from '../../store/made-channels.ts'
import { accountOf } from '../../store/subscriptions.ts'
import type { Tx } from '../../store/database.ts'
import { permissionsLacking, inviteDialog } from './messages/channel-dialog.ts'
import { customersInvited } from './messages/made-channel.ts'
import { staleButton } from '../../answers/messages/try-again.ts'
import { type Here, maySteer } from '../../audience/actor.ts'
import { routeTo } from '../../audience/audience.ts'
import { consentByInviting } from '../../audience/consent.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { SlackProblem } from '../../slack/problem.ts'
import type { OnPress } from '../../answers/answer.ts'
import { notice } from '../../kit/form-elements.ts'
import { callbacks } from '../../kit/ids.ts'
import { within } from '../../kit/time.ts'
import { isGranted, installUrlOf, isRefused, notifyAsker } from './channel-for-project.ts'
import { peopleOf } from '../../tracker/people.ts'
import { knownProject } from '../../store/known-projects.ts'
import { confirmSubscription, subscriptionTo } from '../channels/subscribe.ts'

/** The trigger expires after three seconds. */
const patienceMs = 1_200

const contactsOf = async (deps: BotDeps, projectUuid: string): Promise<string[]> => {
  const account = (await knownProject(deps.database.sql, projectUuid))?.accountName
  const customers = await peopleOf(deps, true)
  return customers
    .filter(({ customer_name: name }) => account !== undefined && !!name && folded(name) === folded(account))
    .flatMap(({ email_address: email }) => email ?? [])
    .slice(0, limits.customerUsers)
}

/** *Invite the customer*. The dialog only collects addresses. */
export const openInvite: OnPress = async (deps, actor, { value: project, triggerId }) => {
  const channel = (await madeChannel(deps.database.sql, project))?.channel
  if (!channel) return { message: staleButton() }
  const refused = await maySteer(deps, actor, channel)
  if (refused) return refused
  const [granted, contacts] = await Promise.all([
    isGranted(deps, 'conversations.connect:write'),
    within(patienceMs, contactsOf(deps, project)),
  ])
  const view = granted
    ? inviteDialog({ projectUuid: project, channel, emails: contacts ?? [] })
    : notice(callbacks.inviteDialog, permissionsLacking({ what: 'invite', installUrl: installUrlOf(deps) }))
  await deps.slack.openView(triggerId, view)
  return undefined
}

export const addressesIn = (text: string): { emails: string[] } | { problem: string } => {
  const emails = [...new Set(text.split(/[\s,;]+/).flatMap((word) => word.toLowerCase() || []))]
  const wrong = emails.find((email) => !/^[^@\s<>]+@[^@\s<>]+\.[^@\s<>]+$/.test(email) || email.length > 100)
  if (wrong !== undefined) return { problem: `“${wrong.slice(0, 60)}” isn’t an email address.` }
  if (emails.length === 0) return { problem: 'Enter an email address.' }
  if (emails.length > limits.customerUsers)
    return { problem: `Enter at most ${limits.customerUsers} addresses.` }
  return { emails }
}

/** Nobody of them reads the channel yet, so its subscription goes on until they come. */
const expectOthers = async (deps: BotDeps, tx: Tx, project: string, { user, place: { channel } }: Here) => {
  const own = await subscriptionTo(tx.sql, { channel, scope: 'project', target: project })
  if (own) {
    const { scope, target, label, ownEvents, events } = own
    const what = { scope, target, label, ownEvents: ownEvents ? events : undefined, account: accountOf(own) }
    const creation = { createdBy: user, createdAt: deps.now() }
    await confirmSubscription(deps, tx, { channel, ...what, ...creation }, consentByInviting(own))
  }
}

/** After the confirmation. Addresses that were invited before are not invited again. */
export const inviteCustomers = async (
  deps: BotDeps,
  actor: Here,
  project: string,
  emails: readonly string[],
): Promise<boolean> => {
  const { user, place } = actor
  return deps.database.transaction(async (tx) => {
    const row = await madeChannel(tx.sql, project)
    if (row?.channel !== place.channel) return false
    const requested = Object.fromEntries(emails.map((email) => [email, 'asked']))
    await changeInvitations(tx, project, (before) => {
      const settled = Object.entries(before).filter(([, state]) => state === 'sent' || state === 'sending')
      return { ...before, ...requested, ...Object.fromEntries(settled) }
    })
    await expectOthers(deps, tx, project, actor)
    const payload = { project, invite: { emails: [...emails], by: user } }
    await deps.lanes.enqueue(tx, [{ kind: 'channel', lane: project, payload }])
    return true
  })
}

/** Slack sends an email for each call, so an address without an answer is not tried again. */
const inviteOne = async (deps: BotDeps, channel: string, email: string): Promise<string> => {
  try {
    await deps.slack.inviteByEmail(channel, email)
    return 'sent'
  } catch (error) {
    if (isRefused(error)) return error.code
    if (error instanceof SlackProblem && error.kind !== 'unknown') throw error
    return 'unknown'
  }
}

const inviteEach = async (deps: BotDeps, project: string, channel: string, emails: readonly string[]) => {
  const note = (email: string, state: string) =>
    deps.database.transaction((tx) =>
      changeInvitations(tx, project, (before) => ({ ...before, [email]: state })),
    )
  let states: Invitations = (await madeChannel(deps.database.sql, project))?.invitations ?? {}
  for (const email of emails) {
    if (states[email] === 'sending') states = await note(email, 'unknown')
    if (states[email] !== 'asked') continue
    await note(email, 'sending')
    try {
      states = await note(email, await inviteOne(deps, channel, email))
    } catch (error) {
      await note(email, 'asked')
      throw error
    }
  }
  return states
}

type Invite = NonNullable<Payload<'channel'>['invite']>

/** Those that Slack did not confirm are `unknown`, also if the job did not come to them. */
const outcomeOf = (states: Invitations, emails: readonly string[]) => {
  const emailsIn = (...wanted: string[]) => emails.filter((email) => wanted.includes(states[email] ?? ''))
  const [sent, unknown] = [emailsIn('sent'), emailsIn('unknown', 'sending', 'asked')]
  const refused = emails
    .filter((email) => !sent.includes(email) && !unknown.includes(email))
    .map((email) => ({ email, code: states[email] ?? '' }))
  return { sent, unknown, refused }
}

/** Whoever invites hears of it in the channel itself. */
const askedBy = (user: string, row: MadeChannel): MadeChannel => ({
  ...row,
  asked_by: user,
  asked_in: row.channel,
})

export const sendInvitations = async (
  deps: BotDeps,
  job: Pick<Job, 'done'>,
  row: MadeChannel,
  { emails, by }: Invite,
): Promise<void> => {
  const { project_uuid: project, channel } = row
  if (channel === null) return
  const outcome = outcomeOf(await inviteEach(deps, project, channel, emails), emails)
  deps.slack.forgetChannel(channel)
  // If Slack refused every address, the channel is the team's alone again.
  const nobodyComes = outcome.refused.length === emails.length && !(await routeTo(deps, channel)).shared
  await deps.database.transaction(async (tx) => {
    if (nobodyComes)
      await changeSubscriptions(deps, tx, channel, (changing) => forgetShared(changing, channel))
    // From now on the card shows what others may see.
    await deps.lanes.enqueue(tx, [cardJob(project, deps)])
    await notifyAsker(deps, tx, askedBy(by, row), customersInvited({ channel, ...outcome }))
    await job.done(tx)
  })
}

export const onInvitationsGivenUp = async (
  deps: BotDeps,
  tx: Tx,
  row: MadeChannel,
  { emails, by }: Invite,
): Promise<void> => {
  const { channel, invitations } = row
  if (channel === null) return
  const message = customersInvited({ channel, ...outcomeOf(invitations, emails) })
  await notifyAsker(deps, tx, askedBy(by, row), message)
}
