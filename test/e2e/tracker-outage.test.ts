import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comment, commentsOn, createProject, messageSaying, openTask, reactionsOn } from '../support/story.ts'
import { createWorld, type World } from '../support/world.ts'
import { setTracker } from './browser/outage.ts'

const channel = 'globex-onboarding'

describe('the playground’s switch for the tracker', () => {
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
    await comment(world, 'robin@globex.example', task.uuid, 'Is anybody there?')
    const asked = await messageSaying(world, channel, 'Is anybody there?')
    thread = asked.thread_ts ?? ''
  })

  afterAll(async () => {
    await world?.kill()
    if (world) rmSync(world.env['DATA_DIR'] ?? '', { recursive: true, force: true })
  })

  const said = async () =>
    (await commentsOn(world, project, task.uuid))
      .map(({ message_plain: text }) => text.replace('Dana Smith (Slack): ', ''))
      .slice(1)
  const reply = (text: string) => world.say('dana', channel, text, thread)
  const reacted = async (ts: string, name: string) =>
    await expect.poll(() => reactionsOn(world, channel, ts), { message: name }).toContain(name)

  test('down: replies wait with ⏳, the pages work, and once it is back they are comments, in order, once', async () => {
    expect(await setTracker(world, 'down')).toEqual({ status: 200, ok: true, tracker: 'down' })
    const replies: string[] = []
    for (const text of ['first', 'second', 'third']) replies.push(await reply(text))
    for (const ts of replies) await reacted(ts, 'hourglass_flowing_sand')
    await comment(world, 'robin@globex.example', task.uuid, 'And a word from the page.')
    expect(await said()).toEqual(['And a word from the page.'])

    await setTracker(world, 'none')
    for (const ts of replies) await reacted(ts, 'white_check_mark')
    expect(await said()).toEqual(['And a word from the page.', 'first', 'second', 'third'])
    await messageSaying(world, channel, 'And a word from the page.')
  })

  test('losing its answers: the echo confirms the comment, which is written once', async () => {
    await setTracker(world, 'lost')
    const ts = await reply('Did you hear me?')
    await expect.poll(said).toContain('Did you hear me?')
    await setTracker(world, 'none')
    await reacted(ts, 'white_check_mark')
    expect((await said()).filter((text) => text === 'Did you hear me?')).toHaveLength(1)
  })

  test('out of quota: nothing is written, and status says so', async () => {
    await setTracker(world, 'quota')
    const ts = await reply('One too many.')
    await reacted(ts, 'hourglass_flowing_sand')
    await world.command('dana', channel, '/onboard status')
    await messageSaying(world, channel, 'quota')
    expect(await said()).not.toContain('One too many.')
    expect(await reactionsOn(world, channel, ts)).toEqual(['hourglass_flowing_sand'])
    await setTracker(world, 'none')
  })

  test('an unknown kind of outage is refused', async () => {
    expect(await setTracker(world, 'broken')).toMatchObject({ status: 400, ok: false })
  })
})
