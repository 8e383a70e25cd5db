import { expect, test } from 'vitest'
import { chosen, option, several, type View } from '../../support/acts.ts'
import { botThatCreates, wordsOf, projectName } from '../../support/creating.ts'
import { everybody } from '../../support/making-channels.ts'
import { channel, dana } from '../../support/running-bot.ts'
import { projectRequests } from '../../support/rows/post-rows.ts'

const inChannel = (id: string | null) => ({ create_channel: { selected_conversation: id } })
const withChannel = (kind: string, changes: object = inChannel(null)) => ({
  create_new_channel: chosen(kind),
  create_team: several(option('lee@vendor.example'), option('sam@vendor.example')),
  ...changes,
})

const bot = async () => {
  const running = await botThatCreates()
  running.tracker.users.splice(0, 9, ...everybody)
  return running
}

test('New project makes a channel, too: the preview names it, and it is made once the project exists', async () => {
  const running = await bot()
  const { view } = await running.preview(withChannel('private'))
  expect(wordsOf(view)).toContain('#onb-acme-corp')
  expect(wordsOf(view)).toContain('Only your team reads it: no customer is invited yet.')
  expect(running.slack.own).toEqual([])
  await Promise.all([running.create(view), running.create(view)])
  await running.idle()
  expect(running.slack.own).toMatchObject([
    { name: 'onb-acme-corp', is_private: true, members: ['U0BOT', 'U0DANA', 'U0LEE'] },
  ])
  const told = running.slack.made('chat.postMessage').filter(({ channel: to }) => to === 'U0DANA')
  expect(told.map(({ text }) => String(text).split('\n'))).toEqual([
    [
      expect.stringContaining('was created.'),
      'Its channel #onb-acme-corp is being created. You’ll hear when it’s ready.',
    ],
    [
      '<#C0NEW1> is ready. It’s subscribed to Globex – Rollout, and has the project’s card.',
      'Not matched to a Slack member, so not added: Sam Reed.',
    ],
  ])
})

test('a project that the tracker refuses gets no channel', async () => {
  const running = await bot()
  running.tracker.control.onProject = async () => ({ fails: 'unresolved', message: 'Account not found.' })
  await running.creates(withChannel('public'))
  expect(running.slack.own).toEqual([])
})

test('without a new channel there is none, also beside a chosen one', async () => {
  const running = await bot()
  await running.creates(withChannel('none', inChannel(channel)))
  expect(running.slack.own).toEqual([])
})

test('where the app may create no channel, the dialog says what an admin has to allow', async () => {
  const running = await bot()
  running.slack.grants('chat:write')
  await running.shortcut()
  const words = wordsOf(await running.opened())
  expect(words).toContain('an admin has to allow channels:manage or groups:write')
  expect(words).not.toContain('create_new_channel')
})

const hidden = 'C0PRIVATE'

type Bot = Awaited<ReturnType<typeof botThatCreates>>

/** What the person hears directly. */
const direct = ({ slack }: Bot) =>
  slack.messages.filter((message) => message.channel === dana).map(({ text }) => text)

/** *Create* while the tracker is away; then something changes, and the tracker is back. */
const createdLater = async (bot: Bot, view: View | undefined, meanwhile: () => void) => {
  bot.tracker.control.down = 'unreachable'
  expect(await bot.create(view)).toEqual({ response_action: 'clear' })
  await expect.poll(() => bot.told().length).toBe(1)
  meanwhile()
  bot.tracker.control.down = undefined
  const [job] = await projectRequests(bot.database)
  await bot.bot.deps.lanes.resume('create', job?.lane ?? '')
  await expect.poll(() => bot.tracker.made).toHaveLength(1)
  await bot.idle()
}

test('a private channel that the app came into after the preview takes no project from a person who is not in it', async () => {
  const bot = await botThatCreates()
  bot.slack.joined.set(dana, [channel])
  bot.slack.refuses(
    ({ method, args }) => method.startsWith('conversations.') && args['channel'] === hidden,
    'channel_not_found',
  )
  const { view } = await bot.preview(inChannel(hidden))
  expect(wordsOf(view)).toContain('Invite the app first; otherwise no channel is linked.')
  bot.slack.fault.next = undefined
  const { response_action: action, view: notice } = await bot.create(view)
  await bot.idle()
  expect(action).toBe('update')
  expect(wordsOf(notice)).toContain('Join the channel, then try again.')
  expect(bot.tracker.wanted).toEqual([])
  expect(bot.slack.roots(hidden)).toEqual([])
})

test('a person who has left the channel by the time the project exists is told why it is not subscribed', async () => {
  const bot = await botThatCreates()
  const { view } = await bot.preview()
  await createdLater(bot, view, () => void bot.slack.joined.set(dana, ['C0OTHER']))
  expect(bot.slack.roots(channel)).toEqual([])
  expect(direct(bot).at(-1)).toContain(
    'was created.\n<#C0ACME> isn’t subscribed to it, because only its members may change what it receives. Join it and use /onboard subscribe, or ask a member.',
  )
  const lee = { user_id: 'U0LEE' }
  expect((await bot.command('subscriptions', lee)).text).toContain('This channel has no subscriptions.')
})

test('a channel that is shared only after the preview gets no card before its person confirms that', async () => {
  const bot = await botThatCreates()
  const { view } = await bot.preview()
  await createdLater(bot, view, () => void bot.slack.shared.add(channel))
  expect(bot.slack.roots(channel)).toEqual([])
  expect(direct(bot).at(-1)).toContain(
    `People from Acme Corp read <#${channel}>. Subscribe it to ${projectName} (Acme Corp)?`,
  )
})

test('a channel that was shared in the preview gets the card', async () => {
  const bot = await botThatCreates()
  bot.slack.shared.add(channel)
  const { view } = await bot.preview()
  expect(wordsOf(view)).toContain('except internal ones')
  await createdLater(bot, view, () => undefined)
  expect(bot.slack.roots(channel).map(({ text }) => text)).toContainEqual(
    expect.stringMatching(new RegExp(`^Project .*${projectName}`)),
  )
})
