import { setTimeout as sleep } from 'node:timers/promises'
import type { Courier } from '../sides/couriers.ts'
import type { Node } from './node.ts'
import type { Timeline } from '../timeline.ts'
import type { Fault } from '../plan.ts'
import type { World } from '../build.ts'

const patienceMs = 240_000
/** How many checks in a row must find nothing, a second apart. A card quotes a comment five seconds later. */
const looks = 8
/** Work that waits for a scheduled time. */
const daily = /^(reconcile|digest|retention|card)$/

/** The search for what Slack did not deliver. */
const lateLook = /^missed-replies /
/** How long to wait if only late looks are left. */
const looksMs = 75_000

/** Undefined if the node doesn't answer. */
const waitingAt = async ({ url }: Node): Promise<string[] | undefined> => {
  const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(3_000) }).catch(() => undefined)
  if (answer?.status !== 200) return undefined
  const rows = (await answer.text()).matchAll(/^onboarding_jobs_waiting\{kind="([\w-]+)"\} (\d+)/gm)
  return waitingIn([...rows].map(([, kind = '', count]) => ({ kind, count: Number(count) })))
}

/** What an idle bot has not. */
export const waitingIn = (counts: readonly { readonly kind: string; readonly count: number }[]): string[] =>
  counts.flatMap(({ kind, count }) => (count === 0 || daily.test(kind) ? [] : [`${kind} ${count}`]))

export const waitingAmong = async (nodes: readonly Node[]): Promise<string[] | undefined> => {
  const node = nodes.find((one) => one.upSince() !== undefined)
  return node && waitingAt(node)
}

/** Resolves when everything is delivered and all lanes are empty, or with what is left when the time runs out. */
export const untilQuiet = async (
  waiting: () => Promise<string[] | undefined>,
  couriers: readonly Pick<Courier, 'isIdle'>[],
  timeline: Timeline,
): Promise<readonly string[]> => {
  const end = performance.now() + patienceMs
  let empty = 0
  let left: string[] = []
  let onlyLooksSince: number | undefined
  // Late looks that began to be alone before the end are waited for.
  while (performance.now() < end || onlyLooksSince !== undefined) {
    const busy = couriers.some((courier) => !courier.isIdle())
    left = [...((await waiting()) ?? ['no answer']), ...(busy ? ['deliveries'] : [])]
    const onlyLooks = left.length > 0 && left.every((one) => lateLook.test(one))
    onlyLooksSince = onlyLooks ? (onlyLooksSince ?? performance.now()) : undefined
    if (onlyLooksSince !== undefined && performance.now() - onlyLooksSince > looksMs) left = []
    empty = left.length === 0 ? empty + 1 : 0
    if (empty === looks) {
      timeline.add('chaos', 'quiet')
      return []
    }
    await sleep(1_000)
  }
  return left
}

/** `/readyz` must be right this long after a change. */
const truthMs = 10_000
const answerMs = 5_000

/** The answer of `/readyz`. Undefined if there was none, which a busy machine can cause. */
const said = async ({ url }: Node): Promise<{ ready: boolean; text: string } | undefined> => {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(answerMs) })
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
export const watchReadiness = ({ plan, nodes, timeline, blame, outages }: World, pauseMs: number) => {
  const over = new AbortController()
  const answers = plan.faults.filter(isAnswerFault)
  const breaks = plan.faults.filter(breaksConnections)
  const touches = (one: { from: number; to: number }, since: number, now: number) =>
    one.from <= now && one.to >= since
  /** True if the answer was wrong. */
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
