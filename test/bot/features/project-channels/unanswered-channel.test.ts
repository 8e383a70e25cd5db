import { expect, test } from 'vitest'
import { botThatMakesChannels } from '../../support/making-channels.ts'

const asked = (bot: { slack: { made: (method: string) => object[] } }) =>
  bot.slack.made('conversations.create')

test('a channel whose creation got no answer is found by its former name, after people renamed it', async () => {
  const bot = await botThatMakesChannels()
  bot.slack.fault.next = ({ method }) => {
    if (method !== 'conversations.create') return undefined
    bot.slack.fault.next = undefined
    return { late: (carryOut) => rename(carryOut), status: 500 }
  }
  const rename = (carryOut: () => void) => {
    carryOut()
    Object.assign(bot.slack.own[0] ?? {}, { name: 'acme', previous_names: ['onb-acme-corp'] })
  }
  await bot.wantsOne()
  await bot.until(() => expect(bot.told().at(-1)).toContain('is ready.'))
  expect(asked(bot)).toHaveLength(1)
})

test('somebody else’s channel of that name is not taken for the one without an answer', async () => {
  const bot = await botThatMakesChannels({ echoWaitMs: 0 })
  const fates = [{ status: 500 }, { body: { ok: false, error: 'name_taken' } }]
  bot.slack.fault.next = ({ method }) => (method === 'conversations.create' ? fates.shift() : undefined)
  await bot.wantsOne()
  await bot.until(() => expect(bot.told().at(-1)).toContain('A channel has this name already'))
  expect(bot.slack.own).toEqual([])
})
