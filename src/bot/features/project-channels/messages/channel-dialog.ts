import type { ModalView } from '@slack/types'
import { input, radio, typed, modal, notice, plain } from '../../../kit/form-elements.ts'
import { callbacks, inputs } from '../../../kit/ids.ts'
import { bold, line, link, type Message, message, name, channel, gap } from '../../../kit/message.ts'
import { listed, count } from '../../../kit/text/words.ts'

const title = 'Create a channel'

/** Whether it may make public and private channels. */
export interface MayMake {
  public: boolean
  private: boolean
}

const channelKinds = { public: 'Public', private: 'Private' } as const
export type ChannelKind = keyof typeof channelKinds

/** The kinds that the app may make. */
export const kindsIn = (may: MayMake): { value: ChannelKind; text: string }[] =>
  (['public', 'private'] as const)
    .filter((kind) => may[kind])
    .map((value) => ({ value, text: channelKinds[value] }))

export const channelNotice = (said: Pick<Message, 'blocks'>): ModalView => notice({ title }, said)

export const channelLoading = (): ModalView => channelNotice(message('Looking up the project and its team…'))

const permissions = {
  create: [
    ['channels:manage', 'for public channels'],
    ['groups:write', 'for private channels'],
  ],
  invite: [['conversations.connect:write', 'for Slack Connect invitations']],
} as const

interface LackingFacts {
  what: keyof typeof permissions
  /** Where to install the app again. Undefined: it is installed from its manifest. */
  installUrl: string | undefined
}

/** What an admin would have to allow. */
export const permissionsLacking = ({ what, installUrl }: LackingFacts): Message =>
  message(
    `The app isn’t allowed to do this in your workspace yet. An admin has to allow ${what === 'create' ? 'one of these' : 'this'}:`,
    ...permissions[what].map(([scope, why]) => line('• ', bold(scope), ` ${why}`)),
    installUrl === undefined
      ? 'Paste manifest.yml in the app’s settings again, where these are optional, and reinstall the app.'
      : line(link(installUrl, 'Install the app again'), ' and allow it there. Everything is kept.'),
  )

interface ChannelDialogFacts {
  projectUuid: string
  projectName: string
  /** Where the person pressed, to answer there. */
  channel?: string | undefined
  proposal: string
  may: MayMake
  /** Slack ids. */
  members: readonly string[]
  /** Names of those who have no Slack member. */
  unmatched: readonly string[]
}

export const channelDialog = (facts: ChannelDialogFacts): ModalView => {
  const { projectUuid, projectName, channel, proposal, may, members, unmatched } = facts
  const people = members.length > 0 ? { initial_users: [...members] } : {}
  return modal(
    {
      title,
      submit: 'Create',
      callback: callbacks.channelDialog,
      metadata: JSON.stringify({ project: projectUuid, ...(channel && { channel }) }),
    },
    [
      ...message(line('A channel for ', bold(projectName), ', with its card pinned.')).blocks,
      input(
        inputs.channelName.block,
        'Name',
        { type: 'plain_text_input', max_length: 80, ...typed(proposal, 80) },
        { hint: 'Lowercase letters, numbers, hyphens, and underscores.' },
      ),
      input(inputs.channelKind.block, 'Visibility', radio(kindsIn(may))),
      input(
        inputs.channelPeople.block,
        'People to add',
        { type: 'multi_users_select', placeholder: plain('Choose members', 150), ...people },
        { optional: true, hint: 'You’re always added. You can invite customers afterward.' },
      ),
      ...(unmatched.length > 0
        ? message(line(name(`On the project, but not matched to a Slack member: ${listed(unmatched)}.`)))
            .blocks
        : []),
    ],
  )
}

interface InvitationFacts {
  projectUuid: string
  channel: string
  emails: readonly string[]
}

/** One address per line. They come from the account's contacts in the tracker. */
export const inviteDialog = ({ projectUuid: project, channel: id, emails }: InvitationFacts): ModalView =>
  modal(
    {
      title: 'Invite the customer',
      submit: 'Next',
      callback: callbacks.inviteDialog,
      metadata: JSON.stringify({ project, channel: id }),
    },
    [
      ...message(line('By Slack Connect, to ', channel(id), '. You confirm the addresses next.')).blocks,
      input(
        inputs.inviteEmails.block,
        'Email addresses',
        { type: 'plain_text_input', multiline: true, ...typed(emails.join('\n')) },
        { hint: 'One per line. The account’s contacts in the tracker are filled in.' },
      ),
    ],
  )

/** Names every address. Nothing is sent before it is confirmed. */
export const invitePreview = ({ projectUuid: project, channel: id, emails }: InvitationFacts): ModalView =>
  modal(
    {
      title: 'Send invitations?',
      submit: 'Send',
      close: 'Back',
      callback: callbacks.invitePreview,
      metadata: JSON.stringify({ project, channel: id, emails }),
    },
    message(
      line('Slack sends ', bold(count(emails.length, 'invitation')), ' to ', channel(id), ':'),
      ...emails.map((email) => line('• ', name(email))),
      gap,
      'Anyone who accepts can read the whole channel, including earlier messages. From now on, internal tasks and links to the team’s page stay out.',
    ).blocks,
  )
