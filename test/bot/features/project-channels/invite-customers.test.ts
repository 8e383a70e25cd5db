import { expect, test } from 'vitest'
import { onChannelGivenUp } from '../../../../src/bot/features/project-channels/make-channel.ts'
import { engines } from '../../../support/databases.ts'
import { inputOf, wordsOf } from '../../support/creating.ts'
import { botThatMakesChannels, lee } from '../../support/making-channels.ts'
import { buttonOf, type Answered } from '../../support/pressing.ts'
import { channel, dana, type RunningTestBot } from '../../support/running-bot.ts'
import { project } from '../../support/stand-in-tracker.ts'
import { by } from '../../support/acts.ts'

const casey = 'casey@acme.example'
const invited = ({ slack }: Pick<RunningTestBot, 'slack'>) =>
  slack.made('conversations.inviteShared').map(({ emails }) => JSON.parse(String(emails)) as string[])

/** A project with its own channel. */
const withChannel = async (changes: Parameters<typeof botThatMakesChannels>[0] = {}) => {
  const bot = await botThatMakesChannels(changes)
  const { id } = await bot.made()
  return { bot, id }
}

test('the customer is invited only after a second confirmation that names the addresses, and once', async () => {
  const { bot, id } = await withChannel()
  const ready = bot.slack.ephemerals(dana).at(-1) as unknown as Answered
  const { action, value } = buttonOf(ready, 'Invite the customer')
  const view = await bot.opens(action, value)
  expect(inputOf(view, 'invite_emails')).toMatchObject({ initial_value: casey })
  const { view: preview } = await bot.addresses(id, `Casey@acme.example\n${casey}, kim@acme.example`)
  expect(wordsOf(preview ?? view)).toMatch(/2 invitations[^]*casey@acme.example[^]*kim@acme.example/)
  await bot.idle()
  expect(invited(bot)).toEqual([])
  expect(await bot.confirm(preview)).toEqual({ response_action: 'clear' })
  await bot.confirm(preview)
  await bot.idle()
  expect(invited(bot)).toEqual([[casey], ['kim@acme.example']])
  expect(bot.told().at(-1)).toBe(
    `Invited to <#${id}>: casey@acme.example and kim@acme.example. Slack sends them an email.`,
  )
})

for (const engine of engines)
  test(`on ${engine}, an address confirmed while another is being invited is invited too, and none twice`, async () => {
    const { bot, id } = await withChannel({ engine })
    bot.slack.answers('conversations.inviteShared', { behind: true, holdMs: 300 })
    await bot.invites(id, casey)
    await bot.until(() => expect(invited(bot)).toHaveLength(1))
    const both = (await bot.addresses(id, `${casey} kim@acme.example`)).view
    await Promise.all([bot.confirm(both), bot.confirm(both)])
    await bot.idle()
    expect(invited(bot)).toEqual([[casey], ['kim@acme.example']])
  })

for (const engine of engines)
  test.each(['T2', 'T3'])(
    `on ${engine}, from the invitation on the channel shows what others may see, and whoever comes (%s) reads nothing before they are confirmed by name`,
    async (team) => {
      let now = Date.now()
      const { bot, id } = await withChannel({ engine, now: () => now, laneOptions: { sweepMs: 20 } })
      const reads = async (text: string) => {
        bot.bot.deps.slack.forgetChannel(id)
        await bot.customerSays(text)
        return bot.slack.messages.some((one) => one.channel === id && one.text.includes(text))
      }
      await bot.invites(id, casey)
      await bot.idle()
      now += 10_000
      await bot.until(() => expect(bot.slack.roots(id)[0]?.text).toContain(project.portal_project_url))
      expect(JSON.stringify(bot.slack.roots(id))).not.toContain(project.internal_project_url)
      expect(await reads('While they are invited')).toBe(true)
      bot.slack.shared.add(id)
      bot.slack.organizations.set(id, [team])
      if (team === 'T2') {
        const event_ts = `${now / 1_000}`
        await bot.slackEvent({ type: 'channel_shared', channel: id, connected_team_id: team, event_ts })
      }
      expect(await reads('Not yet')).toBe(false)
      const here = { channel_id: id }
      expect((await bot.command('subscriptions', here)).text).toContain('now shared with another')
      const asked = await bot.command(`subscribe ${project.uuid}`, here)
      const named = team === 'T2' ? 'Acme Corp' : 'Initech and Acme Corp'
      expect(asked.text).toContain(`People from ${named} read <#${id}>.`)
      await bot.confirmed(`subscribe ${project.uuid}`, here)
      expect(await reads('Welcome')).toBe(true)
    },
  )

