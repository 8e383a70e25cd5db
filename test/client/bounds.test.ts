import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { limits } from '../../src/contract/limits.ts'
import { listening } from '../support/listening.ts'
import { clientAt, comment, hello, problemFrom, task, given } from './harness.ts'

const rows = (count: number) => Array.from({ length: count }, () => ({}))

const mebibyte = 2 ** 20

/** A tracker over a real socket, because nock doesn't count bytes. */
const answering = async (body: string) => {
  const server = createServer((_, response) => response.end(body))
  return clientAt({ baseUrl: `http://127.0.0.1:${await listening(server)}` })
}

/** Each would take the process of all tenants, or seconds of it, if it were parsed to the end. */
test.each([
  ['14 MiB of empty rows', `{"data":{"users":[${'{},'.repeat(14 * (mebibyte / 3))}{}]}}`, 'more than 1 MiB'],
  [
    'a text of 8 MB',
    JSON.stringify({ data: { users: [{ full_name: 'x'.repeat(8_000_000) }] } }),
    'more than 1 MiB',
  ],
  ['too many rows', JSON.stringify({ data: { users: rows(limits.answerRows + 1) } }), 'more than 5000 rows'],
  ['350,000 empty rows in 1 MiB', `{"data":{"users":[${'{},'.repeat(340_000)}{}]}}`, 'too many parts'],
  [
    '350,000 numbers outside the list',
    `{"data":{"users":[]},"more":[${'1,'.repeat(500_000)}1]}`,
    'too many parts',
  ],
  ['brackets nested 200,000 deep', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 'too many parts'],
])('%s: the answer is refused by a name, and is not asked for again', async (_, body, size) => {
  const { client, time } = await answering(body)
  expect(await problemFrom(client.listUsers({}))).toMatchObject({
    kind: 'too-large',
    message: `GET /v1/users answered with ${size}`,
  })
  expect(time.slept).toEqual([])
})

test('a write whose answer is too large may have happened: the problem has a kind of its own', async () => {
  const { client } = await answering('x'.repeat(2 * mebibyte))
  expect((await problemFrom(client.createComment(hello))).kind).toBe('too-large')
})

test('3,000 users, as a list without pages has them, are read', async () => {
  const users = Array.from({ length: 3_000 }, (_, at) => ({
    uuid: `u${at}`,
    full_name: `Casey Jones ${at}`,
    email_address: `casey.${at}@acme.example`,
    is_customer: true,
    is_active: true,
  }))
  given('/v1/users', { users })
  expect((await clientAt().client.listUsers({})).users).toHaveLength(3_000)
})

test('texts are cut to their limits where they are read, and never inside a letter', async () => {
  given('/v1/comments/c1', {
    ...comment,
    message_plain: '👍🏽'.repeat(30_000),
    created_by_name: 'n'.repeat(9_000),
  })
  given('/v1/tasks/t1', { ...task, name: 'n'.repeat(9_000), detail: 'd'.repeat(90_000) })
  const { client } = clientAt()
  const read = await client.getComment({ comment_uuid: 'c1' })
  expect(read.message_plain).toBe('👍🏽'.repeat(limits.comment / 4))
  expect(read.created_by_name).toHaveLength(limits.shortText)
  const { name, detail } = await client.getTask({ task_uuid: 't1' })
  expect([name.length, detail?.length]).toEqual([limits.shortText, limits.longText])
})
