import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { contentOf, type PlaybookContent } from '../../src/service/store/playbooks.ts'
import { choicesOf } from '../../src/service/store/data-fields.ts'
import { questionsOf } from '../../src/service/store/work.ts'
import { bodyOf } from '../../src/service/store/webhooks.ts'
import { percent } from '../../src/service/store/projects.ts'
import { countStatements } from '../support/count-statements.ts'
import { begin, engines, subscribe, treeOf, wish } from './harness.ts'
import { addPlaybook } from './support/database.ts'

describe('a column that holds JSON', () => {
  test('is read in the shape of its schema', () => {
    expect(choicesOf({ choices: '["EMEA"]' })).toEqual(['EMEA'])
    const body = { object_name: 'Kickoff', payload: {} }
    expect(bodyOf({ body: JSON.stringify(body) })).toEqual(body)
  })

  test.each([
    ['playbook.content', () => contentOf({ content: '{"roles":[]}' })],
    ['data_field.choices', () => choicesOf({ choices: 'EMEA' })],
    ['subtask.configuration', () => questionsOf({ configuration: '[{"key":1}]' })],
    ['event.body', () => bodyOf({ body: '{}' })],
  ])('of a broken row is named: %s', (column, read) => {
    expect(read).toThrow(column)
  })
})

/** The largest whole percent that is not more than the done part, by whole numbers alone. */
const counted = (done: number, all: number): number => {
  let whole = 0
  while ((whole + 1) * all <= done * 100) whole += 1
  return whole
}

test('progress is exact for every number of tasks: 29 of 50 are 58%', () => {
  expect(percent(29, 50)).toBe(58)
  for (let all = 1; all <= 200; all++)
    for (let done = 0; done <= all; done++)
      expect(percent(done, all), `${done} of ${all}`).toBe(counted(done, all))
})

/** A playbook of so many modules, each of so many tasks, each of so many subtasks. */
const content = (modules: number, tasks: number, subtasks: number): PlaybookContent => ({
  roles: [],
  modules: Array.from({ length: modules }, (_m, m) => ({
    name: `Module ${m}`,
    tasks: Array.from({ length: tasks }, (_t, t) => ({
      name: `Task ${m}.${t}`,
      detail: '',
      start_day: m,
      due_day: m + t,
      subtasks: Array.from({ length: subtasks }, (_s, s) => ({ name: `Subtask ${m}.${t}.${s}` })),
    })),
  })),
})

describe.each(engines)('on %s', (engine) => {
  test.each([
    ['an empty playbook', [0, 0, 0]],
    ['5 modules, 50 tasks, 150 subtasks', [5, 10, 3]],
    ['10 modules, 400 tasks, 4,000 subtasks', [10, 40, 10]],
  ] as const)(
    'a project of %s is created by the same few statements',
    async (_, [modules, tasks, subtasks]) => {
      const playbook = randomUUID()
      const prepare = addPlaybook(playbook, content(modules, tasks, subtasks))
      const story = await begin(engine, { prepare })
      await subscribe(story, 'http://127.0.0.1:9/', 'project_created')
      await story.stop()
      const { databaseUrl } = story
      const counted = await begin(engine, { databaseUrl, holdDeliveries: true })
      const create = async (name: string) => {
        const count = async <T>(work: Promise<T>) => {
          const { said } = countStatements(engine)
          const answer = await work
          return { ...answer, statements: said().length }
        }
        const beside = await count(counted.call('GET', '/v1/usage'))
        const asked = wish(counted, { name, playbook_uuid: playbook })
        const made = await count(counted.call('POST', '/v1/projects', asked))
        const { status, body } = made
        // Authentication and the meter, which the first call has paid as well.
        const statements = made.statements - beside.statements
        expect([status, body.message]).toEqual([200, undefined])
        return { statements, body }
      }
      // What the service does by the clock may fall into a creation on a slow machine, and not into each of three.
      let { statements, body } = await create('Counted')
      for (let again = 2; statements > 34 && again <= 3; again++)
        ({ statements, body } = await create(`Counted ${again}`))
      expect(statements).toBeLessThanOrEqual(34)
      const { modules: made } = await treeOf(counted, String(body.data?.['uuid']))
      const work = made.flatMap(({ tasks }) => tasks)
      expect([made.length, work.length, work.flatMap(({ subtasks }) => subtasks).length]).toEqual([
        modules,
        modules * tasks,
        modules * tasks * subtasks,
      ])
    },
  )
})
