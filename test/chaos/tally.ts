import type { Result } from './world.ts'

const count = (counts: Map<string, number>, name: string, more = 1) =>
  void counts.set(name, (counts.get(name) ?? 0) + more)

const lines = (counts: ReadonlyMap<string, number>): string[] =>
  [...counts]
    .sort(([one, many], [other, more]) => more - many || one.localeCompare(other))
    .map(([name, times]) => `  ${String(times).padStart(6)}  ${name}`)

/** Counts worlds, what happened in them, and violations. */
export const tallyOf = (results: readonly Result[]): string => {
  const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0)
  const faults = new Map<string, number>()
  const violations = new Map<string, number>()
  const unjudged = new Map<string, number>()
  for (const { happened, violations: found, unjudged: open } of results) {
    for (const [name, times] of happened) count(faults, name, times)
    for (const { kind } of found) count(violations, kind)
    for (const { kind } of open) count(unjudged, kind)
  }
  const bad = results.filter((result) => result.violations.length > 0)
  const seeds = bad.map(({ plan }) => `${plan.seed} on ${plan.engine}`).join(', ')
  return [
    `${results.length} worlds, ${sum(({ events }) => events)} acknowledged events, ${sum(({ replies }) => replies)} acknowledged replies, ${sum(({ setAside }) => setAside)} set aside with a reason`,
    `faults: ${sum(({ happened }) => [...happened.values()].reduce((total, times) => total + times, 0))}`,
    ...lines(faults),
    `violations: ${sum(({ violations: found }) => found.length)}${bad.length > 0 ? ` in ${bad.length} worlds (${seeds})` : ''}`,
    ...lines(violations),
    ...(unjudged.size > 0 ? ['not judged, because the machine was too busy:', ...lines(unjudged)] : []),
  ].join('\n')
}
