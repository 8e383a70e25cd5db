import { describe, expect } from 'vitest'
import { startPlayground } from '../../src/playground/playground.ts'
import { createLog } from '../../src/log.ts'
import { type Json, signingSecret } from './support/stand-in-bot.ts'
import { filesBelow, read } from '../support/files.ts'
import { getWith } from '../support/raw-request.ts'
import { botToken, openWorld, test } from './support/world.ts'

const names = (view: Json, field: string) => (view[field] as { name: string }[]).map(({ name }) => name)

describe('the workspace', () => {
  test('is seeded once and unchanged after a restart', async ({ world }) => {
    expect(world.fresh).toBe(true)
    const slack = world.slack()
    const ts = await world.posts('root')
    await world.say('lee', 'C0ACME', 'reply', { thread_ts: ts })
    await world.whispers('U0DANA', 'for Dana')
    await slack.reactions.add({ channel: 'C0ACME', timestamp: ts, name: 'tada' })
    await slack.views.publish({ user_id: 'U0DANA', view: { type: 'home', blocks: [{ type: 'divider' }] } })
    const shown = async () => {
      const all = [await world.messages('dana', 'C0ACME'), await world.get('/views?as=dana')]
      return JSON.stringify(all).replaceAll(/127\.0\.0\.1:\d+/g, '')
    }
    const before = await shown()
    await world.restart()
    expect(world.fresh).toBe(false)
    expect(await shown()).toBe(before)
    const next = await world.slack().chat.postMessage({ channel: 'C0ACME', text: 'later' })
    expect(Number(next.ts)).toBeGreaterThan(Number(ts))
  })

  test('shows each person their channels, and guests no app', async ({ world }) => {
    const dana = await world.get('/workspace?as=dana')
    expect(names(dana, 'channels')).toEqual([
      'acme-onboarding',
      'acme-shared',
      'general',
      'globex-onboarding',
      'random',
      'globex-partners',
      'd0dana',
    ])
    expect(dana['commands']).toMatchObject([{ command: '/onboard' }])
    const casey = await world.get('/workspace?as=U0CASEY')
    expect(names(casey, 'channels')).toEqual(['acme-shared'])
    expect(casey).toMatchObject({ commands: [], shortcuts: [] })
    expect(await world.get('/channels/acme-onboarding/messages?as=casey')).toMatchObject({ status: 404 })
    expect(await world.say('casey', 'C0ACME', 'x')).toMatchObject({ status: 404 })
    expect(await world.get('/workspace?as=nobody')).toMatchObject({ status: 400 })
  })

  test('counts what a person has not read', async ({ world }) => {
    const unread = async (as: string) => {
      const { channels } = await world.get(`/workspace?as=${as}`)
      return (channels as { id: string; unread: number }[]).find(({ id }) => id === 'C0ACME')?.unread
    }
    const { ts } = await world.say('dana', 'C0ACME', 'one')
    await world.say('dana', 'C0ACME', 'in thread', { thread_ts: ts })
    await world.whispers('U0LEE', 'for Lee')
    expect([await unread('dana'), await unread('lee')]).toEqual([0, 2])
    await world.post('/channels/C0ACME/read', { as: 'lee' })
    expect(await unread('lee')).toBe(0)
  })

  test('takes the same text for no edit', async ({ world }) => {
    const { ts } = await world.say('dana', 'C0ACME', 'Hi @lee & all')
    const edit = (text: string) => world.patch('/messages', { as: 'dana', channel: 'C0ACME', ts, text })
    expect(await edit('Hi @lee & all')).toMatchObject({ ok: true })
    expect((await world.messages('dana', 'C0ACME'))[0]?.['edited']).toBeUndefined()
    await edit('Hi all')
    expect((await world.messages('dana', 'C0ACME'))[0]?.['edited']).toMatchObject({ user: 'U0DANA' })
  })

  test('lets people change their own messages only', async ({ world }) => {
    const { ts } = await world.say('dana', 'C0ACME', 'mine')
    const edit = { as: 'lee', channel: 'C0ACME', ts, text: 'yours' }
    expect(await world.patch('/messages', edit)).toMatchObject({ status: 403 })
    expect(await world.remove('/messages', edit)).toMatchObject({ status: 403 })
    expect(await world.messages('dana', 'C0ACME')).toMatchObject([{ text: 'mine' }])
  })

  test('streams changes only to the people they are for', async ({ world }) => {
    const stop = new AbortController()
    const answer = await fetch(`${world.url}playground/api/stream?as=lee`, { signal: stop.signal })
    await world.whispers('U0DANA', 'Dana’s secret')
    await world.say('dana', 'acme-shared', 'not Lee’s channel')
    await world.whispers('U0LEE', 'for Lee')
    await world.say('dana', 'C0ACME', 'the last')
    let heard = ''
    const decoder = new TextDecoder()
    for await (const part of answer.body ?? []) {
      heard += decoder.decode(part as Uint8Array, { stream: true })
      if (heard.includes('the last')) break
    }
    stop.abort()
    expect(heard).toContain('for Lee')
    expect(heard).not.toContain('secret')
    expect(heard).not.toContain('not Lee')
  })

  test('rejects with EADDRINUSE when its port is taken', async ({ world }) => {
    const start = startPlayground({
      databasePath: ':memory:',
      port: Number(new URL(world.url).port),
      host: '127.0.0.1',
      eventsUrl: world.bot.eventsUrl,
      signingSecret,
      botToken,
      log: createLog('silent'),
    })
    await expect(start).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})

describe('the page', () => {
  test('is served with everything it loads, and blocks other scripts', async () => {
    await using world = await openWorld({ trackerUrl: 'http://127.0.0.1:4300' })
    const answer = await fetch(world.url)
    const html = await answer.text()
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self' 'sha256-")
    expect(policy).toContain("frame-src 'self' http://127.0.0.1:4300")
    const paths = [
      ...html.matchAll(/(?:src|href)="(\/[^"]+)"/g),
      ...html.matchAll(/"(\/vendor\/[^"]+)"/g),
    ].map((found) => found[1] ?? '')
    expect(paths.length).toBeGreaterThan(8)
    const missing: string[] = []
    for (const path of paths) if (!(await fetch(new URL(path, world.url))).ok) missing.push(path)
    expect(missing).toEqual([])
  })

  test('never turns text into markup', async () => {
    const files = filesBelow('src/playground/page', /\.(js|html)$/)
    // Comments may name what the code avoids.
    const codeIn = (file: string) => read(file).replaceAll(/\/\*[\s\S]*?\*\//g, '')
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter((file) => /innerHTML|outerHTML|insertAdjacentHTML/.test(codeIn(file)))).toEqual([])
  })
})

