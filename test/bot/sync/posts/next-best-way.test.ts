import { trackerSlow } from '../../../../src/bot/answers/messages/try-again.ts'
import type { Notice } from '../../../../src/bot/answers/tell.ts'
import { expect, test } from 'vitest'
import { botWithThread, channel, dana, runningBot } from '../../support/running-bot.ts'

const refused = (error: string) => ({ body: { ok: false, error } })

test('an answer whose response URL is over comes to the person another way', async () => {
  const { types, slack, idle } = await botWithThread()
  slack.fault.next = ({ method }) => {
    if (method === 'over') return { status: 404, ...refused('expired_url') }
    return method === 'chat.postEphemeral' ? refused('user_not_in_channel') : undefined
  }
  await types('help', { response_url: `${slack.apiUrl}over` })
  await expect
    .poll(() => slack.made('chat.postMessage').filter(({ channel: to }) => to === dana))
    .toHaveLength(1)
  await idle()
})

test('an answer that its response URL takes with a plain ok is told once', async () => {
  const { types, slack, idle, until } = await botWithThread()
  const { default: fastify } = await import('fastify')
  const sink = fastify({ forceCloseConnections: true })
  let answers = 0
  sink.post('/', () => {
    answers += 1
    return 'ok'
  })
  const response_url = await sink.listen({ host: '127.0.0.1', port: 0 })
  await types('help', { response_url })
  await until(() => expect(answers).toBe(1))
  // A command that is answered after it: what the first one says elsewhere would be there by then.
  await types('help', { response_url })
  await until(() => expect(answers).toBe(2))
  await sink.close()
  await idle()
  expect(slack.ephemerals(dana)).toEqual([])
})

test('when the person who subscribed a channel has left, an admin hears that it is paused', async () => {
  const { command, slackEvent, slack, idle } = await botWithThread()
  await command('subscribe account:Acme Corp', { user_id: 'U0LEE' })
  slack.refuses({ method: 'chat.postMessage', channel: 'U0LEE' }, 'user_disabled')
  await slackEvent({ type: 'channel_archive', channel, user: dana })
  await idle()
  const told = slack.made('chat.postMessage').filter(({ channel: to }) => to === dana)
  expect(told.length).toBeGreaterThanOrEqual(2)
})

/** A direct message whose answer is lost on its way; `readable`: the app may look into the conversation. */
const lostAnswer = async (readable: boolean) => {
  const running = await runningBot()
  const { slack, bot } = running
  let lost = false
  slack.fault.next = ({ method, args }) => {
    if (method === 'chat.postMessage' && args['channel'] === dana && !lost) {
      lost = true
      return { status: 500, lost: true }
    }
    if (method === 'conversations.open')
      return { body: readable ? { ok: true, channel: { id: dana } } : { ok: false, error: 'missing_scope' } }
    return undefined
  }
  const notice: Notice = { op: 'direct', user: dana, message: trackerSlow() }
  await bot.deps.database.transaction((tx) =>
    bot.deps.lanes.enqueue(tx, [{ kind: 'notify', lane: 'x', payload: { channel, ts: '1.0', notice } }]),
  )
  await running.until(async () => {
    const counts = await bot.deps.lanes.counts()
    expect(counts.some(({ kind }) => kind === 'notify')).toBe(false)
  })
  return slack.made('chat.postMessage')
}

test('a direct message whose answer was lost is looked for, and not sent twice', async () => {
  expect(await lostAnswer(true)).toHaveLength(1)
})

test('where the app may not look, the second attempt carries the id of the first', async () => {
  const posts = await lostAnswer(false)
  expect(posts).toHaveLength(2)
  expect(posts[0]?.['client_msg_id']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(posts[1]?.['client_msg_id']).toBe(posts[0]?.['client_msg_id'])
})
