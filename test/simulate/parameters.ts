import { limits } from '../../src/contract/limits.ts'
import { slackCallsPerMinute } from '../../src/slack-limits.ts'

interface Parameter {
  readonly value: number
  readonly what: string
  readonly source: string
}

const slack = 'Slack’s limits'
const bench = 'docs/bench.md'
const assumed = 'assumption'

/** Every figure that the model uses, and where it comes from. */
export const sources = {
  channelPerMinute: { value: 60, what: 'messages a minute in one channel', source: slack },
  writesPerMinute: {
    value: 60_000 / limits.writePaceMs,
    what: 'writes a minute to one tracker: the pace the interface advises, below its limit of 200',
    source: 'the interface',
  },
  signsPerMinute: {
    value: slackCallsPerMinute['reactions.add'] ?? Infinity,
    what: 'reactions a minute in one workspace',
    source: slack,
  },
  signsAtOnce: { value: 50, what: 'reactions at once, before Slack answers 429', source: `${bench}, signs` },
  storeMs: {
    value: 1_000 / 4_468,
    what: 'ms of a node to store a delivery (4,468 acknowledged a second)',
    source: `${bench}, ingest`,
  },
  storeStatements: {
    value: 3,
    what: 'statements to store a delivery, as if alone in its transaction',
    source: `${bench}, statements`,
  },
  commentStatements: {
    value: 20,
    what: 'statements of a comment, in 2 transactions',
    source: `${bench}, statements`,
  },
  replyStatements: {
    value: 16,
    what: 'statements of a reply, in 3 transactions',
    source: `${bench}, statements`,
  },
  eventMs: { value: 10, what: 'ms of a node for a comment, or for a reply', source: assumed },
  statementMs: { value: 0.1, what: 'ms of a database processor for a statement', source: assumed },
  databaseCores: { value: 8, what: 'processors of a cell’s database', source: assumed },
  flushMs: { value: 2, what: 'ms to flush the log, with a synchronous standby', source: assumed },
  slackMs: { value: 150, what: 'ms until Slack answers a call', source: assumed },
  trackerMs: { value: 100, what: 'ms until the tracker answers a call', source: assumed },
  customers: { value: 50, what: 'projects in a workspace', source: assumed },
  channels: { value: 20, what: 'channels in a workspace', source: assumed },
  peakMinutes: {
    value: 15,
    what: 'minutes that Monday’s peak lasts, most of it at its begin',
    source: assumed,
  },
  comments: { value: 60, what: 'comments of a workspace in the peak', source: assumed },
  replies: { value: 15, what: 'replies of a workspace in the peak', source: assumed },
  goalMs: {
    value: 5_000,
    what: 'ms of our own that 99 % of the peak’s messages stay under',
    source: assumed,
  },
  dayComments: { value: 400, what: 'comments of a workspace on a working day', source: assumed },
  keptDays: { value: 250, what: 'working days in a year of storage', source: assumed },
  rowsKb: { value: 3.3, what: 'KB on disk for a comment', source: 'docs/operations.md, sizes' },
  nodePrice: { value: 30, what: '$ a month for a node: 1 processor, 1 GB', source: assumed },
  databasePrice: { value: 900, what: '$ a month for a database with its standby', source: assumed },
  diskPrice: { value: 0.25, what: '$ a month for 1 GB on both', source: assumed },
} as const satisfies Readonly<Record<string, Parameter>>

export type Name = keyof typeof sources
export type Parameters = Readonly<Record<Name, number>>

export const isName = (name: string): name is Name => Object.hasOwn(sources, name)

/** The parameters, with some replaced. */
export const parametersWith = (replaced: Partial<Parameters> = {}): Parameters => {
  const values = Object.entries(sources).map(([name, { value }]) => [name, value])
  return { ...(Object.fromEntries(values) as Parameters), ...replaced }
}
