import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { openDatabase } from '../../../src/bot/store/database.ts'
import { seesEveryRow } from '../../../src/bot/store/upkeep/doctor.ts'
import { openFresh } from '../../support/databases.ts'
import { createDatabase, dropDatabase } from '../../support/postgres-server.ts'

test('a plain role is held to its installations, and a superuser is told apart', async () => {
  expect(await seesEveryRow(await openFresh('postgres'))).toBe(false)
  expect(await seesEveryRow(await openFresh('sqlite'))).toBe(false)
  const [server, name] = [inject('postgresUrl'), `super_${randomUUID()}`]
  await createDatabase(server, name)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = await openDatabase(url.href)
  expect(await seesEveryRow({ engine: database.engine, sql: database.of(1).sql })).toBe(true)
  await database[Symbol.asyncDispose]()
  await dropDatabase(server, name)
})
