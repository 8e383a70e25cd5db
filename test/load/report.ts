import type { Table } from '../bench/table.ts'
import type { Outcome } from '../simulate/cell.ts'
import type { Delays } from '../simulate/delays.ts'
import type { Plot } from '../simulate/plot.ts'
import { kinds, type Watch } from './watch.ts'

export interface Sample {
  /** ms since the start. */
  readonly at: number
  readonly waiting: number
  readonly memory: number
  readonly workedMs: number
}

export interface Run {
  readonly watch: Watch
  readonly samples: readonly Sample[]
  readonly refused: Readonly<Record<string, number>>
  readonly skipped: Readonly<Record<string, number>>
  readonly failed: number
  readonly model: Outcome
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`
const mb = (bytes: number) => Math.round(bytes / 2 ** 20)

/** The longest delay of those that began in each step of five seconds. */
const overTime = (done: readonly { readonly at: number; readonly ms: number }[]) => {
  const steps = new Map<number, number>()
  for (const { at, ms } of done) {
    const step = Math.floor(at / 5_000) * 5
    steps.set(step, Math.max(steps.get(step) ?? 0, ms / 1_000))
  }
  return [...steps].sort(([a], [b]) => a - b)
}

export const tablesOf = ({ watch, samples, refused, skipped, failed, model }: Run): Table[] => {
  const delays = kinds.map((kind) => ({ kind, ...watch.of(kind) }))
  const listed = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([what, count]) => `${count} × ${what}`)
      .join(', ') || 'none'
  const beside = (name: string, predicted: Delays, measured: Delays) => [
    name,
    ...[0.5, 0.99].flatMap((share) => [seconds(predicted.at(share)), seconds(measured.at(share))]),
  ]
  const last = samples.at(-1)
  return [
    {
      title: 'Arrival and delay of each kind',
      head: ['', 'begun', 'done', 'p50', 'p99', 'longest'],
      rows: delays.map(({ kind, begun, done, delays }) => [
        kind,
        `${begun}`,
        `${done.length}`,
        seconds(delays.at(0.5)),
        seconds(delays.at(0.99)),
        seconds(delays.at(1)),
      ]),
    },
    {
      title: 'The bot',
      head: ['', ''],
      rows: [
        ['answers of 429', listed(refused)],
        ['requests never acknowledged', `${failed}`],
        ['skipped, because there was no message or comment for it yet', listed(skipped)],
        ['most jobs waiting', `${Math.max(0, ...samples.map(({ waiting }) => waiting))}`],
        ['most memory', `${mb(Math.max(0, ...samples.map(({ memory }) => memory)))} MB`],
        ['processor time', seconds((last?.workedMs ?? 0) - (samples[0]?.workedMs ?? 0))],
      ],
    },
    {
      title: 'Beside the model',
      head: ['', 'p50, model', 'measured', 'p99, model', 'measured'],
      rows: [
        beside('comment → message', model.messages, watch.of('comment → message').delays),
        beside('reply → comment', model.comments, watch.of('reply → comment').delays),
        beside('reply → ✅', model.signs, watch.of('reply → ✅').delays),
      ],
      note: 'The model has the same comments and replies, without edits, bulk changes, commands, and buttons. Slack and the tracker answer at once, in both.',
    },
  ]
}

export const plotsOf = ({ watch, samples }: Run): Plot[] => {
  const line = (title: string, unit: string, of: (sample: Sample) => number): Plot => ({
    title,
    across: 'seconds',
    unit,
    axes: 'linear',
    series: [{ name: title, points: samples.map((sample) => [sample.at / 1_000, of(sample)] as const) }],
  })
  return [
    {
      title: 'Longest delay, by when it began',
      across: 'seconds',
      unit: 's',
      axes: 'linear',
      series: kinds.map((kind) => ({ name: kind, points: overTime(watch.of(kind).done) })),
    },
    line('Jobs waiting', '', ({ waiting }) => waiting),
    line('Resident memory', 'MB', ({ memory }) => mb(memory)),
  ]
}

/** The same as JSON. */
export const jsonOf = (run: Run, where: string): string =>
  JSON.stringify(
    {
      where,
      kinds: Object.fromEntries(
        kinds.map((kind) => {
          const { begun, done, delays } = run.watch.of(kind)
          const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => Math.round(delays.at(share)))
          return [kind, { begun, done: done.length, ms: { p50, p99, longest } }]
        }),
      ),
      refused: run.refused,
      skipped: run.skipped,
      failed: run.failed,
      samples: run.samples,
    },
    undefined,
    2,
  )
