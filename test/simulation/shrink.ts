import { planFor, type Part } from './plan.ts'
import { simulate, type Place, type Told } from './world.ts'

/** Ends the search, because each try is a world. */
const mostTries = 60

/**
 * The smallest part of a seed's plan in which one of the same violations is found: first fewer faults, then fewer and
 * fewer of the things that people do.
 */
export const shrink = async (
  seed: number,
  first: Told,
  place: Place,
): Promise<{ part: Part; told: Told }> => {
  const wanted = new Set(first.violations.map(({ kind }) => kind))
  const whole = planFor(seed)
  let part = { deeds: [...whole.deeds.keys()], faults: [...whole.faults.keys()] }
  let told = first
  let tries = 0
  const without = async (which: 'deeds' | 'faults', from: number, count: number): Promise<boolean> => {
    if (tries >= mostTries) return false
    tries += 1
    const smaller = { ...part, [which]: part[which].toSpliced(from, count) }
    const tried = await simulate(planFor(seed, smaller), place, true).catch(() => undefined)
    if (!tried?.violations.some(({ kind }) => wanted.has(kind))) return false
    ;[part, told] = [smaller, tried]
    return true
  }
  for (const which of ['faults', 'deeds'] as const)
    for (let size = Math.ceil(part[which].length / 2); size > 0; size = size === 1 ? 0 : Math.ceil(size / 2))
      for (let from = 0; from < part[which].length;) if (!(await without(which, from, size))) from += size
  return { part, told }
}
