import { describe, expect, test } from 'vitest'
import { rareRuns } from '../../src/service/store/projects/rare-parts.ts'
import { begin, created, engines, type Story } from './harness.ts'
import { planOfNameSearch } from './support/plans.ts'

const found = async (story: Story, name: string): Promise<string[]> => {
  const { body } = await story.call('GET', `/v1/projects?name=${encodeURIComponent(name)}`)
  const { projects, pagination } = body.data as unknown as {
    projects: { name: string }[]
    pagination: { total: number }
  }
  expect(pagination.total).toBe(projects.length)
  return projects.map((project) => project.name)
}

/** A name, parts that find it and no other, and what finds none. */
const cases: [string, string[], string[]][] = [
  ['100% done', ['0%', '%', '% D'], ['0%d', '1%0', '%%']],
  ['under_score', ['_', 'R_S', 'under_'], ['u_der', '__']],
  [String.raw`back\slash`, ['\\', String.raw`K\S`], [String.raw`\\`, String.raw`\_`, String.raw`b\%`]],
  ["it's; --", ["'", "T's; -"], ['"', "''"]],
  ['Übergabe Zürich', ['übergabe', 'ÜBERGABE', 'ZÜR', 'U\u0308bergabe'], ['ubergabe', 'zurich']],
  ['Cafe\u0301 Olé', ['CAFÉ', 'olÉ', 'cafe\u0301'], ['cafe o']],
  ['ΟΔΟΣ Αθήνα', ['οδος', 'οδοσ', 'ΔΟΣ Α', 'ΑΘΉ'], ['odos']],
  ['Привет МИР', ['ПРИВЕТ', 'мир', 'ет м'], ['privet']],
  ['東京 オンボーディング', ['京', '東京 オ'], ['京東']],
  ['Launch 🚀 day', ['🚀', '🚀 DAY'], ['🛰']],
]

describe.each(engines)('a part of a name on %s', (engine) => {
  test('it is found in any letters, and wildcards mean themselves', async () => {
    const story = await begin(engine)
    for (const [name] of cases) await created(story, { name })
    for (const [name, parts, others] of cases) {
      for (const part of parts) expect([part, await found(story, part)]).toEqual([part, [name]])
      for (const other of others) expect([other, await found(story, other)]).toEqual([other, []])
    }
  })

  test('a project that is renamed is found by its new name alone', async () => {
    const story = await begin(engine)
    const project = await created(story, { name: 'Before' })
    await story.as('dana@vendor.example')('PATCH', `/projects/${project}`, { name: 'ÄFTER' })
    expect(await found(story, 'before')).toEqual([])
    expect(await found(story, 'äfter')).toEqual(['ÄFTER'])
  })

  test('the total is exact on every page, and past the last one', async () => {
    const story = await begin(engine)
    for (const name of ['Part 1', 'Part 2', 'Part 3']) await created(story, { name })
    const total = async (query: string) => {
      const { body } = await story.call('GET', `/v1/projects?name=part&${query}`)
      const { projects, pagination } = body.data as unknown as {
        projects: unknown[]
        pagination: { total: number }
      }
      return [projects.length, pagination.total]
    }
    expect(await total('limit=2')).toEqual([2, 3])
    expect(await total('limit=2&offset=2')).toEqual([1, 3])
    expect(await total('limit=3')).toEqual([3, 3])
    expect(await total('limit=2&offset=9')).toEqual([0, 3])
  })
})

test('of a search’s words the index is asked for those that few names have, as they stand', () => {
  const names = Array.from({ length: 100 }, (_, n) => `word${n} acme ${n} – standard onboarding`)
  expect(rareRuns('qwert 4711 – standard onboarding', names)).toEqual(['qwert 4711'])
  expect(rareRuns('standard qwert 4711 onboarding zürich', names)).toEqual(['qwert 4711', 'zürich'])
  // Words that are common alike, or none: there is nothing to choose.
  expect(rareRuns('standard onboarding', names)).toBeUndefined()
  expect(rareRuns('qwert 4711', names)).toBeUndefined()
  expect(rareRuns('– 1', names)).toBeUndefined()
  expect(rareRuns('standard onboarding', [])).toBeUndefined()
})

describe.each(engines)('a name among many that share its words, on %s', (engine) => {
  test('is found whole and alone, and so is every name that contains it', async () => {
    const story = await begin(engine)
    for (let n = 0; n < 12; n += 1) await created(story, { name: `Acme ${n}00 – Standard Onboarding` })
    await created(story, { name: 'Hooli 500 – Standard Onboarding' })
    await created(story, { name: 'Re: Hooli 500 – Standard Onboarding, again' })
    expect(await found(story, 'Hooli 500 – Standard Onboarding')).toEqual([
      'Re: Hooli 500 – Standard Onboarding, again',
      'Hooli 500 – Standard Onboarding',
    ])
    expect(await found(story, 'hooli 500 – onboarding')).toEqual([])
    expect(await found(story, 'standard hooli')).toEqual([])
    expect(await found(story, 'ooli 500 – stand')).toHaveLength(2)
  })
})

test('on PostgreSQL a part of a name is found by trigrams', async () => {
  const story = await begin('postgres')
  const plan = await planOfNameSearch(story, 'kickoff')
  expect(plan).toContain('project_name_part')
})
