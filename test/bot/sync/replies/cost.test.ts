import { expect, test } from 'vitest'
import { countStatements, isBorder } from '../../../support/count-statements.ts'
import { inShort } from '../../../support/in-short.ts'
import { cardsRefreshed } from '../../../support/lane-rows.ts'
import { botWithThread } from '../../support/running-bot.ts'

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

test.each(['sqlite', 'postgres'] as const)(
  'a reply costs 6 statements until it is a comment, 11 until that is stored, 15 with ✅, and three transactions (%s)',
  async (engine) => {
    // A sweep would be counted too.
    const quiet = { engine, laneOptions: { sweepMs: 60_000 }, pendingReactionMs: 2_000 }
    const { say, idle, slack, until, database } = await botWithThread(quiet)
    // The customer's comment changes the project's card. That is no part of a reply.
    await cardsRefreshed(database)
    await idle()
    const cost = async (text: string) => {
      const counted = countStatements(engine)
      const said = () =>
        counted
          .said()
          .filter((one) => !isBorder(one))
          .map(inShort)
      const { ts } = await say(text)
      await until(() => expect(said().at(-1)).toBe(ofReply.at(-1)))
      await until(() => expect(said().filter((one) => one === 'select reply')).toHaveLength(2))
      await idle()
      return { ts, said: said(), transactions: counted.transactions() }
    }
    // Whose key it is, is learned once.
    await cost('We start on Monday')
    const { ts, said, transactions } = await cost('And end on Friday')
    expect(slack.reactions(ts)).toEqual(['white_check_mark'])
    expect(said).toEqual(ofReply)
    expect(transactions).toBe(3)
  },
)
