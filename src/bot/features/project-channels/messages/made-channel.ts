import { button, buttons } from '../../../kit/buttons.ts'
import { actions } from '../../../kit/ids.ts'
import { bold, channel, line, type Message, message, name, say } from '../../../kit/message.ts'
import { listed } from '../../../kit/text.ts'

/** The usual error codes of Slack's methods that manage channels, in words. Source: docs.slack.dev, methods. */
const words: Readonly<Record<string, string>> = {
  name_taken: 'A channel has this name already; it may be private or archived. Try another name.',
  restricted_action: 'A setting of the workspace doesn’t allow it. Ask a workspace admin to change it.',
  missing_scope: 'The app lacks the permission. Ask a workspace admin to install it again and allow it.',
  no_permission: 'The app lacks the permission. Ask a workspace admin to allow it.',
  is_archived: 'The channel is archived.',
  channel_not_found: 'The channel doesn’t exist anymore, or the app can’t see it.',
  not_in_channel: 'The app isn’t in the channel anymore. Invite it with /invite @Onboarding.',
  cant_invite: 'Slack doesn’t let this person be added.',
  user_not_found: 'Slack doesn’t know this person.',
  ura_max_channels: 'This guest can be in one channel only.',
  no_external_invite_permission:
    'The app isn’t allowed to invite people from other organizations. Ask a workspace admin.',
  already_in_channel: 'This person is already in the channel.',
  connection_limit_exceeded_pending: 'An invitation is pending already.',
  invalid_email: 'Slack doesn’t accept this email address.',
  not_paid: 'Slack Connect needs a paid plan.',
  cant_archive_required: 'This channel is required in the workspace, so it can’t be archived.',
  no_project: 'The tracker doesn’t have the project anymore.',
  gave_up: 'Slack or the tracker failed too often. Check whether the channel exists before you try again.',
}

const channelTrouble = (code: string): string => words[code] ?? `Slack says: ${code}.`

interface OfChannel {
  projectUuid: string
  channel: string
}

const inviteButton = (projectUuid: string) =>
  button(actions.inviteCustomer, 'Invite the customer', { value: projectUuid })

export const channelStored = ({ name: wanted }: { name: string }): Message =>
  message(say`The channel ${bold(`#${wanted}`)} is being created. You’ll hear when it’s ready.`)

export const channelExists = ({ projectUuid, channel: id }: OfChannel): Message =>
  message(say`The project has a channel already: ${channel(id)}.`, buttons(inviteButton(projectUuid)))

export const channelUnderWay = ({ name: wanted }: { name: string }): Message =>
  message(say`The channel ${bold(`#${wanted}`)} is already being created.`)

export interface ChannelReadyFacts extends OfChannel {
  projectName: string
  /** Guests read the channel, so whoever asked for it confirms before it is subscribed. */
  isAsked?: boolean
  /** What Slack refused, and its error code. */
  troubles: readonly { what: keyof typeof steps | { add: string }; code: string }[]
  /** Names of people who have no Slack member. */
  unmatched: readonly string[]
}

const steps = {
  topic: 'Its topic wasn’t set: ',
  pin: 'The card isn’t pinned: ',
  rest: 'Not everything was set up: ',
}

const troubleOf = ({ what, code }: ChannelReadyFacts['troubles'][number]) => {
  const why = name(channelTrouble(code))
  return typeof what === 'string' ? line(steps[what], why) : say`${bold(what.add)} wasn’t added: ${why}`
}

export const channelReady = (facts: ChannelReadyFacts): Message => {
  const { projectUuid, channel: id, projectName, troubles, unmatched, isAsked } = facts
  const subscribed = [' It’s subscribed to ', bold(projectName), ', and has the project’s card.']
  return message(
    line(channel(id), ' is ready.', isAsked !== true && subscribed),
    ...troubles.map(troubleOf),
    unmatched.length > 0 && line(name(`Not matched to a Slack member, so not added: ${listed(unmatched)}.`)),
    buttons(inviteButton(projectUuid)),
  )
}

export const channelRefused = (facts: { projectUuid: string; name: string; code: string }): Message => {
  const { projectUuid, code } = facts
  const again = code === 'name_taken' ? 'Choose another name' : 'Try again'
  return message(
    say`The channel ${bold(`#${facts.name}`)} wasn’t created. ${name(channelTrouble(code))}`,
    buttons(button(actions.makeChannel, again, { value: projectUuid })),
  )
}

interface InvitedFacts {
  channel: string
  sent: readonly string[]
  /** Slack did not answer. */
  unknown: readonly string[]
  refused: readonly { email: string; code: string }[]
}

export const customersInvited = ({ channel: id, sent, unknown, refused }: InvitedFacts): Message =>
  message(
    sent.length > 0 && say`Invited to ${channel(id)}: ${name(listed(sent))}. Slack sends them an email.`,
    unknown.length > 0 &&
      say`${name(`Slack didn’t confirm the invitation of ${listed(unknown)}. `)}Check the channel’s pending invitations
        before you send it again.`,
    ...refused.map(({ email, code }) => say`${bold(email)} wasn’t invited: ${name(channelTrouble(code))}`),
  )

export const archiveRefused = ({ code }: { code: string }): Message =>
  message(line('The channel wasn’t archived. ', name(channelTrouble(code))))
