import { describe, expect } from 'vitest'
import { install } from './support/installing.ts'
import { at, type Json, of, type Received, refused, sendJson } from './support/stand-in-bot.ts'
import { test, type World } from './support/world.ts'

const names = (list: unknown) => (list as { name: string }[]).map(({ name }) => name)

const saying = (text: string) => (one: Received) => at(one.body, 'event.text') === text

/** The app in both workspaces, and in the channel that they share. */
const both = async (world: World) => {
  const granted = await install(world)
  await world.post('/channels/C0PARTNERS/members', { as: 'nadia', add: 'onboarding' })
  return world.slack(String(granted['access_token']))
}

const count = ({ bot }: World, text: string) => bot.received.filter(saying(text)).length

describe('two workspaces', () => {
  test('each have people and channels of their own, and share one channel', async ({ world }) => {
    const nadia = await world.get('/workspace?as=nadia')
    expect(nadia).toMatchObject({
      team: { id: 'T0PARTNERS', name: 'Globex Partners' },
      bot: { installed: false },
      actors: ['nadia', 'omar'],
      commands: [],
    })
    expect(names(nadia['channels'])).toEqual([
      'globex-partners',
      'wingtip-onboarding',
      'umbra-onboarding',
      'general',
    ])
    expect((await world.get('/workspace?as=dana'))['actors']).toEqual(['dana', 'lee', 'casey'])
    // Both have a channel with this name.
    await world.say('nadia', '#general', 'among ourselves')
    expect(await world.messages('nadia', 'C0PGENERAL')).toMatchObject([{ text: 'among ourselves' }])
    expect(await world.messages('dana', 'general')).toEqual([])
    expect(await world.get('/channels/C0ACME/messages?as=nadia')).toMatchObject({ status: 404 })
  })

  test('see the same messages in the shared channel, whoever writes', async ({ world }) => {
    const { ts } = await world.say('dana', 'globex-partners', 'Hello!')
    await world.say('nadia', 'globex-partners', 'Hi', { thread_ts: ts })
    const seen = await Promise.all(['lee', 'omar'].map((who) => world.messages(who, 'C0PARTNERS')))
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0]).toMatchObject([
      { user: 'U0DANA', team: 'T0PLAYGRND', reply_count: 1 },
      { user: 'U0NADIA', team: 'T0PARTNERS' },
    ])
  })

  test('survive a restart, with what was installed and said', async ({ world }) => {
    await both(world)
    await world.say('omar', 'globex-partners', 'kept')
    const before = await world.get('/workspace?as=omar')
    await world.restart()
    expect(await world.get('/workspace?as=omar')).toEqual(before)
    expect((await world.messages('dana', 'globex-partners')).at(-1)).toMatchObject({ text: 'kept' })
  })
})

