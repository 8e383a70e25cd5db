import type { Kysely } from 'kysely'
import type { Engine } from '../../../database/engine.ts'
import type { MigrationStep } from '../../../database/migrate.ts'
import { run } from './bot.ts'
import { protect } from './owner.ts'

const key = 'installation_id bigint not null check (installation_id > 0)'

const taskThreads = (db: Kysely<unknown>): Promise<void> =>
  run(
    db,
    `create table task_thread (${key}, channel text not null, thread_ts text not null, task_uuid text not null,
      joined_by text not null, joined_at bigint not null, primary key (installation_id, channel, thread_ts))`,
    'create index task_thread_task on task_thread (installation_id, channel, task_uuid, joined_at)',
  )

const takeOvers = (db: Kysely<unknown>, { sequence, autoIncrement }: Engine): Promise<void> =>
  run(
    db,
    `create table take_over (id ${sequence} primary key${autoIncrement ? ' autoincrement' : ''}, ${key},
      source text not null, channel text not null, thread_ts text not null, task_uuid text not null,
      user_id text not null, state text not null, total bigint not null, created_at bigint not null,
      unique (installation_id, source))`,
    'alter table reply add column take_over bigint',
    'create index reply_take_over on reply (installation_id, take_over) where take_over is not null',
  )

const offers = (db: Kysely<unknown>): Promise<void> =>
  run(
    db,
    `create table offer (${key}, channel text not null, ts text not null, state text not null, settled_by text,
      task_uuid text, made_at bigint not null, primary key (installation_id, channel, ts))`,
    'create index offer_made on offer (installation_id, made_at)',
  )

/** SQLite's migrations run without a transaction, and these could not run again after a crash halfway. */
const step =
  (
    create: (db: Kysely<unknown>, engine: Engine) => Promise<void>,
    ...tables: readonly string[]
  ): MigrationStep =>
  async (db, engine) => {
    const all = async (trx: Kysely<unknown>) => {
      await create(trx, engine)
      if (engine.name === 'postgres') for (const table of tables) await protect(trx, table)
    }
    await (db.isTransaction ? all(db) : db.transaction().execute(all))
  }

export const threadMigrations: Record<string, MigrationStep> = {
  '2026-11-22-bot-z-thread-1-task-thread': step(taskThreads, 'task_thread'),
  '2026-11-22-bot-z-thread-2-take-over': step(takeOvers, 'take_over'),
  '2026-11-22-bot-z-thread-3-offer': step(offers, 'offer'),
}
