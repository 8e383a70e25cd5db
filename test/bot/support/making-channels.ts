import { expect } from 'vitest'
import type { User } from '../../../src/contract/user.ts'
import { answerIn, chosen, type View } from './acts.ts'
import { channel, dana, runningBot, type RunningTestBot } from './running-bot.ts'
import { project } from './stand-in-tracker.ts'

export const lee = 'U0LEE'

export const person = (uuid: string, name: string, email: string, facts: Partial<User> = {}): User => ({
  uuid,
  full_name: name,
  email_address: email,
  is_customer: false,
  is_active: true,
  ...facts,
})

/** Two of the team are members of the workspace, one is not. */
export const everybody = [
  person('u1', 'Dana Smith', 'Dana@vendor.example'),
  person('u2', 'Lee Wong', 'lee@vendor.example'),
  person('u3', 'Sam Reed', 'sam@vendor.example'),
  person('c1', 'Casey Jones', 'casey@acme.example', { is_customer: true, customer_name: 'Acme Corp' }),
  person('c2', 'Robin Low', 'robin@globex.example', { is_customer: true, customer_name: 'Globex' }),
]

const dialogMetadata = JSON.stringify({ project: project.uuid, channel })

interface Wanted {
  name?: string
  kind?: 'public' | 'private'
  people?: readonly string[]
  metadata?: string
}

/** *Create a channel* and *Invite the customer*, through signed requests. */
export const makingChannels = (running: RunningTestBot) => {
  const { slack, idle, presses, submits } = running
  const shownViews = () =>
    ['views.open', 'views.update'].flatMap((method) => slack.made(method).map(({ view }) => view as View))
  /** Presses a button; the dialog that opens. */
  const opens = async (action: string, value: string, facts: object = {}): Promise<View> => {
    const before = shownViews().length
    await presses(action, value, facts)
    // The first only says that it loads.
    const wanted = action === 'make_channel' ? 2 : 1
    await running.until(() => expect(shownViews().length).toBeGreaterThanOrEqual(before + wanted))
    return shownViews().at(-1) as View
  }
  const submit = async (view: Partial<View>, values: Record<string, object>, facts: object = {}) =>
    answerIn(await submits({ private_metadata: dialogMetadata, ...view }, values, facts))
  const wantsOne = (
    { name = 'onb-acme-corp', kind = 'public', people = [lee], ...view }: Wanted = {},
    facts = {},
  ) =>
    submit(
      { callback_id: 'channel_dialog', ...(view.metadata && { private_metadata: view.metadata }) },
      {
        channel_name: { value: name },
        channel_kind: chosen(kind),
        channel_people: { selected_users: people },
      },
      facts,
    )
  /** The same, and all that follows from it. */
  const wants = async (...wanted: Parameters<typeof wantsOne>) => {
    await wantsOne(...wanted)
    await idle()
  }
  const told = (user = dana) => slack.whispers(user)
  /** A project with its channel. */
  const made = async (wanted: Wanted = {}) => {
    await wants(wanted)
    const own = slack.own.at(-1)
    if (!own) throw new Error('no channel was made')
    // The person is in it.
    slack.joined.set(dana, [channel, own.id])
    return own
  }
  const place = (id: string) => JSON.stringify({ project: project.uuid, channel: id })
  const addresses = (id: string, emails: string, facts = {}) =>
    submit(
      { callback_id: 'invite_dialog', private_metadata: place(id) },
      { invite_emails: { value: emails } },
      facts,
    )
  const confirm = (view: View | undefined, facts = {}) =>
    submit({ ...view, callback_id: 'invite_preview' }, {}, facts)
  /** Both dialogs, one after the other. */
  const invites = async (id: string, emails: string) => confirm((await addresses(id, emails)).view)
  /** How often Slack was asked for a channel. */
  const asked = () => slack.made('conversations.create').length
  return { opens, submit, wantsOne, wants, invites, told, made, addresses, confirm, asked }
}

/** A bot beside a tracker with a team and customers. The channel where Dana works receives the project. */
export const botThatMakesChannels = async (changes: Parameters<typeof runningBot>[0] = {}) => {
  const running = await runningBot(changes)
  running.tracker.users.push(...everybody)
  return Object.assign(running, makingChannels(running))
}
