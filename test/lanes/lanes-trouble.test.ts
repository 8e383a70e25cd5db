import { expect, test } from 'vitest'
import { openLanes } from '../../src/lanes/lanes.ts'
import { createHealth } from '../../src/service/http/server.ts'
import { eachEngine } from '../support/databases.ts'
import { onlyReading } from '../support/only-reading.ts'

eachEngine('a database that takes no writes', (fresh) => {
  test('is told with its reason, without secrets, until it takes them again', async () => {
    const database = await fresh()
    await using lanes = openLanes(database, { redact: (text) => text.replace(/read-?only/, 'hidden') })
    expect(await lanes.trouble()).toBeUndefined()
    await onlyReading(database, true)
    expect(await lanes.trouble()).toMatch(/^the database takes no writes: .*hidden/)
    expect(await createHealth(lanes, () => true).reasons()).toEqual([
      expect.stringContaining('takes no writes'),
    ])
    await onlyReading(database, false)
    expect(await lanes.trouble()).toBeUndefined()
  })
})
