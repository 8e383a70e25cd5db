import { mondays, type Outcome, runCell } from './cell.ts'
import type { Parameters } from './parameters.ts'

/** The largest size that `holds`, if all smaller ones do. `precision`: by how much of it the answer may be too small. */
export const largest = (holds: (size: number) => boolean, from = 1, precision = 0): number => {
  let [low, high] = [0, from]
  while (holds(high)) [low, high] = [high, 2 * high]
  while (high - low > Math.max(1, precision * low)) {
    const middle = (low + high) >> 1
    if (holds(middle)) low = middle
    else high = middle
  }
  return low
}

export interface Plan {
  readonly seed: number
  readonly parameters: Parameters
}

export const monday = ({ seed, parameters }: Plan, installations: number, nodes: number): Outcome =>
  runCell(mondays(seed, installations, parameters), nodes, parameters)

const precision = 0.02

/** How many workspaces these nodes serve while our own part stays under the goal. */
export const mostOn = (plan: Plan, nodes: number): number =>
  largest((size) => monday(plan, size, nodes).own.at(0.99) <= plan.parameters.goalMs, 100 * nodes, precision)

export const leastNodes = (plan: Plan, installations: number): number => {
  for (let nodes = 1; ; nodes += 1)
    if (monday(plan, installations, nodes).own.at(0.99) <= plan.parameters.goalMs) return nodes
}
