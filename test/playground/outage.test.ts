import { describe, expect, test } from 'vitest'
import { at } from './support/stand-in-bot.ts'
import { openWorld } from './support/world.ts'

describe('an outage of Slack', () => {
  test('answers 503, or 429 with Retry-After', async () => {
    await using world = await openWorld()
    const call = () => fetch(`${world.apiUrl}api.test`, { method: 'POST' })
    const set = async (slack: string) => {
      const put = {
        method: 'PUT',
        body: JSON.stringify({ slack }),
        headers: { 'content-type': 'application/json' },
      }
      return (await fetch(`${world.url}playground/api/outage`, put)).status
    }
    expect(await set('down')).toBe(200)
    expect((await call()).status).toBe(503)
    expect(await set('rate_limited')).toBe(200)
    const limited = await call()
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '2'])
    expect(await set('none')).toBe(200)
    expect(await (await call()).json()).toEqual({ ok: true })
    expect(await set('broken')).toBe(400)
  })

  test('refuses messages in channels, and nothing else', async () => {
    await using world = await openWorld()
    const headers = { 'content-type': 'application/json' }
    await fetch(`${world.url}playground/api/outage`, { method: 'PUT', body: '{"slack":"refusing"}', headers })
    const slack = world.slack()
    await expect(slack.chat.postMessage({ channel: 'C0ACME', text: 'hello' })).rejects.toMatchObject({
      data: { error: 'posting_to_general_channel_denied' },
    })
    const alone = { channel: 'C0ACME', user: 'U0DANA', text: 'hello' }
    expect(await slack.chat.postEphemeral(alone)).toMatchObject({ ok: true })
  })

  test('can do what is asked and lose the answer', async () => {
    await using world = await openWorld()
    const headers = { 'content-type': 'application/json' }
    await fetch(`${world.url}playground/api/outage`, { method: 'PUT', body: '{"slack":"lost"}', headers })
    await expect(world.slack().chat.postMessage({ channel: 'C0ACME', text: 'done' })).rejects.toMatchObject({
      statusCode: 500,
    })
    expect(await world.messages('dana', 'C0ACME')).toMatchObject([{ text: 'done' }])
  })
})

describe('what people share', () => {
  test('is a file by its name', async () => {
    await using world = await openWorld()
    await world.post('/messages', {
      as: 'dana',
      channel: 'C0ACME',
      text: 'see',
      files: [{ name: 'plan.pdf', size: 9 }],
    })
    const { body } = await world.bot.until((one) => at(one.body, 'event.subtype') === 'file_share')
    expect(body['event']).toMatchObject({
      text: 'see',
      files: [{ name: 'plan.pdf', permalink: expect.stringContaining('plan.pdf') as string }],
    })
  })

  test('is a link to the tracker, which the app may unfurl', async () => {
    await using world = await openWorld({ trackerUrl: 'http://127.0.0.1:4300' })
    const text = 'see http://127.0.0.1:4300/projects/1 and https://a.example/'
    const { ts } = await world.post('/messages', { as: 'dana', channel: 'C0ACME', text })
    const { body } = await world.bot.until((one) => at(one.body, 'event.type') === 'link_shared')
    expect(body['event']).toMatchObject({
      message_ts: ts,
      links: [{ domain: '127.0.0.1:4300', url: 'http://127.0.0.1:4300/projects/1' }],
    })
    const unfurls = { 'http://127.0.0.1:4300/projects/1': { title: 'Acme Corp' } }
    await world.slack().chat.unfurl({ channel: 'C0ACME', ts: String(ts), unfurls })
    expect(await world.messages('dana', 'C0ACME')).toMatchObject([{ attachments: [{ title: 'Acme Corp' }] }])
  })
})
