import { describe, expect } from 'vitest'
import { at, type Json, refused } from './support/stand-in-bot.ts'
import { botToken, openWorld, type World, test } from './support/world.ts'

const call = async (
  world: World,
  method: string,
  args: Json,
  token: string | null = botToken,
): Promise<Json> => {
  const answer = await fetch(`${world.apiUrl}${method}`, {
    method: 'POST',
    body: JSON.stringify(args),
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Json
}

const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } })

describe('the Web API', () => {
  test('says who the app is', async ({ world }) => {
    expect(await world.slack().auth.test()).toMatchObject({
      team_id: 'T0PLAYGRND',
      user_id: 'U0ONBOARD',
      bot_id: 'B0ONBOARD',
    })
  })

  test('refuses with Slack’s error codes, always with HTTP 200', async ({ world }) => {
    const { ts: human } = await world.say('dana', 'acme-onboarding', 'mine')
    const view = { type: 'modal', title: { type: 'plain_text', text: 'T' }, blocks: [] }
    const refusals: [string, Json, string][] = [
      ['no.such.method', {}, 'unknown_method'],
      ['chat.postMessage', { channel: 'C0NOWHERE', text: 'x' }, 'channel_not_found'],
      ['chat.postMessage', { channel: 'C0RANDOM', text: 'x' }, 'not_in_channel'],
      ['chat.postMessage', { channel: 'C0ACME' }, 'no_text'],
      ['chat.postMessage', { channel: 'C0ACME', text: 'x'.repeat(40_001) }, 'msg_too_long'],
      ['chat.postMessage', { channel: 'C0ACME', text: 'x', blocks: '{' }, 'invalid_blocks_format'],
      ['chat.postMessage', { channel: 'C0ACME', text: 'x', thread_ts: '1.000001' }, 'thread_not_found'],
      [
        'chat.postMessage',
        { channel: 'C0ACME', text: 'x', metadata: { event_type: 'a' } },
        'invalid_metadata_format',
      ],
      ['chat.update', { channel: 'C0ACME', ts: '1.000001', text: 'x' }, 'message_not_found'],
      ['chat.update', { channel: 'C0ACME', ts: human, text: 'x' }, 'cant_update_message'],
      ['chat.delete', { channel: 'C0ACME', ts: human }, 'cant_delete_message'],
      ['chat.postEphemeral', { channel: 'C0ACME', user: 'U0CASEY', text: 'x' }, 'user_not_in_channel'],
      ['conversations.history', { channel: 'C0RANDOM' }, 'not_in_channel'],
      ['conversations.replies', { channel: 'C0ACME', ts: '1.000001' }, 'thread_not_found'],
      ['reactions.remove', { channel: 'C0ACME', timestamp: human, name: 'tada' }, 'no_reaction'],
      ['users.info', { user: 'U0NOBODY' }, 'user_not_found'],
      ['users.lookupByEmail', { email: 'nobody@vendor.example' }, 'users_not_found'],
      // A stranger's email belongs to their own workspace.
      ['users.lookupByEmail', { email: 'casey@acme.example' }, 'users_not_found'],
      ['conversations.open', { users: 'U0CASEY' }, 'user_not_visible'],
      ['views.open', { trigger_id: 'x', view }, 'invalid_trigger_id'],
    ]
    for (const [method, args, error] of refusals) {
      const asked = `${method} ${JSON.stringify(args).slice(0, 80)}`
      expect(await call(world, method, args), asked).toMatchObject({ ok: false, error })
    }
  })

  test('requires the token', async ({ world }) => {
    expect(await call(world, 'auth.test', {}, null)).toEqual({ ok: false, error: 'not_authed' })
    expect(await call(world, 'auth.test', {}, 'xoxb-other')).toEqual({ ok: false, error: 'invalid_auth' })
    expect(await call(world, 'api.test', {}, null)).toEqual({ ok: true })
  })

  test('accepts forms, JSON, and multipart', async ({ world }) => {
    const blocks = JSON.stringify([section('x')])
    const form = new URLSearchParams({ channel: 'C0ACME', text: 'form', blocks })
    const multipart = new FormData()
    for (const [name, value] of form) multipart.append(name, name === 'text' ? 'multipart' : value)
    const headers = { authorization: `Bearer ${botToken}` }
    for (const body of [form, multipart]) {
      const answer = await fetch(`${world.apiUrl}chat.postMessage`, { method: 'POST', body, headers })
      expect(await answer.json()).toMatchObject({ ok: true, message: { blocks: [{ type: 'section' }] } })
    }
    expect((await world.messages('dana', 'C0ACME')).map(({ text }) => text)).toEqual(['form', 'multipart'])
  })

  test('refuses an unreadable body with Slack’s error code', async ({ world }) => {
    const send = async (type: string) => {
      const request = { method: 'POST', body: '{"', headers: { 'content-type': type } }
      return (await fetch(`${world.apiUrl}api.test`, request)).json()
    }
    expect(await send('application/json')).toEqual({ ok: false, error: 'invalid_json' })
    expect(await send('text/csv')).toEqual({ ok: false, error: 'invalid_post_type' })
  })

  test('stores text as Slack does: constructs stay, everything else is escaped', async ({ world }) => {
    const stored = async (text: string) =>
      (await world.slack().chat.postMessage({ channel: 'C0ACME', text })).message?.text
    expect(await stored('a & b <b> </b>')).toBe('a &amp; b &lt;b&gt; &lt;/b&gt;')
    expect(await stored('&lt;!channel&gt; &amp;')).toBe('&lt;!channel&gt; &amp;')
    expect(await stored('<@U0DANA> <!here> <!date^1^{date}|day>')).toBe(
      '<@U0DANA> <!here> <!date^1^{date}|day>',
    )
    expect(await stored('<https://a.example/?x=1&y=2|A>')).toBe('<https://a.example/?x=1&amp;y=2|A>')
    expect(await stored('see https://a.example/b.')).toBe('see <https://a.example/b>.')
    expect(await stored('&lt;https://a.example&gt;')).toBe('&lt;<https://a.example>&gt;')
    expect(await stored('<javascript:alert(1)|x>')).toBe('&lt;javascript:alert(1)|x&gt;')
  })

  test('gives every message a unique, growing timestamp, even if the clock stands still or is set back', async () => {
    let clock = 1_763_702_400_000
    await using world = await openWorld({ now: () => clock })
    const post = async () => (await world.slack().chat.postMessage({ channel: 'C0ACME', text: 'x' })).ts ?? ''
    const times = [await post(), await post()]
    clock -= 60_000
    times.push(await post())
    expect(times[0]).toMatch(/^1763702400\.\d{6}$/)
    expect([...new Set(times)].toSorted()).toEqual(times)
  })

  test('counts a reaction once per person', async ({ world }) => {
    const slack = world.slack()
    const ts = await world.posts('x')
    const mark = { channel: 'C0ACME', timestamp: ts, name: 'tada' }
    await slack.reactions.add(mark)
    await refused(slack.reactions.add(mark), 'already_reacted')
    await world.post('/reactions', { as: 'dana', channel: 'C0ACME', ts, name: 'tada' })
    expect(at(await slack.reactions.get(mark), 'message.reactions')).toEqual([
      { name: 'tada', users: ['U0ONBOARD', 'U0DANA'], count: 2 },
    ])
    await slack.reactions.remove(mark)
    expect((await world.messages('dana', 'C0ACME'))[0]).toMatchObject({ reactions: [{ count: 1 }] })
  })

  test('marks a Slack Connect channel, and its people once they share no channel with the app', async ({
    world,
  }) => {
    const slack = world.slack()
    const { channel } = await slack.conversations.info({ channel: 'C0SHARED' })
    expect(channel).toMatchObject({ is_ext_shared: true, is_shared: true, connected_team_ids: ['T0ACME'] })
    const own = await slack.conversations.info({ channel: 'C0ACME' })
    expect(own.channel).toMatchObject({ is_ext_shared: false, is_shared: false })
    const casey = async () => (await slack.users.info({ user: 'U0CASEY' })).user
    expect(await casey()).toMatchObject({ team_id: 'T0ACME' })
    expect(await casey()).not.toHaveProperty('is_stranger')
    await world.post('/channels/C0SHARED/members', { as: 'dana', remove: 'onboarding' })
    expect(await casey()).toMatchObject({ team_id: 'T0ACME', is_stranger: true })
  })

  test('sends to a person by their id', async ({ world }) => {
    const sent = await world.slack().chat.postMessage({ channel: 'U0LEE', text: 'psst' })
    expect(sent.channel).toBe('D0LEE')
    expect(await world.messages('lee', 'D0LEE')).toMatchObject([{ text: 'psst' }])
  })

  test('gives permalinks that name the message', async ({ world }) => {
    const slack = world.slack()
    const ts = await world.posts('x')
    const { permalink } = await slack.chat.getPermalink({ channel: 'C0ACME', message_ts: ts })
    expect(permalink).toBe(`${world.url}archives/C0ACME/p${ts.replace('.', '')}`)
    expect((await fetch(permalink ?? '')).headers.get('content-type')).toMatch('text/html')
  })
})

test('pins a message once, shows it as pinned, lists it, and unpins it', async ({ world }) => {
  const slack = world.slack()
  const ts = await world.posts('the card')
  const where = { channel: 'C0ACME', timestamp: ts }
  await slack.pins.add(where)
  await expect(slack.pins.add(where)).rejects.toThrow('already_pinned')
  const history = () => slack.conversations.history({ channel: 'C0ACME' })
  expect((await history()).messages?.[0]).toMatchObject({ pinned_to: ['C0ACME'] })
  // A change of the message leaves it pinned.
  await slack.chat.update({ channel: 'C0ACME', ts, text: 'the card, changed' })
  expect((await slack.pins.list({ channel: 'C0ACME' })).items).toMatchObject([
    { type: 'message', message: { text: 'the card, changed', pinned_to: ['C0ACME'] } },
  ])
  await slack.pins.remove(where)
  await expect(slack.pins.remove(where)).rejects.toThrow('no_pin')
  expect((await history()).messages?.[0]).not.toHaveProperty('pinned_to')
  await slack.pins.add(where)
  await slack.chat.delete({ channel: 'C0ACME', ts })
  expect((await slack.pins.list({ channel: 'C0ACME' })).items).toEqual([])
})