describe('an event of the shared channel', () => {
  test('comes once, with the author’s workspace as its authorization, and the list names both', async ({
    world,
  }) => {
    await both(world)
    await world.say('omar', 'globex-partners', 'from Omar')
    await world.say('dana', 'globex-partners', 'from Dana')
    const [omar, dana] = [
      await world.bot.until(saying('from Omar')),
      await world.bot.until(saying('from Dana')),
    ]
    expect(omar.body).toMatchObject({
      team_id: 'T0PARTNERS',
      context_team_id: 'T0PARTNERS',
      authorizations: [{ team_id: 'T0PARTNERS', user_id: 'U0ONBOARDGP', is_bot: true }],
      is_ext_shared_channel: true,
      event: {
        channel: 'C0PARTNERS',
        team: 'T0PARTNERS',
        user_team: 'T0PARTNERS',
        source_team: 'T0PARTNERS',
      },
    })
    expect(dana.body).toMatchObject({ team_id: 'T0PLAYGRND', authorizations: [{ user_id: 'U0ONBOARD' }] })
    expect([count(world, 'from Omar'), count(world, 'from Dana')]).toEqual([1, 1])

    const event_context = String(omar.body['event_context'])
    const list = (token: string) => world.slack(token).apps.event.authorizations.list({ event_context })
    const { authorizations } = await list('xapp-playground-token')
    expect(authorizations).toMatchObject([{ team_id: 'T0PLAYGRND' }, { team_id: 'T0PARTNERS' }])
    await refused(list('xoxb-playground-token'), 'not_allowed_token_type')
  })

  test('comes through the only workspace that has the app, marked as a stranger’s', async ({ world }) => {
    await world.say('omar', 'globex-partners', 'from outside')
    const { body } = await world.bot.until(saying('from outside'))
    expect(body).toMatchObject({
      team_id: 'T0PLAYGRND',
      authorizations: [{ team_id: 'T0PLAYGRND' }],
      event: { user: 'U0OMAR', user_team: 'T0PARTNERS', source_team: 'T0PARTNERS' },
    })
  })

  test('that mentions one workspace’s bot is a mention there alone', async ({ world }) => {
    await both(world)
    await world.say('nadia', 'globex-partners', '@onboarding status')
    const mention = await world.bot.until(of('app_mention'))
    expect(mention.body).toMatchObject({
      team_id: 'T0PARTNERS',
      event: { text: '<@U0ONBOARDGP> status', user: 'U0NADIA' },
    })
  })
})

describe('a token', () => {
  test('answers for its own workspace, and sees no other’s channels and people', async ({ world }) => {
    const theirs = await both(world)
    const ours = world.slack()
    const { channels = [] } = await theirs.conversations.list({ types: 'public_channel' })
    expect(channels.map(({ id }) => id)).toEqual(['C0PARTNERS', 'C0WINGTIP', 'C0UMBRA', 'C0PGENERAL'])
    await refused(theirs.conversations.info({ channel: 'C0ACME' }), 'channel_not_found')
    await refused(theirs.conversations.history({ channel: 'C0ACME' }), 'channel_not_found')
    await refused(theirs.chat.postMessage({ channel: 'C0ACME', text: 'x' }), 'channel_not_found')
    await refused(theirs.chat.postMessage({ channel: 'U0DANA', text: 'x' }), 'channel_not_found')
    await refused(ours.conversations.members({ channel: 'C0WINGTIP' }), 'channel_not_found')

    await refused(theirs.users.info({ user: 'U0CASEY' }), 'user_not_visible')
    expect((await theirs.users.info({ user: 'U0DANA' })).user).toMatchObject({ team_id: 'T0PLAYGRND' })
    const known = { email: 'dana@vendor.example' }
    await refused(theirs.users.lookupByEmail(known), 'missing_scope')
  })

  test('sees the shared channel from its own side', async ({ world }) => {
    const theirs = await both(world)
    const [own, other] = await Promise.all(
      [world.slack(), theirs].map((slack) => slack.conversations.info({ channel: 'C0PARTNERS' })),
    )
    const common = {
      id: 'C0PARTNERS',
      is_ext_shared: true,
      conversation_host_id: 'T0PLAYGRND',
      is_member: true,
    }
    expect(own?.channel).toMatchObject({ ...common, connected_team_ids: ['T0PARTNERS'] })
    expect(other?.channel).toMatchObject({ ...common, connected_team_ids: ['T0PLAYGRND'] })
  })

  test('writes as its own bot, and changes no message of the other', async ({ world }) => {
    const theirs = await both(world)
    const { ts = '' } = await world.slack().chat.postMessage({ channel: 'C0PARTNERS', text: 'ours' })
    const change = { channel: 'C0PARTNERS', ts, text: 'theirs' }
    await refused(theirs.chat.update(change), 'cant_update_message')
    const sent = await theirs.chat.postMessage({ channel: 'C0PARTNERS', text: 'from theirs' })
    expect(sent.message).toMatchObject({
      bot_id: 'B0ONBOARDGP',
      user: 'U0ONBOARDGP',
      team: 'T0PARTNERS',
      bot_profile: { team_id: 'T0PARTNERS' },
    })
  })
})

