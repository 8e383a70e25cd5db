import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runMain } from '../support/run-main.ts'
import {
  comment,
  commentsOn,
  createProject,
  messageSaying,
  openTask,
  reactionsOn,
  settled,
} from '../support/story.ts'
import { withoutQuote } from '../support/without-quote.ts'
import { createWorld, type World } from '../support/world.ts'

// It starts, is killed, and starts again while other tests run.
vi.setConfig({ testTimeout: 90_000 })

const channel = 'globex-onboarding'
const robin = 'robin@globex.example'

describe('the whole product in one process', () => {
  let world: World
  let task: { uuid: string }
  let project: string
  let thread: string

  beforeAll(async () => {
    world = await createWorld()
    await world.start()
    project = await createProject(world, 'Globex – Outage')
    await world.command('dana', channel, '/onboard subscribe Globex – Outage')
    await messageSaying(world, channel, 'subscribed this channel')
    task = await openTask(world, project)
    await comment(world, robin, task.uuid, 'Is anybody there?')
    const asked = await messageSaying(world, channel, 'Is anybody there?')
    thread = asked.thread_ts ?? ''
  })

  afterAll(() => world?.[Symbol.asyncDispose]())

  const said = async () =>
    (await commentsOn(world, project, task.uuid))
      .map(({ message_plain: text }) => text.replace('Dana Smith (Slack): ', ''))
      .slice(1)
  const reply = (text: string) => world.say('dana', channel, text, thread)
  const reacted = async (ts: string, name: string) =>
    await expect.poll(() => reactionsOn(world, channel, ts), { message: name }).toContain(name)

  test('down: replies wait with ⏳, the pages work, and once it is back they are comments, in order, once', async () => {
    expect(await world.setTracker('down')).toEqual({ ok: true, tracker: 'down' })
    const replies: string[] = []
    for (const text of ['first', 'second', 'third']) replies.push(await reply(text))
    for (const ts of replies) await reacted(ts, 'hourglass_flowing_sand')
    await comment(world, robin, task.uuid, 'And a word from the page.')
    expect(await said()).toEqual(['And a word from the page.'])

    await world.setTracker('none')
    for (const ts of replies) await reacted(ts, 'white_check_mark')
    expect(await said()).toEqual(['And a word from the page.', 'first', 'second', 'third'])
    await messageSaying(world, channel, 'And a word from the page.')
  })

  test('losing its answers: the echo confirms the comment, which is written once', async () => {
    await world.setTracker('lost')
    const ts = await reply('Did you hear me?')
    await expect.poll(said).toContain('Did you hear me?')
    await world.setTracker('none')
    await reacted(ts, 'white_check_mark')
    expect((await said()).filter((text) => text === 'Did you hear me?')).toHaveLength(1)
  })

  test('out of quota: nothing is written, and status says so', async () => {
    await world.setTracker('quota')
    const ts = await reply('One too many.')
    await reacted(ts, 'hourglass_flowing_sand')
    await world.command('dana', channel, '/onboard status')
    await messageSaying(world, channel, 'quota')
    expect(await said()).not.toContain('One too many.')
    expect(await reactionsOn(world, channel, ts)).toEqual(['hourglass_flowing_sand'])
    await world.setTracker('none')
    await reacted(ts, 'white_check_mark')
  })

  test('a second start finds everything unchanged, and continues; a third one beside it is told so in one line', async () => {
    expect(world.output()).toMatch(/Slack\s+embedded/)
    const before = await messageSaying(world, channel, 'Is anybody there?')
    const written = await said()
    expect(await world.stop()).toMatchObject({ code: 0 })

    await world.start()
    expect((await world.messages(channel)).map(({ ts }) => ts)).toContain(before.ts)
    await settled(world, channel, await reply('After the restart'))
    expect((await said()).slice(written.length)).toEqual(['After the restart'])
    await comment(world, robin, task.uuid, 'In the same thread')
    expect((await messageSaying(world, channel, 'In the same thread')).thread_ts).toBe(thread)

    const ports = { PORT: '0', SERVICE_PORT: '0', PLAYGROUND_PORT: '0' }
    const third = runMain([], { ...ports, DATA_DIR: world.env['DATA_DIR'] ?? '' })
    expect(third).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('in use by another running process'),
    })
    expect(third.stderr.trim().split('\n')).toHaveLength(1)
  })

  // `npm run chaos` kills it many times, at any moment.
  test('killed in the middle of a burst: every comment is posted once, the reply is one comment at most', async () => {
    const made: string[] = []
    const answers = Array.from({ length: 12 }, async (_, n) => {
      await comment(world, robin, task.uuid, `burst ${n}.`)
      made.push(`burst ${n}.`)
    })
    const answered = reply('a reply.').catch(() => undefined)
    await Promise.race([Promise.allSettled(answers), sleep(60)])
    await world.kill()
    await Promise.allSettled([...answers, answered])
    await world.start()
    const written = await said()
    expect(written).toEqual(expect.arrayContaining(made))
    // Including those whose answer the kill cut off: they exist, so they must be posted.
    const bursts = written.filter((text) => text.startsWith('burst'))
    for (const text of bursts) await messageSaying(world, channel, text, 30_000)
    const messages = (await world.messages(channel)).map(({ text }) => withoutQuote(text))
    for (const text of bursts)
      expect(
        messages.filter((one) => one.includes(text)),
        text,
      ).toHaveLength(1)
    expect(written.filter((text) => text.includes('a reply.')).length).toBeLessThanOrEqual(1)
  })
})
