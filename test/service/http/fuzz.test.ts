import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { bodies, heavyBodies, json, queriesOf, segments, special, spoilt, strong } from './attacks.ts'
import type { EngineName } from '../../support/databases.ts'
import { begin, engines } from '../harness.ts'
import { type Operation, operationsOf, pathOf, onTheWire, type Wire, wrongWith } from './operations.ts'
import { anyText } from '../../support/any-text.ts'

const madeUp = fc.oneof(
  anyText({ maxLength: 300 }),
  fc.constantFrom('', ' ', '\0', '\ud800', '%', '..', '../..', '__proto__', 'constructor'),
  fc.constantFrom('12/31/2026', '2026-12-31', "'; drop table project; --"),
  fc.uuid(),
)
const anything = fc.oneof(
  madeUp,
  fc.jsonValue({ maxDepth: 4 }),
  fc.double(),
  fc.array(madeUp, { maxLength: 25 }),
  fc.dictionary(madeUp, madeUp, { maxKeys: 5 }),
)

/** Some fields of the right body, some replaced by anything, some unknown; or anything in its place. */
const bodyNear = (right: Record<string, unknown>) => {
  const fields = fc.oneof(fc.constantFrom(...Object.keys(right), 'x'), madeUp)
  const near = fc
    .tuple(fc.subarray(Object.keys(right)), fc.dictionary(fields, anything, { maxKeys: 4 }))
    .map(([kept, changed]) => ({
      ...Object.fromEntries(kept.map((name) => [name, right[name]])),
      ...changed,
    }))
  return fc.oneof({ weight: 3, arbitrary: near }, { weight: 1, arbitrary: anything })
}

// Thousands of requests: seconds on an idle machine, a minute on a busy one.
vi.setConfig({ testTimeout: 180_000 })

const limitless = { writesPerMinute: 10_000_000, monthlyQuota: 100_000_000 }

const attack = async (
  engine: EngineName,
  attacks: (operation: Operation) => [told: string, wire: Omit<Wire, 'method'>][],
) => {
  const story = await begin(engine, { ...limitless, holdDeliveries: true })
  const wrong: string[] = []
  for (const operation of await operationsOf(story)) {
    const left = attacks(operation)
    const attacker = async () => {
      for (let next = left.pop(); next; next = left.pop()) {
        const [told, wire] = next
        const problem = wrongWith(await onTheWire(story.url, { method: operation.method, ...wire }))
        if (problem !== undefined) wrong.push(`${operation.name}, ${told}, ${problem}`)
      }
    }
    await Promise.all(Array.from({ length: 8 }, attacker))
  }
  expect(wrong).toEqual([])
}

describe.each(engines)('on %s, in a documented form and never from inside, the service answers', (engine) => {
  test('any path that is not one', () =>
    attack(engine, (operation) =>
      operation.path.includes('{')
        ? segments.map((segment) => [segment, { path: pathOf(operation, segment) }])
        : segments.map((segment) => [segment, { path: `${operation.path}/${segment}` }]),
    ))

  test('any query', () =>
    attack(engine, (operation) =>
      queriesOf(operation).map((query) => [query.slice(0, 80), { path: pathOf(operation) + query }]),
    ))

  test('a body with any of its fields spoilt', () =>
    attack(engine, (operation) =>
      [
        // SQLite takes fewer parameters in a statement: what is too heavy is so for it first.
        ...spoilt(operation.body ?? {}, engine === 'sqlite'),
        ...Object.entries(special[operation.name]?.(operation.body ?? {}) ?? {}),
      ].map(([told, body]) => [told, { path: pathOf(operation), headers: json, body }]),
    ))

  test('anything that can be made up', async () => {
    const story = await begin(engine, { ...limitless, holdDeliveries: true })
    for (const operation of await operationsOf(story)) {
      const property = fc.asyncProperty(
        bodyNear(operation.body ?? {}),
        fc.option(madeUp),
        fc.dictionary(fc.oneof(fc.constantFrom(...operation.query, 'x'), madeUp), madeUp, { maxKeys: 2 }),
        async (body, id, query) => {
          const segment = id === null || id === '' ? undefined : encodeURIComponent(id.toWellFormed())
          const answer = await onTheWire(story.url, {
            method: operation.method,
            path: `${pathOf(operation, segment)}?${new URLSearchParams(query).toString()}`,
            ...(operation.body && { headers: json, body: JSON.stringify(body) }),
          })
          expect(wrongWith(answer)).toBeUndefined()
        },
      )
      // A failure prints the seed and the path that repeat it.
      await fc.assert(property, { numRuns: operation.path.startsWith('/v1/') ? 25 : 10 })
    }
  })
})

// No database hears of it.
test('in a documented form and never from inside, the service answers a body that is none', () =>
  attack('sqlite', (operation) =>
    Object.entries({
      ...bodies(JSON.stringify(operation.body ?? { a: 1 })),
      ...(strong.has(operation.name) && heavyBodies),
    }).map(([told, wire]) => [told, { path: pathOf(operation), ...wire }]),
  ))
