import { describe, expect, test } from 'vitest'
import { begin, created, engines, type Story } from './harness.ts'

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
  ["it's; --", ["T's; -"], ['"', "''"]],
  ['Übergabe Zürich', ['übergabe', 'ÜBERGABE', 'ZÜR', 'U\u0308bergabe'], ['ubergabe', 'zurich']],
  ['Cafe\u0301 Olé', ['CAFÉ', 'olÉ', 'cafe\u0301'], ['cafe o']],
  ['ΟΔΟΣ Αθήνα', ['οδος', 'οδοσ', 'ΔΟΣ Α', 'ΑΘΉ'], ['odos']],
  ['Привет МИР', ['ПРИВЕТ', 'мир', 'ет м'], ['privet']],
  ['東京 オンボーディング', ['京', '東京 オ'], ['京東']],
  ['İstanbul', ['istanbul'], []],
  ['Levi’s move', ["levi's"], []],
  ['Probe\u00A0rollout', ['probe rollout'], []],
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
    expect(await found(story, '')).toHaveLength(cases.length + 1)
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
