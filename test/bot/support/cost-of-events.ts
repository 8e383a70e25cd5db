import { randomUUID } from 'node:crypto'
import { putSubscription } from '../../../src/bot/audience/store/subscriptions.ts'
import { eventNames } from '../../../src/contract/event.ts'
import { cardsRefreshed } from '../../support/lane-rows.ts'
import { type Asked, countedDatabase } from './counted-database.ts'
import { standInSlack } from './stand-in-slack.ts'
import { customer, project, standInTracker, taskUuid } from './stand-in-tracker.ts'
import { eventCallback, hookAt, signedHeaders, startNode } from './start-node.ts'
import { commentEvent, taskEvent } from './tracker-events.ts'

/** What one event asks of the database, from its acknowledgement on to the last message and mark. */
interface Cost {
  readonly of: string
  readonly statements: number
  readonly transactions: number
  readonly asked: readonly Asked[]
}

/** Asked by the clock, whatever happens: which lanes are due. */
const byTheClock = ({ text }: Asked) => text.startsWith('select kind, min(run_at)')

/** The tracker's delivery is stored together with whatever else arrives at that moment. */
const withoutIntake = (asked: readonly Asked[]): Asked[] => {
  const intake = asked.find(({ text }) => text.startsWith('insert into "inbox"'))?.transaction
  return asked.filter((one) => !byTheClock(one) && (intake === undefined || one.transaction !== intake))
}

const channel = 'C0ACME'

/** One bot, one channel that is subscribed to a project, and what each event costs there. */
export const costOfEvents = async (databaseUrl: string): Promise<Cost[]> => {
  await using slack = await standInSlack()
  const tracker = standInTracker()
  tracker.users.push({ uuid: customer, full_name: 'Casey Jones', is_customer: true })
  let asked: Asked[] = []
  const { bot, database, close } = await startNode(
    { databaseUrl, slack, tracker },
    // Each comment is quoted at once.
    { apiUserUuid: undefined, cardSlotMs: 1 },
    (plain) => {
      const watched = countedDatabase(plain)
      asked = watched.asked
      return watched.counted
    },
  )
  await using stack = new AsyncDisposableStack()
  stack.defer(close)
  await database.transaction((tx) =>
    putSubscription(tx, {
      channel,
      scope: 'project',
      target: project.uuid,
      label: project.name,
      ownEvents: eventNames,
      createdBy: 'U0DANA',
      createdAt: Date.now(),
      readers: '',
      account: undefined,
    }),
  )
  await bot.lanes.idle()

  const cost = async (of: string, happens: () => Promise<Response>): Promise<Cost> => {
    await cardsRefreshed(database)
    await bot.lanes.idle()
    asked.length = 0
    const response = await happens()
    if (!response.ok) throw new Error(`${of}: HTTP ${response.status}`)
    await bot.lanes.idle()
    const after = withoutIntake(asked)
    const transactions = new Set(after.flatMap(({ transaction }) => transaction ?? [])).size
    return { of, statements: after.length, transactions, asked: after }
  }
  const hook = (body: object) => hookAt(bot.url, body)
  const says = (text: string) => hook(commentEvent(tracker.addComment({ message_plain: text })))
  const replies = (text: string) => {
    const root = slack.roots(channel).at(-1)?.ts
    const said = { type: 'message', channel, user: 'U0DANA', text, channel_type: 'channel' }
    const body = eventCallback({ ...said, ts: '1763800001.000100', thread_ts: root }, `Ev${randomUUID()}`)
    const headers = signedHeaders(body, 'application/json')
    return fetch(`${bot.url}/slack/events`, { method: 'POST', headers, body })
  }
  return [
    await cost('a task’s first comment: its card and the comment', () => says('Where do we start?')),
    await cost('a comment in a known thread', () => says('And then?')),
    await cost('`task_updated` of a task with a card', () => {
      Object.assign(tracker.tasks.get(taskUuid) ?? {}, { status: 'Blocked' })
      return hook(taskEvent('task_updated'))
    }),
    await cost('a reply in a thread that becomes a comment', () => replies('We start on Monday.')),
  ]
}
