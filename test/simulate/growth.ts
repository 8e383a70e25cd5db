import type { Table } from '../bench/table.ts'
import type { Name } from './parameters.ts'
import type { Plot } from './plot.ts'
import { leastNodes, monday, mostOn, type Plan } from './sizes.ts'
import { percent, seconds, thousands } from './words.ts'

/** One more than needed, for restarts and failures. */
const spare = 1

/** Delay against size, with 1 to 8 nodes. */
export const growth = (plan: Plan): { table: Table; plots: Plot[] } => {
  const counts = [1, 2, 4, 8]
  const all = counts.map((nodes) => ({
    nodes,
    runs: [5, 10, 25, 50, 100, 150, 200, 300].map((each) => {
      const size = each * nodes
      return { size, ...monday(plan, size, nodes) }
    }),
  }))
  const four = all.find(({ nodes }) => nodes === 4)?.runs ?? []
  return {
    table: {
      title: 'Monday at nine in one cell',
      head: [
        'nodes',
        'workspaces',
        'message p50',
        'p99',
        'comment p99',
        '✅ p99',
        'our own part, p99',
        'nodes at work',
        'database',
      ],
      rows: all.flatMap(({ nodes, runs }) =>
        runs.map(({ size, messages, comments, signs, own, nodeLoad, databaseLoad }) => [
          `${nodes}`,
          thousands(size),
          seconds(messages.at(0.5)),
          seconds(messages.at(0.99)),
          seconds(comments.at(0.99)),
          seconds(signs.at(0.99)),
          seconds(own.at(0.99)),
          percent(nodeLoad),
          percent(databaseLoad),
        ]),
      ),
      note: 'Shares of time are until the last message. Where delays grow with size, the nodes are behind from nine o’clock on and catch up later.',
    },
    plots: [
      {
        title: 'Our own part of the delay, p99, on Monday at nine',
        across: 'workspaces in the cell',
        unit: 's',
        axes: 'logarithmic',
        series: all.map(({ nodes, runs }) => ({
          name: nodes === 1 ? '1 node' : `${nodes} nodes`,
          points: runs.map(({ size, own }) => [size, own.at(0.99) / 1_000] as const),
        })),
      },
      {
        title: 'All of the delay on Monday at nine, 4 nodes',
        across: 'workspaces in the cell',
        unit: 's',
        axes: 'logarithmic',
        series: [
          {
            name: 'message, p50',
            points: four.map(({ size, messages }) => [size, messages.at(0.5) / 1_000] as const),
          },
          {
            name: 'message, p99',
            points: four.map(({ size, messages }) => [size, messages.at(0.99) / 1_000] as const),
          },
          {
            name: 'comment, p99',
            points: four.map(({ size, comments }) => [size, comments.at(0.99) / 1_000] as const),
          },
          { name: '✅, p99', points: four.map(({ size, signs }) => [size, signs.at(0.99) / 1_000] as const) },
        ],
      },
    ],
  }
}

/** How many workspaces hold, and where a database of one processor ends. */
export const capacity = (plan: Plan): Table => {
  const small: Plan = { ...plan, parameters: { ...plan.parameters, databaseCores: 1 } }
  return {
    title: 'How many workspaces hold',
    head: ['nodes', `database with ${plan.parameters.databaseCores} processors`, 'database with 1 processor'],
    rows: [1, 2, 3, 4, 6, 8].map((nodes) => [
      `${nodes}`,
      thousands(mostOn(plan, nodes)),
      thousands(mostOn(small, nodes)),
    ]),
    note: `Our own part, p99, is at most ${seconds(plan.parameters.goalMs)}.`,
  }
}

/** What each assumption is worth: the same with half and with twice of it. */
export const sensitivity = (plan: Plan): Table => {
  const names: Name[] = ['eventMs', 'comments', 'replies', 'peakMinutes', 'statementMs', 'flushMs', 'goalMs']
  const nodes = 2
  const most = (name: Name, times: number) => {
    const parameters = { ...plan.parameters, [name]: plan.parameters[name] * times }
    return thousands(mostOn({ ...plan, parameters }, nodes))
  }
  return {
    title: `Which assumption matters: workspaces on ${nodes} nodes`,
    head: ['assumption', 'half of it', 'as assumed', 'twice'],
    rows: names.map((name) => [
      `${name} = ${plan.parameters[name]}`,
      most(name, 0.5),
      most(name, 1),
      most(name, 2),
    ]),
  }
}

/** From one workspace to 100,000. `inCell`: the most in one cell. */
export const fleet = (plan: Plan, inCell = 1_000): Table => {
  const { nodePrice, databasePrice, diskPrice, dayComments, keptDays, rowsKb } = plan.parameters
  const gbEach = (dayComments * keptDays * rowsKb) / 2 ** 20
  return {
    title: 'From one workspace to 100,000',
    head: [
      'workspaces',
      'cells',
      'nodes',
      'databases with standby',
      'disk after a year',
      '$ a month',
      'for each',
    ],
    rows: [1, 10, 100, 1_000, 10_000, 100_000].map((size) => {
      const cells = Math.ceil(size / inCell)
      const nodes = cells * (leastNodes(plan, Math.min(size, inCell)) + spare)
      const gb = size * gbEach
      const price = nodes * nodePrice + cells * databasePrice + gb * diskPrice
      return [
        thousands(size),
        thousands(cells),
        thousands(nodes),
        thousands(cells),
        `${thousands(Math.max(gb, 1))} GB`,
        thousands(price),
        (price / size).toFixed(2),
      ]
    }),
    note: `At most ${thousands(inCell)} workspaces in a cell, ${spare} node more than needed in each. All peaks at the same moment. Without the router.`,
  }
}
