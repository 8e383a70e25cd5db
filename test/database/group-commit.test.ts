import { expect, test } from 'vitest'
import type { Tx } from '../../src/bot/store/database.ts'
import { Busy, groupCommit } from '../../src/database/group-commit.ts'
import { eachEngine } from '../support/databases.ts'
import { gate } from '../lanes/node.ts'
import { createItems, readItems, writeItems } from './items.ts'

eachEngine('a group commit', (fresh) => {
  const open = async (options?: Parameters<typeof groupCommit>[2]) => {
    const database = await fresh()
    await createItems(database)
    const batches: number[] = []
    const put = groupCommit(
      database,
      (tx, items: readonly string[]) => {
        batches.push(items.length)
        return writeItems(tx, items)
      },
      options,
    )
    const stored = () => readItems(database)
    return { database, put, batches, stored }
  }

  test('answers each item with its own result once it is durable', async () => {
    const { put, stored } = await open()
    expect(await Promise.all(['a', 'b', 'c'].map(put))).toEqual(['A', 'B', 'C'])
    expect(await stored()).toEqual(['a', 'b', 'c'])
    expect(await put('d')).toBe('D')
  })

  test('lets what arrives together share transactions, and a batch be no larger than allowed', async () => {
    const { put, batches } = await open({ maxBatch: 10 })
    await Promise.all(Array.from({ length: 25 }, (_, n) => put(`${n}`)))
    expect(batches).toEqual([10, 10, 5])
  })

  test('rejects a poison item alone', async () => {
    const { put, stored } = await open()
    const results = await Promise.allSettled(['a', 'poison', 'b'].map(put))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(results[1]).toMatchObject({ reason: { message: 'poison' } })
    expect(await stored()).toEqual(['a', 'b'])
  })
})

/** Numbers, written through a stand-in for a database. `before` each transaction it may wait or fail. */
const numbers = (before: () => Promise<void>, options?: Parameters<typeof groupCommit>[2]) => {
  const database = {
    transaction: async <R>(work: (tx: Tx) => Promise<R>) => {
      await before()
      return work({} as Tx)
    },
  }
  return groupCommit(database, async (_, items: readonly number[]) => items, options)
}

test('a group commit refuses more than may wait', async () => {
  const held = gate()
  const put = numbers(() => held.passed, { maxBatch: 1, maxWaiting: 2 })
  const first = put(1)
  await new Promise(setImmediate)
  const [second, third] = [put(2), put(3)]
  await expect(put(4)).rejects.toThrow(Busy)
  held.open()
  expect(await Promise.all([first, second, third])).toEqual([1, 2, 3])
})

test('a group commit refuses everything while the database is away, and takes it again after', async () => {
  let away = true
  const held = gate()
  const put = numbers(async () => (away ? held.passed : undefined), { maxBatch: 1, staleMs: 20 })
  const waiting = Promise.allSettled([put(1), put(2)])
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await expect(put(3)).rejects.toThrow(Busy)
  away = false
  held.open()
  await new Promise(setImmediate)
  expect(await put(4)).toBe(4)
})

test('a group commit tries again while a database that restarts refuses connections', async () => {
  let refusals = 3
  const put = numbers(async () => {
    refusals -= 1
    if (refusals >= 0) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  })
  expect(await put(1)).toBe(1)
})
