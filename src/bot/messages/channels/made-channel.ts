import { button, buttons } from '../kit/buttons.ts'
import { actions } from '../kit/ids.ts'
import { bold, channel, line, type Message, message, name } from '../kit/message.ts'
import { listed } from '../kit/words.ts'
import { channelTrouble } from './channel-troubles.ts'

interface OfChannel {
  projectUuid: string
  channel: string
}

const inviteButton = (projectUuid: string) =>
  button(actions.inviteCustomer, 'Invite the customer', { value: projectUuid })

export const channelStored = ({ name: wanted }: { name: string }): Message =>
  message(line('The channel ', bold(`#${wanted}`), ' is being created. You’ll hear when it’s ready.'))

export const channelExists = ({ projectUuid, channel: id }: OfChannel): Message =>
  message(line('The project has a channel already: ', channel(id), '.'), buttons(inviteButton(projectUuid)))

export const channelUnderWay = ({ name: wanted }: { name: string }): Message =>
  message(line('The channel ', bold(`#${wanted}`), ' is already being created.'))

export interface ChannelReadyFacts extends OfChannel {
  projectName: string
  /** Guests read it, so its person is asked before it is subscribed. */
  isAsked?: boolean
  /** What Slack refused, and its error code. */
  troubles: readonly { what: 'topic' | 'pin' | 'rest' | { add: string }; code: string }[]
  /** Names of people who have no Slack member. */
  unmatched: readonly string[]
}

const troubleOf = ({ what, code }: ChannelReadyFacts['troubles'][number]) => {
  const why = name(channelTrouble(code))
  if (what === 'topic') return line('Its topic wasn’t set: ', why)
  if (what === 'pin') return line('The card isn’t pinned: ', why)
  if (what === 'rest') return line('Not everything was set up: ', why)
  return line(bold(what.add), ' wasn’t added: ', why)
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

interface ChannelRefusedFacts {
  projectUuid: string
  name: string
  code: string
}

/** *Choose another name* opens the dialog with one that is free. */
export const channelRefused = ({ projectUuid, name: wanted, code }: ChannelRefusedFacts): Message => {
  const isTaken = code === 'name_taken'
  return message(
    line('The channel ', bold(`#${wanted}`), ' wasn’t created. ', name(channelTrouble(code))),
    buttons(
      button(actions.makeChannel, isTaken ? 'Choose another name' : 'Try again', { value: projectUuid }),
    ),
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
    sent.length > 0 &&
      line('Invited to ', channel(id), ': ', name(listed(sent)), '. Slack sends them an email.'),
    unknown.length > 0 &&
      line(
        name(`Slack didn’t confirm the invitation of ${listed(unknown)}. `),
        'Check the channel’s pending invitations before you send it again.',
      ),
    ...refused.map(({ email, code }) => line(bold(email), ' wasn’t invited: ', name(channelTrouble(code)))),
  )

export const archiveRefused = ({ code }: { code: string }): Message =>
  message(line('The channel wasn’t archived. ', name(channelTrouble(code))))
