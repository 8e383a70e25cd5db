import { expect, test } from 'vitest'
import { countStatements } from '../../../support/count-statements.ts'
import { cardsRefreshed } from '../../../support/lane-rows.ts'
import { botWithThread } from '../../support/running-bot.ts'

test.each(['sqlite', 'postgres'] as const)(
  'a reply becomes a comment, with its sign, in 19 statements and four transactions (%s)',
  async (engine) => {
    // A sweep would be counted too, and so is the look whether ⏳ is due.
    const quiet = { engine, laneOptions: { sweepMs: 60_000 }, pendingSignMs: 2_000 }
    const { say, idle, slack, until, database } = await botWithThread(quiet)
    // The customer's comment changes the project's card, and the quote on the task's. That is no part of a reply.
    await cardsRefreshed(database)
    await idle()
    const cost = async (text: string) => {
      const counted = countStatements(engine)
      const { ts } = await say(text)
      await idle()
      await until(() => expect(counted.said().join()).toContain(`"sign" is null`))
      expect(slack.reactions(ts)).toEqual(['white_check_mark'])
      return { statements: counted.statements(), transactions: counted.transactions() }
    }
    const first = await cost('We start on Monday')
    const second = await cost('And end on Friday')
    expect(second.statements).toBeLessThanOrEqual(19)
    expect(second.transactions).toBeLessThanOrEqual(4)
    expect(first.statements).toBeLessThanOrEqual(19)
    expect(first.transactions).toBeLessThanOrEqual(4)
  },
)