describe('what a person does', () => {
  const button: Json = { type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } }
  const blocks = [{ type: 'actions', block_id: 'b', elements: [button] }] as never

  test('in their own workspace names it: commands, Home, and dialogs', async ({ world }) => {
    const theirs = await both(world)
    await world.post('/commands', { as: 'omar', channel: 'globex-partners', text: '/onboard help' })
    const command = await world.bot.until(({ kind }) => kind === 'command')
    expect(command.body).toMatchObject({ team_id: 'T0PARTNERS', user_id: 'U0OMAR', channel_id: 'C0PARTNERS' })
    const view = { type: 'modal', title: { type: 'plain_text', text: 'T' }, blocks: [] } as never
    const trigger_id = String(command.body['trigger_id'])
    const wrong = world.slack().views.open({ trigger_id, view })
    await refused(wrong, 'invalid_trigger_id')
    expect((await theirs.views.open({ trigger_id, view })).view).toMatchObject({
      app_installed_team_id: 'T0PARTNERS',
      bot_id: 'B0ONBOARDGP',
    })
    await world.post('/home', { as: 'omar' })
    const opened = await world.bot.until(of('app_home_opened'))
    expect(opened.body).toMatchObject({ team_id: 'T0PARTNERS', event: { channel: 'D0OMAR' } })
    const foreign = world.slack().views.publish({ user_id: 'U0OMAR', view: { type: 'home', blocks: [] } })
    await refused(foreign, 'not_enabled')
  })

  test('with a message of the other workspace’s bot names that one, and the person’s own', async ({
    world,
  }) => {
    await both(world)
    const { ts } = await world.slack().chat.postMessage({ channel: 'C0PARTNERS', text: 'x', blocks })
    await world.post('/actions', { as: 'nadia', channel: 'C0PARTNERS', ts, action_id: 'go' })
    const pressed = await world.bot.until(({ kind }) => kind === 'interaction')
    expect(pressed.body).toMatchObject({
      team: { id: 'T0PLAYGRND' },
      user: { id: 'U0NADIA', team_id: 'T0PARTNERS' },
    })
    const said = { replace_original: false, response_type: 'in_channel', text: 'answered' }
    const answer = await sendJson(pressed.body['response_url'], said)
    expect(answer.ok).toBe(true)
    expect((await world.messages('dana', 'C0PARTNERS')).at(-1)).toMatchObject({ user: 'U0ONBOARD' })
  })

  test('finds no app where it is not installed', async ({ world }) => {
    const inChannel = { as: 'nadia', channel: 'wingtip-onboarding' }
    expect(await world.post('/commands', { ...inChannel, text: '/onboard help' })).toMatchObject({
      error: 'invalid_command',
    })
    expect(await world.post('/home', { as: 'nadia' })).toMatchObject({ status: 404 })
    expect(await world.post('/channels/C0WINGTIP/members', { as: 'nadia', add: 'onboarding' })).toMatchObject(
      { status: 404 },
    )
    await world.post('/messages', { ...inChannel, text: 'unheard' })
    await world.say('dana', 'C0ACME', 'the last')
    await world.bot.until(saying('the last'))
    expect(count(world, 'unheard')).toBe(0)
  })

  test('ends the sharing: the other people and their bot leave', async ({ world }) => {
    const theirs = await both(world)
    await world.patch('/channels/C0PARTNERS', { as: 'dana', shared: false, with: 'T0PARTNERS' })
    const left = await world.bot.until(of('channel_left'))
    expect(left.body).toMatchObject({ team_id: 'T0PARTNERS' })
    expect(names((await world.get('/workspace?as=nadia'))['channels'])).not.toContain('globex-partners')
    await refused(theirs.conversations.info({ channel: 'C0PARTNERS' }), 'channel_not_found')
    await world.patch('/channels/C0PARTNERS', { as: 'dana', shared: true, with: 'T0PARTNERS' })
    expect(names((await world.get('/workspace?as=nadia'))['channels'])).toContain('globex-partners')
  })
})
