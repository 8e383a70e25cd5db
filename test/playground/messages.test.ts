import { describe, expect } from 'vitest'
import { type Json } from './support/stand-in-bot.ts'
import { test } from './support/world.ts'

describe('messages', () => {
  test('returns metadata only when asked', async ({ world }) => {
    const slack = world.slack()
    const metadata = { event_type: 'delivery', event_payload: { id: 7 } }
    await slack.chat.postMessage({ channel: 'C0ACME', text: 'x', metadata })
    const plain = await slack.conversations.history({ channel: 'C0ACME' })
    const full = await slack.conversations.history({ channel: 'C0ACME', include_all_metadata: true })
    expect(plain.messages?.[0]?.metadata).toBeUndefined()
    expect(full.messages?.[0]?.metadata).toEqual(metadata)
  })

  test('keeps threads: replies are in the thread, the root counts them, a broadcast is in both', async ({
    world,
  }) => {
    const slack = world.slack()
    const thread_ts = await world.posts('root')
    const first = await world.posts('one', { thread_ts })
    // A reply that names another reply belongs to the same thread.
    await world.posts('two', { thread_ts: first, reply_broadcast: true })
    const history = await slack.conversations.history({ channel: 'C0ACME' })
    expect(history.messages?.map(({ text }) => text)).toEqual(['two', 'root'])
    expect(history.messages?.[1]).toMatchObject({ reply_count: 2, thread_ts, reply_users: ['U0ONBOARD'] })
    const replies = await slack.conversations.replies({ channel: 'C0ACME', ts: first })
    expect(replies.messages?.map(({ text }) => text)).toEqual(['root', 'one', 'two'])
  })

  test('pages through a history, and cuts it by time', async ({ world }) => {
    const slack = world.slack()
    const sent: string[] = []
    for (const text of ['a', 'b', 'c']) sent.push(await world.posts(text))
    const texts = async (range: Json) => {
      const page = await slack.conversations.history({ channel: 'C0ACME', ...range })
      return { texts: page.messages?.map(({ text }) => text), cursor: page.response_metadata?.next_cursor }
    }
    const first = await texts({ limit: 2 })
    expect(first.texts).toEqual(['c', 'b'])
    expect(await texts({ limit: 2, cursor: first.cursor })).toEqual({ texts: ['a'], cursor: '' })
    expect((await texts({ oldest: sent[1] })).texts).toEqual(['c'])
    expect((await texts({ oldest: sent[1], inclusive: true })).texts).toEqual(['c', 'b'])
    expect((await texts({ latest: sent[1] })).texts).toEqual(['a'])
  })

  test('updates the named fields and keeps the rest', async ({ world }) => {
    const slack = world.slack()
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: 'block' } }]
    const ts = await world.posts('before', { blocks })
    await slack.chat.update({ channel: 'C0ACME', ts, text: 'after' })
    const [kept] = await world.messages('dana', 'C0ACME')
    expect(kept).toMatchObject({
      text: 'after',
      blocks: [{ type: 'section' }],
      edited: { user: 'U0ONBOARD' },
    })
    await slack.chat.update({ channel: 'C0ACME', ts, text: 'after', blocks: [] })
    expect((await world.messages('dana', 'C0ACME'))[0]?.['blocks']).toBeUndefined()
  })

  test('leaves a tombstone when a thread’s root is deleted', async ({ world }) => {
    const slack = world.slack()
    const ts = await world.posts('root')
    const reply = await world.posts('reply', { thread_ts: ts })
    await slack.chat.delete({ channel: 'C0ACME', ts })
    expect(await world.messages('dana', 'C0ACME')).toMatchObject([
      { ts, subtype: 'tombstone' },
      { ts: reply, text: 'reply' },
    ])
  })

  test('mention people and groups, whatever punctuation follows', async ({ world }) => {
    const text = 'Thanks @lee. And (@casey)? @here! @nobody. dana@vendor.example'
    await world.say('dana', 'C0ACME', text)
    expect(await world.messages('dana', 'C0ACME')).toMatchObject([
      { text: 'Thanks <@U0LEE>. And (<@U0CASEY>)? <!here>! @nobody. dana@vendor.example' },
    ])
  })

  test('posts under another name', async ({ world }) => {
    await world.posts('x', { username: 'Casey Jones', icon_url: 'https://a.example/c.png' })
    expect((await world.messages('dana', 'C0ACME'))[0]).toMatchObject({
      subtype: 'bot_message',
      bot_id: 'B0ONBOARD',
      username: 'Casey Jones',
      icons: { image_72: 'https://a.example/c.png' },
    })
  })
})
