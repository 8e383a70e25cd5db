import type { ModalView } from '@slack/types'
import { input, radio, initialValue, modal, plain } from '../../../kit/form-elements.ts'
import { callbacks, command, inputs } from '../../../kit/ids.ts'
import { bold, line, link, type Message, message, name, channel, gap } from '../../../kit/message.ts'
import { dayText, listed, count, isoDay } from '../../../kit/text.ts'

/** Slack's longest topic. */
const longestTopic = 250

interface TopicFacts {
  accountName?: string | undefined
  item: { start_date?: string | null | undefined; due_date?: string | null | undefined }
  portalUrl?: string | undefined
}

const dates = ({ start_date: start, due_date: due }: TopicFacts['item']): string | undefined => {
  const [from, to] = [isoDay(start ?? undefined), isoDay(due ?? undefined)].map((day) => day && dayText(day))
  if (from && to) return `${from} to ${to}`
  return from ? `From ${from}` : to && `Due ${to}`
}

/** `Acme Corp · Nov 1, 2026 to Dec 15, 2026 · URL`: the customer's page, because the channel may be shared one day. */
export const channelTopic = ({ accountName, item, portalUrl }: TopicFacts): string => {
  const end = [dates(item), portalUrl].filter(Boolean).join(' · ')
  const account = accountName?.slice(0, Math.max(0, longestTopic - end.length - 3))
  const topic = [account, end].filter(Boolean).join(' · ')
  return topic.length > longestTopic ? (dates(item) ?? '') : topic
}

/** Slack's longest name of a channel. */
const longestName = 80

/** The text in the form that Slack demands of a channel's name. */
export const slug = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')

const cutName = (name: string, room: number): string => name.slice(0, room).replace(/[-_\uD800-\uDBFF]+$/, '')

/** What a project's channel could be called: `onb-acme-corp`. */
export const nameFor = (project: { name: string; accountName?: string | undefined }): string => {
  const whose = slug(project.accountName ?? '') || slug(project.name) || 'project'
  return cutName(`onb-${whose}`, longestName)
}

/** The name, with a number at its end if it is taken. */
export const freeName = (name: string, taken: ReadonlySet<string>): string => {
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : `-${number}`
    const candidate = cutName(name, longestName - end.length) + end
    if (!taken.has(candidate)) return candidate
  }
}

/** Why Slack would refuse the name. Undefined if only another channel of that name can stop it. */
export const nameProblem = (name: string): string | undefined => {
  if (name === '') return 'Give the channel a name.'
  if (name.length > longestName) return `Use at most ${longestName} characters.`
  if (!/^[\p{Ll}\p{Lo}\p{N}_-]+$/u.test(name))
    return 'Use lowercase letters, numbers, hyphens, and underscores only.'
  return /[\p{L}\p{N}]/u.test(name) ? undefined : 'Use at least one letter or number.'
}

const channelKinds = [
  { value: 'public', text: 'Public' },
  { value: 'private', text: 'Private' },
] as const
export type ChannelKind = (typeof channelKinds)[number]['value']
export type MayMake = Record<ChannelKind, boolean>

export const kindsIn = (may: MayMake) => channelKinds.filter(({ value }) => may[value])

export const channelLoading = (): Message => message('Looking up the project and its team…')

const permissions = {
  create: [
    ['channels:manage', 'for public channels'],
    ['groups:write', 'for private channels'],
  ],
  invite: [['conversations.connect:write', 'for Slack Connect invitations']],
} as const

type LackingFacts = { what: keyof typeof permissions; installUrl: string | undefined }

/** `installUrl`: where to install the app again; undefined if it is installed from its manifest. */
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
      submit: 'Create',
      callback: callbacks.channelDialog,
      metadata: JSON.stringify({ project: projectUuid, ...(channel && { channel }) }),
    },
    [
      ...message(line('A channel for ', bold(projectName), ', with its card pinned.')).blocks,
      input(
        inputs.channelName,
        'Name',
        { type: 'plain_text_input', max_length: 80, ...initialValue(proposal, 80) },
        { hint: 'Lowercase letters, numbers, hyphens, and underscores.' },
      ),
      input(inputs.channelKind, 'Visibility', radio(kindsIn(may))),
      input(
        inputs.channelPeople,
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

export const inviteDialog = ({ projectUuid: project, channel: id, emails }: InvitationFacts): ModalView =>
  modal(
    {
      submit: 'Next',
      callback: callbacks.inviteDialog,
      metadata: JSON.stringify({ project, channel: id }),
    },
    [
      ...message(line('By Slack Connect, to ', channel(id), '. You confirm the addresses next.')).blocks,
      input(
        inputs.inviteEmails,
        'Email addresses',
        { type: 'plain_text_input', multiline: true, ...initialValue(emails.join('\n')) },
        { hint: 'One per line. The account’s contacts in the tracker are filled in.' },
      ),
    ],
  )

/** Nothing is sent before it is confirmed. */
export const invitePreview = ({ projectUuid: project, channel: id, emails }: InvitationFacts): ModalView =>
  modal(
    {
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
      `When people of another organization come, updates pause until somebody confirms them by name: press Resume in ${command} subscriptions.`,
    ).blocks,
  )
