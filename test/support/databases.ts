import { randomUUID } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, inject, onTestFinished } from 'vitest'
import type { Database } from '../../src/bot/store/database.ts'
import { createDatabase, dropDatabase } from './postgres-server.ts'
import { freshFolder } from './fresh-folder.ts'
import { openOne } from './open-one.ts'
import type { Template } from './setup/postgres-setup.ts'

export const engines = ['sqlite', 'postgres'] as const
export type EngineName = (typeof engines)[number]

const sqliteUrl = (template: Template) => {
  const file = join(freshFolder(), 'test.db')
  copyFileSync(inject('files')[template], file)
  return `sqlite:${file}`
}

/** Databases that this process has done with. They fill memory, so few are kept. */
const left: string[] = []

/** Drops an earlier one: for connections that are just about to end, the server waits 100 ms. */
const leave = async (server: string, name: string) => {
  left.push(name)
  const earlier = left.length > 3 && left.shift()
  if (earlier) await dropDatabase(server, earlier)
}

/** A PostgreSQL database of its own, dropped some time after it is disposed. */
export const freshPostgres = async (
  template: Template,
): Promise<AsyncDisposable & { readonly url: string }> => {
  const server = inject('postgresUrl')
  const name = `t_${randomUUID().replaceAll('-', '')}`
  const url = await createDatabase(server, name, template)
  return { url, [Symbol.asyncDispose]: () => leave(server, name) }
}

const postgresUrl = async (template: Template) => {
  const { url, ...database } = await freshPostgres(template)
  onTestFinished(() => database[Symbol.asyncDispose]())
  return url
}

/** A database of its own, without rows if not said otherwise, dropped after the test. Call inside a test. */
export const freshDatabaseUrl = async (
  engine: EngineName,
  template: Template = 'migrated',
): Promise<string> => (engine === 'sqlite' ? sqliteUrl(template) : postgresUrl(template))

/** The same, opened and migrated, with one installation; closed after the test. */
export const openFresh = async (engine: EngineName): Promise<Database> => {
  const database = await openOne(await freshDatabaseUrl(engine))
  onTestFinished(async () => database[Symbol.asyncDispose]())
  return database
}

/** The same stories on both engines: `eachEngine('lanes', (fresh) => { test('…', async () => { const database = await fresh() … }) })`. */
export const eachEngine = (
  title: string,
  stories: (fresh: () => Promise<Database>, engine: EngineName) => void,
): void => {
  describe.each(engines)(`${title} on %s`, (engine) => {
    stories(() => openFresh(engine), engine)
  })
}

/** A database without any table, gone after the test. */
export const emptyUrl = async (engine: EngineName): Promise<string> => {
  if (engine === 'sqlite') return `sqlite:${join(freshFolder(), 'empty.db')}`
  const server = inject('postgresUrl')
  const name = `empty_${randomUUID().replaceAll('-', '')}`
  onTestFinished(() => dropDatabase(server, name))
  return createDatabase(server, name)
}
