import { expect, test } from 'vitest'
import { engines, type EngineName } from '../../support/databases.ts'
import { countStatements, isBorder } from '../../support/count-statements.ts'
import { botWithThread, taskEvent } from '../support/running-bot.ts'

/** What decides is read once, and what is written is written once. */
const ofReply = [
  // It is stored before Slack gets its answer.
  'select post task_thread channel_setting known_task',
  'insert reply',
  'insert lane',
  'insert job',
  // The intent before the call, the result after it.
  'select reply known_task known_project reply_comment setting',
  'insert reply_comment',
  'update reply_comment',
  'update reply',
  'insert lane',
  'insert job',
  'update job',
  // ✅
  'select reply',
  'update reply',
  'update lane',
  'update job',
  // Whether ⏳ is due.
  'select reply',
]

/** The tracker's delivery is stored together with whatever else arrives at that moment. */
const storing = ['insert inbox', 'insert lane', 'insert job']
/** Between these, the tracker is asked for comment and task. */
const ofComment = [
  // The event: its row is handed on by whoever stored it.
  'select known_comment subscription setting known_task known_project reply_comment person_link channel_setting channel_mute post',
  'insert post',
  'insert known_comment',
  'update inbox',
  'insert lane',
  'insert job',
  'update job',
  // The post: the intent before the call, the result after it.
  'select task_thread known_comment setting lane subscription post channel_setting channel_mute inbox',
  'update post',
  // Who else reads replies, for the card.
  'select known_task known_project subscription channel_setting',
  'update post',
  // The card quotes it now.
  'update post',
  'update lane',
  'update job',
]

// A sweep would be counted too, and a card that is refreshed because its five seconds end.
const quiet = { laneOptions: { sweepMs: 60_000 }, pendingReactionMs: 2_000, cardSlotMs: 86_400_000 }

/** A bot with a thread, and what its database is asked from `count` on. */
const counting = async (engine: EngineName, changes: { cardSlotMs?: number } = {}) => {
  const running = await botWithThread({ engine, ...quiet, ...changes })
  await running.idle()
  const count = () => {
    const { said, transactions } = countStatements(engine)
    const inWords = () => said().flatMap((one) => (isBorder(one) ? [] : [inShort(one)]))
    return { said: inWords, transactions }
  }
  return { ...running, count }
}

for (const engine of engines)
  test(`a reply costs 6 statements until it is a comment, 11 until that is stored, 15 with ✅, and three transactions (${engine})`, async () => {
    const { say, idle, slack, until, count } = await counting(engine)
    const cost = async (text: string) => {
      const { said, transactions } = count()
      const { ts } = await say(text)
      await until(() => expect(said().at(-1)).toBe(ofReply.at(-1)))
      await until(() => expect(said().filter((one) => one === 'select reply')).toHaveLength(2))
      await idle()
      return { ts, said: said(), transactions: transactions() }
    }
    // Whose key it is, is learned once.
    await cost('We start on Monday')
    const { ts, said, transactions } = await cost('And end on Friday')
    expect(slack.reactions(ts)).toEqual(['white_check_mark'])
    expect(said).toEqual(ofReply)
    expect(transactions).toBe(3)
  })

for (const engine of engines)
  test(`a comment in a known thread costs 13 statements from its storing to its message, two for the quote on its card, and two transactions (${engine})`, async () => {
    // It is quoted at once.
    const { customerSays, count } = await counting(engine, { cardSlotMs: 1 })
    const { said, transactions } = count()
    await customerSays('And then?')
    expect(said()).toEqual([...storing, ...ofComment])
    // One more stores the tracker's delivery.
    expect(transactions()).toBe(3)
  })

for (const engine of engines)
  test(`a changed task costs 12 statements at most, and two transactions (${engine})`, async () => {
    const { count, changeTask, send } = await counting(engine)
    changeTask({ status: 'Blocked' })
    const { said, transactions } = count()
    await send(taskEvent('task_updated'))
    expect(said().length).toBeLessThanOrEqual(storing.length + 12)
    expect(transactions()).toBe(3)
  })

/** A statement as `update lane`. Of a read, the first tables. */
const inShort = (text: string): string => {
  const verb = /^\w+/.exec(text)?.[0] ?? ''
  const tables = text.matchAll(/(?:from|join|into|update) "?(?!set\b)(\w+)"?(?= |$)/g)
  const names = [...new Set([...tables].map(([, name]) => name))]
  return `${verb} ${verb === 'select' ? names.join(' ') : names[0]}`
}
