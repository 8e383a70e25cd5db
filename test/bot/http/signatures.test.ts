import { expect, onTestFinished, test } from 'vitest'
import { freshSecret, signedWith } from '../../../src/contract/signature.ts'
import { eachEngine } from '../../support/databases.ts'
import { commentEvent, runningBot, secret as urlSecret, startNode } from '../support/running-bot.ts'
import { eventRows } from '../support/ledger-rows.ts'
import { standInTracker } from '../support/stand-in-tracker.ts'

type Wish = { event_code: string }

/** A tracker that signs: `given` holds the secrets of `comment_new`, the newest last. */
const signingTracker = () => {
  const tracker = standInTracker()
  const given: string[] = []
  const control = { before: () => Promise.resolve(), offers: true }
  const createWebhook = async ({ event_code: event }: Wish) => {
    if (!control.offers) return {}
    const secret = freshSecret()
    if (event === 'comment_new') {
      given.push(secret)
      await control.before()
    }
    return { secret }
  }
  Object.assign(tracker.api, { createWebhook })
  return { tracker, given, control }
}

const comment = (tracker: ReturnType<typeof standInTracker>, text: string) =>
  JSON.stringify(commentEvent(tracker.addComment({ message_plain: text })))

const deliver = async (bot: { url: string }, body: string, headers: Record<string, string> = {}) => {
  const { status } = await fetch(`${bot.url}/webhooks/onboarding/${urlSecret}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  return status
}

const signed = (body: string, secret = '', at = Math.floor(Date.now() / 1_000)) =>
  signedWith([secret], { id: 'msg_1', at, body })

eachEngine('deliveries of a tracker that signs them', (_, engine) => {
  const subscribedBot = async (options: Parameters<typeof runningBot>[0] = {}) => {
    const signing = signingTracker()
    const running = await runningBot({
      ...options,
      engine,
      tracker: signing.tracker,
      subscribe: 'auto',
      publicUrl: 'https://bot.example',
    })
    await running.idle()
    return { ...signing, running }
  }

  test('are taken with a signature of the secret alone', async () => {
    const { running, tracker, given } = await subscribedBot()
    const { bot, database } = running
    const body = comment(tracker, 'one')
    const old = Math.floor(Date.now() / 1_000) - 301
    expect(await deliver(bot, body)).toBe(401)
    expect(await deliver(bot, body, signed(body, freshSecret()))).toBe(401)
    expect(await deliver(bot, body, signed(body, given[0], old))).toBe(401)
    expect(await deliver(bot, `${body} `, signed(body, given[0]))).toBe(401)
    expect(await eventRows(database)).toEqual([])
    expect(await deliver(bot, body, signed(body, given[0]))).toBe(200)
    expect(await eventRows(database)).toHaveLength(1)
  })

  test('are taken while the clock of the database or of this machine is wrong', async () => {
    const hour = 3_600_000
    const { running, tracker, given } = await subscribedBot({ now: () => Date.now() + hour })
    const body = comment(tracker, 'one')
    const at = (ms: number) => Math.floor((Date.now() + ms) / 1_000)
    expect(await deliver(running.bot, body, signed(body, given[0], at(-hour)))).toBe(401)
    expect(await deliver(running.bot, body, signed(body, given[0], at(0)))).toBe(200)
    expect(await deliver(running.bot, body, signed(body, given[0], at(hour)))).toBe(200)
  })

  test('are taken unsigned until the secret is stored, so that none is lost in between', async () => {
    const signing = signingTracker()
    const held = Promise.withResolvers<void>()
    signing.control.before = () => held.promise
    const running = await runningBot({ engine, tracker: signing.tracker, subscribe: 'auto' })
    await expect.poll(() => signing.given.length).toBe(1)
    expect(await deliver(running.bot, comment(signing.tracker, 'early'))).toBe(200)
    held.resolve()
    await running.idle()
    expect(await deliver(running.bot, comment(signing.tracker, 'late'))).toBe(401)
  })

  test('that nothing proves have the subscription renewed once, and both secrets hold meanwhile', async () => {
    const { running, tracker, given } = await subscribedBot()
    const { bot } = running
    for (const text of ['one', 'two', 'three']) expect(await deliver(bot, comment(tracker, text))).toBe(401)
    await running.idle()
    expect(given).toHaveLength(2)
    for (const secret of given) {
      const body = comment(tracker, 'after')
      expect(await deliver(bot, body, signed(body, secret))).toBe(200)
    }
  })

  test('are taken unsigned again when the tracker offers no secret any more', async () => {
    const { running, tracker, control } = await subscribedBot()
    control.offers = false
    expect(await deliver(running.bot, comment(tracker, 'one'))).toBe(401)
    await running.idle()
    expect(await deliver(running.bot, comment(tracker, 'two'))).toBe(200)
  })

  test('are proved after a restart too', async () => {
    const { running, tracker, given } = await subscribedBot()
    await running.restart()
    const body = comment(tracker, 'one')
    expect(await deliver(running.bot, body)).toBe(401)
    expect(await deliver(running.bot, body, signed(body, given[0]))).toBe(200)
  })
})

test('a second node of the same database knows the secrets of the first', async () => {
  const { tracker, given } = signingTracker()
  const changes = { subscribe: 'auto', publicUrl: 'https://bot.example' } as const
  const running = await runningBot({ engine: 'postgres', tracker, ...changes })
  await running.idle()
  const { slack, databaseUrl } = running
  const other = await startNode({ databaseUrl, slack, tracker }, changes)
  onTestFinished(other.close)
  const body = comment(tracker, 'one')
  expect(await deliver(other.bot, body)).toBe(401)
  expect(await deliver(other.bot, body, signed(body, given[0]))).toBe(200)
})
