import { expect, test } from 'vitest'
import type { OnboardingApi } from '../../../src/contract/api.ts'
import { ApiProblem } from '../../../src/contract/problem.ts'
import { allUsers } from '../../../src/bot/tracker/people.ts'

type List = OnboardingApi['listUsers']

const everyone = Array.from({ length: 450 }, (_, n) => ({ uuid: `u${n}`, full_name: `Person ${n}` }))

/** What a tracker answers that sends `most` users at once, and what it was asked. */
const asking = async (most: number, answer: (list: List) => List) => {
  const asked: unknown[] = []
  const list: List = async (query) => {
    const [limit, offset] = [Number(query.limit ?? most), Number(query.offset ?? 0)]
    const users = everyone.slice(offset, offset + Math.min(limit, most))
    return { users, pagination: { total: everyone.length } }
  }
  const listUsers: List = (query) => {
    asked.push(query)
    return answer(list)(query)
  }
  const api = { listUsers } as OnboardingApi
  const { users, whole } = await allUsers({ api })
  return { uuids: users.map(({ uuid }) => uuid), whole, asked }
}

const all = everyone.map(({ uuid }) => uuid)

test('users are asked for as the interface says: without a limit', async () => {
  const { uuids, whole, asked } = await asking(1_000, (list) => list)
  expect(uuids).toEqual(all)
  expect(whole).toBe(true)
  expect(asked).toEqual([{}])
})

test('users that a tracker sends in pages are all read', async () => {
  const { uuids, whole } = await asking(100, (list) => list)
  expect(uuids).toEqual(all)
  expect(whole).toBe(true)
})

test('users without a uuid are told apart by their email addresses; those without either are left out', async () => {
  const listed = [
    { full_name: 'Casey Jones', email_address: 'Casey@acme.example' },
    { full_name: 'Casey Jones', email_address: 'casey@acme.example' },
    { full_name: 'Robin Hill', email_address: 'robin@globex.example' },
  ]
  const listUsers: List = async () => ({ users: listed })
  const told = await allUsers({ api: { listUsers } as OnboardingApi })
  expect(told.users.map((user) => user.email_address)).toEqual(['casey@acme.example', 'robin@globex.example'])
  expect(told.whole).toBe(true)
  const withMore: List = async () => ({ users: [...listed, { full_name: 'Somebody' }] })
  const partly = await allUsers({ api: { listUsers: withMore } as OnboardingApi })
  expect(partly).toEqual({ users: told.users, whole: false })
})

test('a tracker that refuses pages, or ignores them, is asked once more, and each of its users is there once', async () => {
  const refused = new ApiProblem('invalid', 'Unknown field: offset.')
  for (const answer of [
    (list: List): List =>
      (query) =>
        query.offset === undefined ? list(query) : Promise.reject(refused),
    (list: List): List =>
      () =>
        list({}),
  ]) {
    const { uuids, whole, asked } = await asking(100, answer)
    expect(uuids).toEqual(all.slice(0, 100))
    expect(whole).toBe(false)
    expect(asked).toHaveLength(2)
  }
})
