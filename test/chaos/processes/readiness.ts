import { setTimeout as sleep } from 'node:timers/promises'
import type { Node } from './node.ts'
import type { Fault, Plan } from '../plan.ts'
import type { Outage } from '../strike.ts'
import type { Timeline } from '../timeline.ts'
import type { Blame } from '../violations.ts'

/** `/readyz` must be right this long after a change. */
const truthMs = 10_000
const pauseMs = 500
const patienceMs = 5_000

interface Surroundings {
  readonly plan: Plan
  readonly nodes: readonly Node[]
  readonly timeline: Timeline
  readonly blame: Blame
  readonly outages: readonly Outage[]
}

/** The answer of `/readyz`. Undefined if there was none, which a busy machine can cause. */
const said = async ({ url }: Node): Promise<{ ready: boolean; text: string } | undefined> => {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(patienceMs) })
    return { ready: answer.status === 200, text: await answer.text() }
  } catch {
    return undefined
  }
}

const isAnswerFault = ({ kind }: Fault) => kind.group === 'slack' || kind.group === 'tracker'
const breaksConnections = ({ kind }: Fault) => kind.group === 'deliveries' && kind.how === 'break'
/** Every call fails, including readiness's own. */
const isTotal = ({ kind, hits }: Fault) =>
  'down' in kind && kind.down && kind.only === undefined && hits.every((hit) => hit)

/** Asks every node continuously, and reports answers that can't be right anymore. */
export const watchReadiness = ({ plan, nodes, timeline, blame, outages }: Surroundings) => {
  const over = new AbortController()
  const answers = plan.faults.filter(isAnswerFault)
  const breaks = plan.faults.filter(breaksConnections)
  const touches = (one: { from: number; to: number }, since: number, now: number) =>
    one.from <= now && one.to >= since
  /** Whether the answer was wrong. */
  const judge = (node: Node, at: number, ready: boolean): boolean => {
    const since = at - truthMs
    const up = node.upSince()
    if (up === undefined || up > since) return false
    const total = [...answers.filter(isTotal), ...outages.filter((outage) => outage.isTotal)]
    const down = total.some(({ from, to }) => from <= since && to >= timeline.now())
    if (ready && down) blame.inTime('/readyz says ready in an outage', node.name)
    // A call can hang beyond the end of its fault's window.
    const troubled = [...answers.map(({ from, to }) => ({ from, to: to + 20_000 })), ...breaks, ...outages]
    const harmed = troubled.some((one) => touches(one, since, timeline.now()))
    if (!ready && !harmed) blame.inTime('/readyz says unready without an outage', node.name)
    return ready ? down : !harmed
  }
  const watch = async (node: Node) => {
    let before = ''
    // Reported once per node.
    let hasLied = false
    while (!over.signal.aborted) {
      const at = timeline.now()
      const answer = await said(node)
      const text = answer?.text ?? 'no answer'
      if (text !== before) timeline.add(node.name, `/readyz: ${text}`)
      before = text
      if (!over.signal.aborted && !hasLied && answer) hasLied = judge(node, at, answer.ready)
      await sleep(pauseMs)
    }
  }
  const watches = nodes.map((node) => watch(node))
  return {
    end: async () => {
      over.abort()
      await Promise.all(watches)
    },
  }
}
