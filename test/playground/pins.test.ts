import { expect, test } from 'vitest'
import { openWorld } from './support/world.ts'

test('pins a message once, shows it as pinned, lists it, and unpins it', async () => {
  await using world = await openWorld()
  const slack = world.slack()
  const { ts = '' } = await slack.chat.postMessage({ channel: 'C0ACME', text: 'the card' })
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
