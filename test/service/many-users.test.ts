import { expect, test } from 'vitest'
import { begin, engines } from './harness.ts'
import { addPeople } from './support/rows.ts'

/** So many colleagues. */
const numbered = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    first_name: 'Number',
    last_name: String(n),
    email: `number-${n}@vendor.example`,
  }))

test.each(engines)(
  '[CHOICE-91] users come all at once, or in pages where a limit is given, on %s',
  async (engine) => {
    const before = await begin(engine)
    await before.stop()
    await addPeople(before, numbered(230))
    const story = await begin(engine, { databaseUrl: before.databaseUrl })
    const listed = async (query: string) => {
      const { body } = await story.call('GET', `/v1/users${query}`)
      const { users, pagination } = body.data as unknown as {
        users: unknown[]
        pagination: { total: number }
      }
      return [users.length, pagination.total]
    }
    expect(await listed('')).toEqual([236, 236])
    expect(await listed('?is_customer_user=false')).toEqual([234, 234])
    expect(await listed('?offset=200')).toEqual([36, 236])
    expect(await listed('?limit=200')).toEqual([200, 236])
    expect(await listed('?limit=200&offset=200')).toEqual([36, 236])
  },
)
