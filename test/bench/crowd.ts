import { setTimeout as sleep } from 'node:timers/promises'
import { inParallel } from './measuring.ts'
import { busy, world } from './world.ts'

/** Ms until a project's comment is in Slack, while a customer writes so many in another project of its
 * channel, and Slack takes one message a second. */
export const besideFlood = async (databaseUrl: string, comments: number): Promise<number> => {
  await using bot = await world(databaseUrl, 1, { inOneChannel: true })
  // The first comments ask Slack and the tracker who everybody is.
  for (const place of [0, 1]) await (await bot.comment(busy, place)).arrived
  bot.delays.slackMs = 1_000
  await inParallel(comments, 8, () => bot.comment(busy, 0))
  return await (
    await bot.comment(busy, 1)
  ).arrived
}

/** Ms until a workspace's reply is sent, while so many others wait for trackers that take 25 s. */
export const besideSlow = async (databaseUrl: string, others: number): Promise<number> => {
  await using bot = await world(databaseUrl, others + 1)
  const slow = Array.from({ length: others }, (_, n) => n)
  for (const n of [...slow, others]) await (await bot.comment(n, 0)).arrived
  bot.delays.trackerMs = (installation) => (installation < others ? 25_000 : 0)
  for (const n of slow) await inParallel(16, 8, () => bot.reply(n, 0))
  await sleep(500)
  return await (
    await bot.comment(others, 0)
  ).arrived
}
