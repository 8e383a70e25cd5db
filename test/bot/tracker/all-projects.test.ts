import { expect, test } from 'vitest'
import type { OnboardingApi } from '../../../src/contract/api.ts'
import { ApiProblem } from '../../../src/contract/problem.ts'
import { allProjects } from '../../../src/bot/tracker/find-project.ts'
import { runningBot } from '../support/running-bot.ts'

type List = OnboardingApi['listProjects']

/** 2,150 projects, 200 a page. Notes the offsets that are under way at the same time. */
const listed = async (answer: (list: List) => List) => {
  const { bot } = await runningBot()
  const all = Array.from({ length: 2_150 }, (_, n) => ({ uuid: `p${n}`, name: `Project ${n}` }))
  const together: number[][] = []
  let open: number[] = []
  const list: List = async (asked) => {
    const [limit, offset] = [Number(asked.limit ?? 50), Number(asked.offset ?? 0)]
    open.push(offset)
    if (open.length === 1) {
      await new Promise(setImmediate)
      together.push(open)
      open = []
    }
    return { projects: all.slice(offset, offset + limit), pagination: { total: all.length } }
  }
  const api = { ...bot.deps.api, listProjects: answer(list) }
  const { items, whole } = await allProjects({ ...bot.deps, api }, 50)
  return { uuids: items.map(({ uuid }) => uuid), whole, together, all: all.map(({ uuid }) => uuid) }
}

test('all projects are read four pages at a time, in order, once the second page has come', async () => {
  const { uuids, whole, together, all } = await listed((list) => list)
  expect(uuids).toEqual(all)
  expect(whole).toBe(true)
  expect(together).toEqual([[0], [200], [400, 600, 800, 1_000], [1_200, 1_400, 1_600, 1_800], [2_000], [0]])
})

test('a tracker that refuses an offset, or ignores it, is asked for a second page once', async () => {
  const refused = new ApiProblem('invalid', 'Unknown field: offset.')
  for (const answer of [
    (list: List): List =>
      (asked) =>
        asked.offset === undefined ? list(asked) : Promise.reject(refused),
    (list: List): List =>
      (asked) =>
        list({ ...asked, offset: 0 }),
  ]) {
    const { uuids, whole, all } = await listed(answer)
    expect(uuids).toEqual(all.slice(0, 200))
    expect(whole).toBe(false)
  }
})

test('a tracker that gives no total is read until a page is not full', async () => {
  const { uuids, all } = await listed((list) => async (asked) => {
    const { projects } = await list(asked)
    // As the client counts it.
    const isFull = projects.length > 1 && projects.length === asked.limit
    return { projects, pagination: { total: projects.length + (isFull ? 1 : 0) } }
  })
  expect(uuids).toEqual(all)
})
