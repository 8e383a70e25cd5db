import { expect, test } from 'vitest'
import type { Notice } from '../../../../src/bot/answers/tell.ts'
import { trackerSlow } from '../../../../src/bot/answers/messages/try-again.ts'
import { channel, dana, runningBot } from '../../support/running-bot.ts'

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
