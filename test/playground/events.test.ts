import { describe, expect } from 'vitest'
import { at, type Json, of } from './support/stand-in-bot.ts'
import { openWorld, test } from './support/world.ts'

describe('events', () => {
  test('sends the app a message event, signed, with the app’s authorization', async ({ world }) => {
    const { ts } = await world.say('dana', 'acme-onboarding', 'Hi <b> & co')
    const { body } = await world.bot.until(of('message'))
    expect(body).toMatchObject({
      type: 'event_callback',
      team_id: 'T0PLAYGRND',
      api_app_id: 'A0ONBOARD',
      event_id: expect.stringMatching(/^Ev/) as string,
      authorizations: [{ user_id: 'U0ONBOARD', is_bot: true }],
      is_ext_shared_channel: false,
      event: {
        channel: 'C0ACME',
        channel_type: 'channel',
        user: 'U0DANA',
        team: 'T0PLAYGRND',
        text: 'Hi &lt;b&gt; &amp; co',
        ts,
        event_ts: ts,
      },
    })
  })

  test('turns what people type into Slack’s constructs', async ({ world }) => {
    await world.say(
      'dana',
      'acme-onboarding',
      '@lee see #general and https://a.example/x?a=1&b=2, @nobody <@U0LEE>',
    )
    const { body } = await world.bot.until(of('message'))
    expect(at(body, 'event.text')).toBe(
      '<@U0LEE> see <#C0GENERAL|general> and <https://a.example/x?a=1&amp;b=2>, @nobody &lt;@U0LEE&gt;',
    )
  })

  test('sends what people type as blocks, too', async ({ world }) => {
    const text = [
      'Hi @lee, *see _this_* at https://a.example/?a=1&b :tada: 10:30:45 `a<b`',
      '> said before',
      '- one',
      '- *two*',
      '3. three',
      '```',
      'if (a < b) *c',
      '```',
      '@here',
    ].join('\n')
    const { ts } = await world.say('dana', 'C0ACME', text)
    const { body } = await world.bot.until(of('message'))
    const section = (...elements: Json[]) => ({ type: 'rich_text_section', elements })
    const words = (said: string, style?: Json) => ({ type: 'text', text: said, ...(style && { style }) })
    const block = (at(body, 'event.blocks') as Json[])[0] ?? {}
    expect(block['type']).toBe('rich_text')
    expect(block['elements']).toEqual([
      section(
        words('Hi '),
        { type: 'user', user_id: 'U0LEE' },
        words(', '),
        words('see ', { bold: true }),
        words('this', { bold: true, italic: true }),
        words(' at '),
        { type: 'link', url: 'https://a.example/?a=1&b' },
        words(' '),
        { type: 'emoji', name: 'tada', unicode: '1f389' },
        words(' 10:30:45 '),
        words('a<b', { code: true }),
      ),
      { type: 'rich_text_quote', elements: [words('said before')] },
      {
        type: 'rich_text_list',
        style: 'bullet',
        indent: 0,
        border: 0,
        elements: [section(words('one')), section(words('two', { bold: true }))],
      },
      {
        type: 'rich_text_list',
        style: 'ordered',
        indent: 0,
        border: 0,
        offset: 2,
        elements: [section(words('three'))],
      },
      { type: 'rich_text_preformatted', border: 0, elements: [words('if (a < b) *c')] },
      section({ type: 'broadcast', range: 'here' }),
    ])
    // As does an answer of the Web API. The page formats the text by itself.
    const { messages = [] } = await world.slack().conversations.history({ channel: 'C0ACME' })
    expect(messages.find((one) => one.ts === ts)?.blocks).toHaveLength(1)
    expect((await world.messages('dana', 'C0ACME')).at(-1)).not.toHaveProperty('blocks')
  })

  test('tells the app that is in the channel what people of a third company ask it', async ({ world }) => {
    await world.say('casey', 'C0SHARED', '@Onboarding what is open?')
    const { body } = await world.bot.until(of('app_mention'))
    expect(at(body, 'event')).toMatchObject({
      user: 'U0CASEY',
      text: '<@U0ONBOARD> what is open?',
      channel: 'C0SHARED',
    })
  })

  test('sends edits and deletions with the previous message', async ({ world }) => {
    const { ts } = await world.say('dana', 'C0ACME', 'one')
    await world.patch('/messages', { as: 'dana', channel: 'C0ACME', ts, text: 'two' })
    const changed = await world.bot.until(of('message', { subtype: 'message_changed' }))
    expect(changed.body['event']).toMatchObject({
      hidden: true,
      message: { ts, text: 'two', user: 'U0DANA', edited: { user: 'U0DANA' } },
      previous_message: { ts, text: 'one' },
    })
    expect(at(changed.body, 'event.ts')).not.toBe(ts)
    await world.remove('/messages', { as: 'dana', channel: 'C0ACME', ts })
    const deleted = await world.bot.until(of('message', { subtype: 'message_deleted' }))
    expect(deleted.body['event']).toMatchObject({ deleted_ts: ts, previous_message: { text: 'two' } })
  })

  test('marks replies, broadcasts and /me', async ({ world }) => {
    const { ts: root } = await world.say('dana', 'C0ACME', 'root')
    await world.say('lee', 'C0ACME', 'reply', { thread_ts: root })
    await world.say('lee', 'C0ACME', 'loud', { thread_ts: root, broadcast: true })
    await world.say('lee', 'C0ACME', '/me waves')
    expect(await world.event('message', { text: 'reply' })).toMatchObject({
      thread_ts: root,
      parent_user_id: 'U0DANA',
    })
    await world.bot.until(of('message', { text: 'loud', subtype: 'thread_broadcast', thread_ts: root }))
    await world.bot.until(of('message', { text: 'waves', subtype: 'me_message' }))
  })

  test('sends the app events for its own posts and updates too, as Slack does', async ({ world }) => {
    const slack = world.slack()
    const ts = await world.posts('mine')
    expect(await world.event('message', { ts })).toMatchObject({
      bot_id: 'B0ONBOARD',
      user: 'U0ONBOARD',
      app_id: 'A0ONBOARD',
    })
    await slack.chat.update({ channel: 'C0ACME', ts, text: 'mine still' })
    const changed = await world.bot.until(of('message', { subtype: 'message_changed' }))
    expect(at(changed.body, 'event.message.bot_id')).toBe('B0ONBOARD')
    await slack.chat.postMessage({ channel: 'C0ACME', text: 'lent', username: 'Casey' })
    await world.bot.until(of('message', { subtype: 'bot_message', username: 'Casey', bot_id: 'B0ONBOARD' }))
  })

  test('sends a mention twice: as a message and as a mention', async ({ world }) => {
    await world.say('dana', 'C0ACME', '@onboarding help')
    expect(await world.event('app_mention')).toMatchObject({
      text: '<@U0ONBOARD> help',
      user: 'U0DANA',
      channel: 'C0ACME',
    })
    await world.bot.until(of('message', { text: '<@U0ONBOARD> help' }))
  })

  test('says which organization a stranger belongs to', async ({ world }) => {
    await world.say('casey', 'acme-shared', 'Hello from Acme')
    const { body } = await world.bot.until(of('message'))
    expect(body['is_ext_shared_channel']).toBe(true)
    expect(body['event']).toMatchObject({
      user: 'U0CASEY',
      team: 'T0ACME',
      user_team: 'T0ACME',
      source_team: 'T0ACME',
    })
  })

  test('sends nothing about channels the app is not in, until it joins', async ({ world }) => {
    await world.say('dana', 'random', 'private')
    await world.slack().conversations.join({ channel: 'C0RANDOM' })
    await world.say('dana', 'random', 'public')
    await world.bot.until(of('message', { text: 'public' }))
    expect(world.bot.received.some(of('message', { text: 'private' }))).toBe(false)
  })

  test('retries with the same event id and the attempt’s number', async () => {
    await using world = await openWorld({ retryWaits: [0, 1, 1] })
    world.bot.answer(() => ({ status: world.bot.received.length < 3 ? 500 : 200 }))
    await world.say('dana', 'C0ACME', 'again')
    await world.bot.until((one) => one.headers['x-slack-retry-num'] === '2')
    expect(world.bot.received.map(({ headers }) => headers['x-slack-retry-num'])).toEqual([
      undefined,
      '1',
      '2',
    ])
    expect(world.bot.received[1]?.headers['x-slack-retry-reason']).toBe('http_error')
    expect(new Set(world.bot.received.map(({ body }) => body['event_id'])).size).toBe(1)
  })

  test('keeps an unsent event across a restart', async () => {
    await using world = await openWorld({ retryWaits: [0, 60_000, 0] })
    world.bot.answer(() => ({ status: 500 }))
    await world.say('dana', 'C0ACME', 'kept')
    const first = await world.bot.until(of('message'))
    world.bot.received.length = 0
    world.bot.answer(() => ({}))
    await world.restart()
    const again = await world.bot.until(of('message', { text: 'kept' }))
    expect(again.body['event_id']).toBe(first.body['event_id'])
  })

  test('sends an event when somebody opens the Home tab', async ({ world }) => {
    await world.post('/home', { as: 'lee' })
    expect(await world.event('app_home_opened')).toMatchObject({
      user: 'U0LEE',
      channel: 'D0LEE',
      tab: 'home',
    })
  })
})
