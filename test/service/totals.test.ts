import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countChange, pruneChanges, totalOfSearch } from '../../src/service/store/projects/project-totals.ts'
import { searchable } from '../../src/service/store/like.ts'
import { openDatabase } from '../../src/service/store/database.ts'
import { eachEngine, freshDatabaseUrl } from '../support/databases.ts'
import { begin, created, engines, type Story } from './harness.ts'
import { bigCount, keptChanges } from './support/rows.ts'

type State = 'Active' | 'Completed' | 'Archived'
interface Known {
  readonly uuid: string
  name: string
  state: State
}

const states = fc.constantFrom<State>('Active', 'Completed', 'Archived')
const names = fc.constantFrom('Alpha – Standard', 'alphabet', 'BETA 100%', 'Standard beta', 'Ωmega_1')
const node = fc.nat({ max: 1 })
const change = fc.oneof(
  fc.record({ node, is: fc.constant('make' as const), name: names, which: fc.nat() }),
  fc.record({ node, is: fc.constant('rename' as const), name: names, which: fc.nat() }),
  fc.record({ node, is: fc.constant('move' as const), state: states, which: fc.nat() }),
)
const parts = fc.constantFrom(
  '',
  'a',
  'alpha',
  'STANDARD',
  'beta 1',
  '%',
  '_',
  'ω',
  'alpha – standard',
  'nobody',
)
const question = fc.record({
  node,
  name: fc.option(parts, { nil: undefined }),
  state: fc.option(states, { nil: undefined }),
  limit: fc.constantFrom(1, 50, 200),
  offset: fc.constantFrom(0, 0, 0, 3, 500),
})
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never
const round = fc.record({
  changes: fc.array(change, { minLength: 1, maxLength: 4 }),
  questions: fc.array(question, { minLength: 2, maxLength: 4 }),
})

/** Changes go to both nodes at once; no two of a round are of the same project, so that the model knows the end. */
const apply = async (nodes: readonly Story[], known: Known[], changes: Change[]) => {
  const taken = new Set<number>()
  await Promise.all(
    changes.map(async (one) => {
      const story = nodes[one.node % nodes.length] as Story
      if (one.is === 'make') {
        known.push({ uuid: await created(story, { name: one.name }), name: one.name, state: 'Active' })
        return
      }
      const at = one.which % known.length
      const project = known[at]
      if (!project || taken.has(at)) return
      taken.add(at)
      const patch = one.is === 'rename' ? { name: one.name } : { project_state: one.state }
      const { status } = await story.as('dana@vendor.example')('PATCH', `/projects/${project.uuid}`, patch)
      expect(status).toBe(200)
      if (one.is === 'rename') project.name = one.name
      else project.state = one.state
    }),
  )
}

const ask = async (nodes: readonly Story[], { node: at, ...asked }: Question) => {
  const { name, state, limit, offset } = asked
  const query = new URLSearchParams({ limit: String(limit), offset: String(offset) })
  if (name !== undefined) query.set('name', name)
  if (state !== undefined) query.set('project_state', state)
  const { body } = await (nodes[at % nodes.length] as Story).call('GET', `/v1/projects?${query.toString()}`)
  const { projects, pagination } = body.data as unknown as {
    projects: unknown[]
    pagination: { total: number }
  }
  return { shown: projects.length, total: pagination.total }
}

describe.each(engines)('totals on %s', (engine) => {
  test('are what a count would say, however projects are made, renamed and moved on either of two nodes', async () => {
    const databaseUrl = await freshDatabaseUrl(engine)
    const first = await begin(engine, { databaseUrl, rememberFrom: 1 })
    // A file has one owner.
    const nodes =
      engine === 'sqlite' ? [first] : [first, await begin(engine, { databaseUrl, rememberFrom: 1 })]
    const { projectUuid: uuid, projectName: name } = first.service.demo
    const known: Known[] = [{ uuid, name, state: 'Active' }]
    for (let n = 0; n < 55; n += 1)
      await apply(nodes, known, [{ node: n, is: 'make', name: 'alphabet', which: 0 }])
    const property = fc.asyncProperty(round, async ({ changes, questions }) => {
      await apply(nodes, known, changes)
      for (const asked of questions) {
        const part = searchable(asked.name ?? '')
        const fit = known.filter(
          (project) =>
            searchable(project.name).includes(part) && (asked.state ?? project.state) === project.state,
        )
        const shown = Math.max(0, Math.min(asked.limit, fit.length - asked.offset))
        expect([asked, await ask(nodes, asked)]).toEqual([asked, { shown, total: fit.length }])
      }
    })
    // What came before stays, so a counterexample is the whole run: nothing to shrink.
    await fc.assert(property, { numRuns: 25, endOnFailure: true })
  })
})

eachEngine('remembered totals', (_, engine) => {
  const org = 'org'
  const search = { name: 'standard', state: undefined }
  const fact = (name_search: string) => ({ name_search, state: 'Active' as const })

  test('are counted again when the changes since then are forgotten', async () => {
    await using database = await openDatabase(await freshDatabaseUrl(engine))
    const { sql } = database
    let counts = 0
    const total = () =>
      totalOfSearch(
        sql,
        org,
        search,
        () => {
          counts += 1
          return bigCount(7 * counts)
        },
        { rememberFrom: 1 },
      ).then((found) => found.total)
    await countChange(sql, org, undefined, fact('first standard'))
    expect([await total(), await total(), counts]).toEqual([7, 7, 1])
    await countChange(sql, org, undefined, fact('second standard'))
    await countChange(sql, org, fact('second standard'), fact('second'))
    await countChange(sql, org, fact('second'), fact('standard'))
    expect([await total(), counts]).toEqual([8, 1])
    expect(await pruneChanges(sql, 0, 100, 2)).toBe(0)
    expect([await total(), counts]).toEqual([8, 1])
    await countChange(sql, org, undefined, fact('other'))
    expect(await pruneChanges(sql, 0, 2, 2)).toBe(2)
    expect(await pruneChanges(sql, 0, 2, 2)).toBe(1)
    expect(await pruneChanges(sql, 0, 2, 2)).toBe(0)
    expect([await total(), await total(), counts]).toEqual([14, 14, 2])
    expect(await keptChanges({ sql })).toEqual([4, 5])
  })
})
