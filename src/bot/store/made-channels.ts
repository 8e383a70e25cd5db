import { z } from 'zod'
import { type Given } from '../../database/statement.ts'
import type { BotTables } from './tables.ts'
import { type Queries, statement, type Tx, readJson } from './database.ts'

/** Somebody of the tracker's team. `user` is their Slack id, if they are known to be a member. */
const teammateSchema = z.object({ name: z.string(), user: z.string().optional() })
export type Teammate = z.output<typeof teammateSchema>

/** By address: `asked`, `sending`, `sent`, `unknown` if Slack did not answer, or the error code of its refusal. */
const invitationsSchema = z.record(z.string(), z.string())
export type Invitations = z.output<typeof invitationsSchema>

type Row = BotTables['made_channel']

export interface MadeChannel extends Omit<Row, 'is_private' | 'people' | 'invitations' | 'taken'> {
  isPrivate: boolean
  people: readonly Teammate[]
  invitations: Invitations
  taken: readonly string[]
}

const madeChannelFrom = ({ is_private, people, invitations: sent, taken, ...row }: Row): MadeChannel => ({
  ...row,
  isPrivate: is_private === 1,
  people: readJson('the people of a new channel', z.array(teammateSchema), people),
  invitations: readJson('the invitations to a channel', invitationsSchema, sent),
  taken: readJson('the names refused for a channel', z.array(z.string()), taken),
})

const madeBy = (column: 'project_uuid' | 'channel') => {
  const rows = statement((db, { value }: Given<{ value: string }>) =>
    db.selectFrom('made_channel').selectAll().where(column, '=', value),
  )
  return async (sql: Queries, value: string): Promise<MadeChannel | undefined> => {
    const row = await rows.first(sql, { value })
    return row && madeChannelFrom(row)
  }
}

export const madeChannel = madeBy('project_uuid')
export const projectMadeFor = madeBy('channel')

export interface WantedChannel {
  projectUuid: string
  name: string
  isPrivate: boolean
  askedBy: string
  /** Where the person hears of it. Undefined: in a direct message. */
  askedIn: string | undefined
  people: readonly Teammate[]
  taken?: readonly string[]
}

/** False if the project has a channel, or one is being made. `gone`: its channel that is archived or deleted. */
export const wantChannel = async (tx: Tx, wanted: WantedChannel, now: number, gone?: string | null) => {
  const { projectUuid, name, isPrivate, askedBy, askedIn, people, taken = [] } = wanted
  const columns = {
    name,
    is_private: isPrivate ? 1 : 0,
    asked_by: askedBy,
    asked_in: askedIn ?? null,
    people: JSON.stringify(people),
    taken: JSON.stringify(taken),
    state: 'stored',
    channel: null,
    attempted_at: null,
    invitations: '{}',
    shared_at: null,
    created_at: now,
  } as const
  const row = await tx.sql
    .insertInto('made_channel')
    .values({ project_uuid: projectUuid, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('project_uuid')
        .doUpdateSet(columns)
        .where((eb) =>
          eb.or([
            eb('made_channel.state', '=', 'refused'),
            eb('made_channel.channel', '=', gone ?? '').and('made_channel.state', '=', 'done'),
          ]),
        ),
    )
    .returning('project_uuid')
    .executeTakeFirst()
  return row !== undefined
}

export const setMadeChannel = async (
  sql: Queries,
  projectUuid: string,
  { taken, ...change }: Partial<Pick<Row, 'state' | 'channel' | 'attempted_at'>> & { taken?: string[] },
): Promise<void> => {
  await sql
    .updateTable('made_channel')
    .set({ ...change, ...(taken && { taken: JSON.stringify(taken) }) })
    .where('project_uuid', '=', projectUuid)
    .execute()
}

/** Reads and writes under the row's lock: a second press, or one while the job runs, loses no state. */
export const changeInvitations = async (
  { sql }: Tx,
  projectUuid: string,
  change: (before: Invitations) => Invitations,
): Promise<Invitations> => {
  const thisRow = sql.updateTable('made_channel').where('project_uuid', '=', projectUuid)
  const locked = await thisRow
    .set((row) => ({ invitations: row.ref('invitations') }))
    .returningAll()
    .executeTakeFirst()
  if (!locked) return {}
  const after = change(madeChannelFrom(locked).invitations)
  await thisRow.set({ invitations: JSON.stringify(after) }).execute()
  return after
}
