import { sql } from 'kysely'
import type { Database, Tx } from '../../src/bot/store/database.ts'

export const createItems = (database: Database) => sql`create table item (text text)`.execute(database.sql)

/** Writes the texts in order, and answers each in capitals; a poison fails the whole batch. */
export const writeItems = async (tx: Tx, texts: readonly string[]) => {
  for (const text of texts) {
    if (text === 'poison') throw new Error('poison')
    await sql`insert into item (text) values (${text})`.execute(tx.sql)
  }
  return texts.map((text) => text.toUpperCase())
}

export const readItems = async (database: Database): Promise<string[]> =>
  (await sql<{ text: string }>`select text from item`.execute(database.sql)).rows.map(({ text }) => text)

export const addItem = async (tx: Tx, text: string): Promise<void> => {
  await writeItems(tx, [text])
}