test('a refusal of Slack is told by address; an address without an answer is not invited again', async () => {
  const { bot, id } = await withChannel()
  bot.slack.fault.next = ({ method, args }) => {
    if (method !== 'conversations.inviteShared') return undefined
    const emails = String(args['emails'])
    if (emails.includes('paid')) return { body: { ok: false, error: 'not_paid' } }
    return emails.includes('lost') ? { status: 500, lost: true } : undefined
  }
  const { view } = await bot.addresses(id, 'paid@acme.example lost@acme.example')
  await bot.confirm(view)
  await bot.idle()
  expect(bot.told().at(-1)?.split('\n')).toEqual([
    'Slack didn’t confirm the invitation of lost@acme.example. Check the channel’s pending invitations before you send it again.',
    'paid@acme.example wasn’t invited: Slack Connect needs a paid plan.',
  ])
  expect(invited(bot)).toHaveLength(2)
})

test('where Slack refused every invitation, whoever shares the channel later pauses it', async () => {
  const { bot, id } = await withChannel()
  bot.slack.refuses('conversations.inviteShared', 'not_paid')
  await bot.invites(id, casey)
  await bot.idle()
  const event_ts = `${(Date.now() + 60_000) / 1_000}`
  await bot.slackEvent({ type: 'channel_shared', channel: id, connected_team_id: 'T2', event_ts })
  expect((await bot.command('subscriptions', { channel_id: id })).text).toContain('now shared with another')
})

test('a process that dies while Slack sends an invitation does not send it again', async () => {
  const { bot, id } = await withChannel({ laneOptions: { graceMs: 50 } })
  bot.slack.answers('conversations.inviteShared', { behind: true, holdMs: 2_000 })
  await bot.invites(id, casey)
  await bot.until(() => expect(invited(bot)).toHaveLength(1))
  await bot.restart()
  await bot.until(() => expect(bot.told().at(-1)).toContain('didn’t confirm the invitation of casey'))
  expect(invited(bot)).toHaveLength(1)
})

test('where the invitations are given up, whoever sent them hears which ones Slack did not confirm', async () => {
  const { bot, id } = await withChannel()
  const { deps } = bot.bot
  bot.slack.fault.next = ({ method, args }) =>
    method === 'conversations.inviteShared' && String(args['emails']).includes('kim')
      ? { status: 429, headers: { 'Retry-After': '60' } }
      : undefined
  await bot.invites(id, `${casey} kim@acme.example`)
  await bot.until(() => expect(invited(bot)).toHaveLength(2))
  const invite = { emails: [casey, 'kim@acme.example'], by: dana }
  await deps.database.transaction((tx) =>
    onChannelGivenUp(deps, tx, { payload: { project: project.uuid, invite } }),
  )
  await bot.until(() =>
    expect(bot.told().at(-1)?.split('\n')).toEqual([
      `Invited to <#${id}>: casey@acme.example. Slack sends them an email.`,
      'Slack didn’t confirm the invitation of kim@acme.example. Check the channel’s pending invitations before you send it again.',
    ]),
  )
})

test('what is no address is told under the input', async () => {
  const { bot, id } = await withChannel()
  const errors = async (text: string) => (await bot.addresses(id, text)).errors?.['invite_emails']
  expect(await errors('casey')).toBe('“casey” isn’t an email address.')
  expect(await errors('<!channel>@acme.example')).toContain('isn’t an email address')
  expect(await errors(' ')).toBe('Enter an email address.')
  const many = Array.from({ length: 21 }, (_, n) => `p${n}@acme.example`).join('\n')
  expect(await errors(many)).toBe('Enter at most 20 addresses.')
})

test('without the permission for Slack Connect, the dialog says what an admin would have to allow', async () => {
  const bot = await botThatMakesChannels()
  await bot.made()
  bot.slack.grants('chat:write')
  const view = await bot.opens('invite_customer', project.uuid)
  expect(wordsOf(view)).toContain('conversations.connect:write')
})

test('only members of the project’s own channel invite anybody to it', async () => {
  const { bot, id } = await withChannel()
  bot.slack.joined.set(lee, [channel])
  bot.bot.deps.slack.forgetChannel(id)
  expect((await bot.press('invite_customer', project.uuid, by(lee))).text).toContain(`You’re not in <#${id}>`)
  const previewIn = (where: string) =>
    ({
      private_metadata: JSON.stringify({ project: project.uuid, channel: where, emails: [casey] }),
    }) as never
  for (const who of [by(lee), by('U0GUEST'), by('U0CASEY', 'T2')]) await bot.confirm(previewIn(id), who)
  // A channel that was not made for the project.
  await bot.confirm(previewIn(channel))
  await bot.idle()
  expect(invited(bot)).toEqual([])
})