test('a request for an unknown host is refused', async () => {
  await using world = await openWorld({ knowsHost: (host) => host?.startsWith('127.0.0.1') === true })
  for (const path of ['', 'playground/api/state', 'api/auth.test']) {
    const { status, text } = await getWith(`${world.url}${path}`, { host: 'evil.example' })
    expect([path, status, text]).toEqual([path, 421, '{"ok":false,"error":"unknown_host"}'])
  }
  expect((await getWith(world.url, {})).status).toBe(200)
})

test('another site’s form or address writes nothing', async ({ world }) => {
  const before = await world.messages('dana', 'C0ACME')
  const typed = { as: 'dana', channel: 'C0ACME', text: 'from elsewhere' }
  const form = { method: 'POST', body: new URLSearchParams(typed) }
  for (const path of ['playground/api/messages', '%70layground/api/messages']) {
    const { status } = await fetch(`${world.url}${path}`, form)
    expect([path, status]).toEqual([path, 415])
  }
  const query = new URLSearchParams({ ...typed, token: botToken })
  const opened = await fetch(`${world.url}api/chat.postMessage?${query.toString()}`)
  expect(await opened.json()).toEqual({ ok: false, error: 'not_authed' })
  expect(await world.messages('dana', 'C0ACME')).toEqual(before)
})
