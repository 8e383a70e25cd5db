import { expect, test } from 'vitest'
import { eachEngine } from '../support/databases.ts'

eachEngine('the store', (fresh) => {
  test('opens with every table there', async () => {
    const database = await fresh()
    expect(await database.sql.selectFrom('lane').selectAll().execute()).toEqual([])
    expect(await database.sql.selectFrom('job').selectAll().execute()).toEqual([])
  })
})
