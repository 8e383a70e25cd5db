import { createRandom, type Random } from '../chaos/random.ts'
import { createClock } from './clock.ts'
import { createDelays, type Delays } from './delays.ts'
import type { Parameters } from './parameters.ts'
import { createLanes, createLimit, createLog, createStation } from './parts.ts'

/** A moment in the peak, in ms. Half of them are in its first quarter. */
const moment = (random: Random, { peakMinutes }: Parameters) => peakMinutes * 60_000 * random.next() ** 2

/** What happens in one workspace. Times in ms. */
export interface Arrivals {
  readonly comments: readonly { readonly at: number; readonly project: number }[]
  readonly replies: readonly number[]
}

/** Monday at nine. Workspaces differ: one has up to twice as many comments and replies as the average. */
const mondayOf = (random: Random, parameters: Parameters): Arrivals => {
  const { comments, replies, customers } = parameters
  const some = (average: number) => Array.from({ length: random.between(0, 2 * average) })
  return {
    comments: some(comments).map(() => ({
      at: moment(random, parameters),
      project: random.between(0, customers - 1),
    })),
    replies: some(replies).map(() => moment(random, parameters)),
  }
}

export const mondays = (seed: number, installations: number, parameters: Parameters): Arrivals[] => {
  const random = createRandom(seed)
  return Array.from({ length: installations }, () => mondayOf(random, parameters))
}

export interface Outcome {
  /** From the tracker's request to the message in Slack. */
  readonly messages: Delays
  /** From the reply to the comment in the tracker. */
  readonly comments: Delays
  /** From the reply to its ✅. */
  readonly signs: Delays
  /** The parts of messages and comments that are not a wait for Slack's or the tracker's limits. */
  readonly own: Delays
  /** How much of the time until the last message the processors worked, 0 to 1. */
  readonly nodeLoad: number
  readonly databaseLoad: number
}

/** One cell: `nodes` of one processor each, and a database, for these workspaces. */
export const runCell = (workspaces: readonly Arrivals[], nodes: number, parameters: Parameters): Outcome => {
  const { storeMs, eventMs, statementMs, storeStatements, slackMs, trackerMs } = parameters
  const clock = createClock()
  const processors = createStation(clock, nodes)
  const database = createStation(clock, parameters.databaseCores)
  const log = createLog(clock, parameters.flushMs)
  const lanes = createLanes()
  const [messages, comments, signs, own] = [createDelays(), createDelays(), createDelays(), createDelays()]

  const transaction = (statements: number, then: () => void) =>
    database.serve(statements * statementMs, () => log(then))
  const after = (ms: number, then: () => void) => clock.at(clock.now() + ms, then)
  const store = (then: () => void) => processors.serve(storeMs, () => transaction(storeStatements, then))

  const comment = (arrived: number, project: string, channel: string, limit: (then: () => void) => void) => {
    const half = parameters.commentStatements / 2
    const post = (ready: number) => (done: () => void) =>
      limit(() => {
        const waited = clock.now() - ready
        processors.serve(eventMs / 2, () =>
          after(slackMs, () => {
            const delay = clock.now() - arrived
            messages.add(delay)
            own.add(delay - waited)
            transaction(half, done)
          }),
        )
      })
    store(() =>
      lanes.add(project, (done) =>
        // The comment and its task are read.
        after(2 * trackerMs, () =>
          processors.serve(eventMs / 2, () =>
            transaction(half, () => {
              done()
              lanes.add(channel, post(clock.now()))
            }),
          ),
        ),
      ),
    )
  }

  const reply = (arrived: number, write: (then: () => void) => void, sign: (then: () => void) => void) => {
    const third = parameters.replyStatements / 3
    const show = () =>
      sign(() =>
        after(slackMs, () => {
          signs.add(clock.now() - arrived)
          transaction(third, () => undefined)
        }),
      )
    const send = () => {
      const ready = clock.now()
      write(() => {
        const waited = clock.now() - ready
        after(trackerMs, () => {
          const delay = clock.now() - arrived
          comments.add(delay)
          own.add(delay - waited)
          // The comment's own event comes back, and is dropped.
          store(() => undefined)
          processors.serve(eventMs / 2, () => transaction(third, show))
        })
      })
    }
    processors.serve(storeMs, () => transaction(third, () => processors.serve(eventMs / 2, send)))
  }

  for (const [at, workspace] of workspaces.entries()) {
    const write = createLimit(clock, parameters.writesPerMinute)
    const sign = createLimit(clock, parameters.signsPerMinute, parameters.signsAtOnce)
    const limits = Array.from({ length: parameters.channels }, () =>
      createLimit(clock, parameters.channelPerMinute),
    )
    for (const { at: arrived, project } of workspace.comments) {
      const channel = project % parameters.channels
      const limit = limits[channel]!
      clock.at(arrived, () => comment(arrived, `event ${at} ${project}`, `post ${at} ${channel}`, limit))
    }
    for (const arrived of workspace.replies) clock.at(arrived, () => reply(arrived, write, sign))
  }
  clock.run()
  const loadOf = (worked: number, servers: number) => worked / (servers * Math.max(clock.now(), 1))
  return {
    messages,
    comments,
    signs,
    own,
    nodeLoad: loadOf(processors.worked(), nodes),
    databaseLoad: loadOf(database.worked(), parameters.databaseCores),
  }
}
