import { expect, test } from 'vitest'
import { readKey, writeKey } from '../../src/bot/store/key-values.ts'
import { openFresh } from '../support/databases.ts'
import { addUnique, createItems, readItems, refuseAtCommit } from './items.ts'

test('a lone statement that fails says why, and leaves nothing open behind it', async () => {
  const database = await openFresh('postgres')
  await createItems(database)
  await addUnique(database, 'a')
  await expect(addUnique(database, 'a')).rejects.toThrow('duplicate key')
  await writeKey(database.sql, 'after', 'it')
  expect(await readKey(database.sql, 'after')).toBe('it')
  expect(await readItems(database)).toEqual(['a'])
})

test('a lone statement whose commit is refused has failed', async () => {
  const database = await openFresh('postgres')
  await createItems(database)
  await refuseAtCommit(database)
  await expect(addUnique(database, 'a')).rejects.toThrow('not today')
  expect(await readItems(database)).toEqual([])
})
