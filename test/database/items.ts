import { DatabaseSync } from 'node:sqlite'
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

/** Holds the lock of the row until the end of the transaction. */
export const touchItem = async (tx: Tx, text: string): Promise<void> => {
  await sql`update item set text = text where text = ${text}`.execute(tx.sql)
}

export const addItem = async (tx: Tx, text: string): Promise<void> => {
  await writeItems(tx, [text])
}

/** Ends the transaction's connection on the server, as a crash of the server does. */
export const crash = async (database: Database, tx: Tx): Promise<void> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.sql)
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.sql)
}

/** From now on the server ends the connection of whoever commits a new item. */
export const endAtCommit = async (database: Database): Promise<void> => {
  await sql`create function end_it() returns trigger language plpgsql as
    'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`.execute(database.sql)
  await sql`create constraint trigger ends after insert on item deferrable initially deferred
    for each row execute function end_it()`.execute(database.sql)
}

export const fillDisk = async (database: Database): Promise<void> => {
  await sql`pragma max_page_count = 1`.execute(database.sql)
}

/** Fails if the text is there. */
export const addUnique = async (database: Database, text: string): Promise<void> => {
  await sql`create unique index if not exists item_text on item (text)`.execute(database.sql)
  await sql`insert into item (text) values (${text})`.execute(database.sql)
}

/** From now on the server refuses to commit a new item. */
export const refuseAtCommit = async (database: Database): Promise<void> => {
  await sql`create function refuse_it() returns trigger language plpgsql as
    'begin raise exception ''not today''; end'`.execute(database.sql)
  await sql`create constraint trigger refuses after insert on item deferrable initially deferred
    for each row execute function refuse_it()`.execute(database.sql)
}

/** Of a SQLite file, as the next process finds it. */
export const itemsInFile = (file: string): string[] => {
  const database = new DatabaseSync(file)
  const rows = database.prepare('select text from item').all()
  database.close()
  return rows.map(({ text }) => String(text))
}
