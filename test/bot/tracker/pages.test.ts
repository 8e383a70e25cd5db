import { expect, test } from 'vitest'
import type { OnboardingApi } from '../../../src/contract/api.ts'
import { ApiProblem } from '../../../src/contract/problem.ts'
import { allProjects } from '../../../src/bot/tracker/listed-projects.ts'
import { runningBot } from '../support/running-bot.ts'
import { allUsers } from '../../../src/bot/tracker/people.ts'

const refused = new ApiProblem('invalid', 'Unknown field: offset.')

type ListProjects = OnboardingApi['listProjects']

/** 2,150 projects, 200 a page. Notes the offsets that are under way at the same time. */
const listed = async (answer: (list: ListProjects) => ListProjects) => {
  const { bot } = await runningBot()
  const all = Array.from({ length: 2_150 }, (_, n) => ({ uuid: `p${n}`, name: `Project ${n}` }))
  const together: number[][] = []
  let open: number[] = []
  const list: ListProjects = async (asked) => {
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
  const { projects, whole } = await allProjects({ ...bot.deps, api }, 50)
  return { uuids: projects.map(({ uuid }) => uuid), whole, together, all: all.map(({ uuid }) => uuid) }
}

test('all projects are read four pages at a time, in order, once the second page has come', async () => {
  const { uuids, whole, together, all } = await listed((list) => list)
  expect(uuids).toEqual(all)
  expect(whole).toBe(true)
  expect(together).toEqual([[0], [200], [400, 600, 800, 1_000], [1_200, 1_400, 1_600, 1_800], [2_000], [0]])
})

test('a tracker that refuses an offset, or ignores it, is asked for a second page once', async () => {
  for (const answer of [
    (list: ListProjects): ListProjects =>
      (asked) =>
        asked.offset === undefined ? list(asked) : Promise.reject(refused),
    (list: ListProjects): ListProjects =>
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

type ListUsers = OnboardingApi['listUsers']

const everyone = Array.from({ length: 450 }, (_, n) => ({ uuid: `u${n}`, full_name: `Person ${n}` }))

/** What a tracker answers that sends `most` users at once, and what it was asked. */
const asking = async (most: number, answer: (list: ListUsers) => ListUsers) => {
  const asked: unknown[] = []
  const list: ListUsers = async (query) => {
    const [limit, offset] = [Number(query.limit ?? most), Number(query.offset ?? 0)]
    const users = everyone.slice(offset, offset + Math.min(limit, most))
    return { users, pagination: { total: everyone.length } }
  }
  const listUsers: ListUsers = (query) => {
    asked.push(query)
    return answer(list)(query)
  }
  const api = { listUsers } as OnboardingApi
  const { users, whole } = await allUsers({ api })
  return { uuids: users.map(({ uuid }) => uuid), whole, asked }
}

const all = everyone.map(({ uuid }) => uuid)

test.each([
  ['at once', 1_000, 1],
  ['in pages', 100, 5],
])(
  'users that a tracker sends %s are all read, first without a limit as the interface says',
  async (_, most, times) => {
    const { uuids, whole, asked } = await asking(most, (list) => list)
    expect(uuids).toEqual(all)
    expect(whole).toBe(true)
    expect(asked[0]).toEqual({})
    expect(asked).toHaveLength(times)
  },
)

const tooLarge = new ApiProblem('too-large', 'GET /v1/users answered with more than 1 MiB')

test.each<[string, (list: ListUsers) => ListUsers]>([
  ['with their total', (list) => list],
  [
    'without a total',
    (list) => async (query) => {
      const { users } = await list(query)
      // As the client counts it.
      return { users, pagination: { total: users.length === query.limit ? users.length + 1 : users.length } }
    },
  ],
])('users that are too many for one answer are read in pages %s', async (_, paged) => {
  const { uuids, whole, asked } = await asking(
    1_000,
    (list) => (query) => (query.limit === undefined ? Promise.reject(tooLarge) : paged(list)(query)),
  )
  expect(uuids).toEqual(all)
  expect(whole).toBe(true)
  expect(asked).toHaveLength(4)
})

test.each([200, 201, 400])('%d users are known to be all, with a total and without', async (count) => {
  const list: ListUsers = async ({ limit = 0, offset = 0 }) => {
    const users = everyone.slice(0, count).slice(Number(offset), Number(offset) + Number(limit))
    return { users, pagination: { total: users.length === limit ? users.length + 1 : users.length } }
  }
  const uncounted = (query: object) => ('limit' in query ? list(query) : Promise.reject(tooLarge))
  const counted: ListUsers = async (query) => ({
    users: (await list({ limit: 100, ...query })).users,
    pagination: { total: count },
  })
  for (const listUsers of [uncounted, counted]) {
    const { users, whole } = await allUsers({ api: { listUsers } as OnboardingApi })
    expect([users.length, whole]).toEqual([count, true])
  }
})

test('users that are too many, of a tracker without pages, are not read as nobody', async () => {
  const withoutPages: ListUsers = (query) => Promise.reject(query.limit === undefined ? tooLarge : refused)
  await expect(asking(1_000, () => withoutPages)).rejects.toBe(tooLarge)
})

test('users without a uuid are told apart by their email addresses; those without either are left out', async () => {
  const listed = [
    { full_name: 'Casey Jones', email_address: 'Casey@acme.example' },
    { full_name: 'Casey Jones', email_address: 'casey@acme.example' },
    { full_name: 'Robin Hill', email_address: 'robin@globex.example' },
  ]
  const listUsers: ListUsers = async () => ({ users: listed })
  const told = await allUsers({ api: { listUsers } as OnboardingApi })
  expect(told.users.map((user) => user.email_address)).toEqual(['casey@acme.example', 'robin@globex.example'])
  expect(told.whole).toBe(true)
  const withMore: ListUsers = async () => ({ users: [...listed, { full_name: 'Somebody' }] })
  const partly = await allUsers({ api: { listUsers: withMore } as OnboardingApi })
  expect(partly).toEqual({ users: told.users, whole: false })
})

test('a tracker that refuses pages, or ignores them, is asked once more, and each of its users is there once', async () => {
  for (const answer of [
    (list: ListUsers): ListUsers =>
      (query) =>
        query.offset === undefined ? list(query) : Promise.reject(refused),
    (list: ListUsers): ListUsers =>
      () =>
        list({}),
  ]) {
    const { uuids, whole, asked } = await asking(100, answer)
    expect(uuids).toEqual(all.slice(0, 100))
    expect(whole).toBe(false)
    expect(asked).toHaveLength(2)
  }
})
