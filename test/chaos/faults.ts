import type { DeliveryKind, Side } from './kinds.ts'
import type { Fault, Plan } from './plan.ts'
import type { Story } from './story.ts'
import type { Timeline } from './timeline.ts'

/** Follows the plan, which says whether the first, second, … call in a fault's window is hit. */
export const faultsOf = ({ faults }: Plan, { now, add }: Timeline, isStorm: () => boolean) => {
  const happened = new Map<string, number>()
  const asked = new Map<Fault, number>()
  const note = (name: string) => void happened.set(name, (happened.get(name) ?? 0) + 1)
  const hit = (fault: Fault): boolean => {
    if (!isStorm() || now() < fault.from || now() > fault.to) return false
    const turn = asked.get(fault) ?? 0
    asked.set(fault, turn + 1)
    const isHit = fault.hits[turn % fault.hits.length] === true
    if (isHit) note(fault.kind.name)
    return isHit
  }
  return {
    happened,
    note,
    ofCall: (side: Side, name: string) => {
      for (const fault of faults) {
        const { kind } = fault
        if (kind.group !== side || (kind.only !== undefined && kind.only !== name) || !hit(fault)) continue
        add(side, `${name} → ${kind.name}`)
        return { name: kind.name, trouble: kind.trouble(fault.size) }
      }
      return undefined
    },
    ofDelivery: <How extends DeliveryKind['how']>(from: Side, among: readonly How[]) => {
      for (const fault of faults) {
        const { kind } = fault
        if (kind.group !== 'deliveries' || kind.from !== from) continue
        const how = among.find((one) => one === kind.how)
        if (how && hit(fault)) return { how, size: fault.size }
      }
      return undefined
    },
  }
}
export type Faults = ReturnType<typeof faultsOf>

/** The plan's faults, and where the parts of a world note what happens. */
export interface Notes {
  readonly faults: Faults
  readonly story: Story
  readonly timeline: Timeline
}
