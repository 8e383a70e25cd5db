import type { DeleteResult, UpdateResult } from 'kysely'

interface Statement {
  executeTakeFirst(): Promise<UpdateResult | DeleteResult>
}

export const rowsOf = async (statement: Statement): Promise<number> => {
  const done = await statement.executeTakeFirst()
  return Number('numUpdatedRows' in done ? done.numUpdatedRows : done.numDeletedRows)
}

export const changedAny = async (statement: Statement): Promise<boolean> => (await rowsOf(statement)) > 0
