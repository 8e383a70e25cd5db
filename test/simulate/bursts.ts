import type { Table } from '../bench/table.ts'
import { type Arrivals, runCell } from './cell.ts'
import type { Plot } from './plot.ts'
import type { Plan } from './sizes.ts'
import { seconds } from './words.ts'

const sizes = [1, 3, 10, 30, 100, 300, 1_000]
const none: Arrivals = { comments: [], replies: [] }

/** One workspace and one node: everything at the same moment. */
const burst = ({ parameters }: Plan, count: number) => {
  const comments = Array.from({ length: count }, () => ({ at: 0, project: 0 }))
  const replies = Array.from({ length: count }, () => 0)
  const sent = runCell([{ ...none, replies }], 1, parameters)
  return {
    message: runCell([{ ...none, comments }], 1, parameters).messages.at(1),
    comment: sent.comments.at(1),
    sign: sent.signs.at(1),
  }
}

/** What the limits of others cost one workspace, whatever serves it. */
export const bursts = (plan: Plan): { table: Table; plot: Plot } => {
  const all = sizes.map((count) => ({ count, ...burst(plan, count) }))
  const points = (of: 'message' | 'comment' | 'sign') =>
    all.map((one) => [one.count, one[of] / 1_000] as const)
  return {
    table: {
      title: 'One workspace: all at the same moment',
      head: ['how many', 'last message in one channel', 'last comment in the tracker', 'last ✅'],
      rows: all.map(({ count, message, comment, sign }) => [
        `${count}`,
        seconds(message),
        seconds(comment),
        seconds(sign),
      ]),
    },
    plot: {
      title: 'One workspace: the last of a burst, whatever serves it',
      across: 'comments in one channel, or replies in the workspace, at the same moment',
      unit: 's',
      axes: 'logarithmic',
      series: [
        { name: 'message in Slack', points: points('message') },
        { name: 'comment in the tracker', points: points('comment') },
        { name: '✅ on the reply', points: points('sign') },
      ],
    },
  }
}
