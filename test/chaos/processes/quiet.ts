import { setTimeout as sleep } from 'node:timers/promises'
import type { Courier } from '../sides/couriers.ts'
import type { Node } from './node.ts'
import type { Timeline } from '../timeline.ts'

const patienceMs = 240_000
/** How many checks in a row must find nothing, a second apart. A card quotes a comment five seconds later. */
const looks = 8
/** Work that waits for a scheduled time. */
const daily = /^(reconcile|digest|retention|card)$/

/** The search for what Slack did not deliver. */
const lateLook = /^missed-replies /
const firstLookMs = 75_000

/** Waiting jobs by kind. Undefined if the node doesn't answer. */
const waitingAt = async ({ url }: Node): Promise<string[] | undefined> => {
  const answer = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(3_000) }).catch(() => undefined)
  if (answer?.status !== 200) return undefined
  const rows = (await answer.text()).matchAll(/^onboarding_jobs_waiting\{kind="([\w-]+)"\} (\d+)/gm)
  return [...rows].flatMap(([, kind = '', count]) =>
    count === '0' || daily.test(kind) ? [] : [`${kind} ${count}`],
  )
}

/** Resolves when everything is delivered and all lanes are empty, or with what is left when the time runs out. */
export const untilQuiet = async (
  nodes: readonly Node[],
  couriers: readonly Pick<Courier, 'isIdle'>[],
  timeline: Timeline,
  /** How long to wait if only late looks are left. */
  looksMs = firstLookMs,
): Promise<readonly string[]> => {
  const end = performance.now() + patienceMs
  let empty = 0
  let left: string[] = []
  let onlyLooksSince: number | undefined
  // Late looks that began to be alone before the end are waited for.
  while (performance.now() < end || onlyLooksSince !== undefined) {
    const node = nodes.find((one) => one.upSince() !== undefined)
    const busy = couriers.some((courier) => !courier.isIdle())
    left = [...((node && (await waitingAt(node))) ?? ['no answer']), ...(busy ? ['deliveries'] : [])]
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
