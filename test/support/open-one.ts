import { defaultInstallation, type Database, openDatabase } from '../../src/bot/store/database.ts'

/** A database with one installation, closed when disposed. */
export const openOne = async (
  ...opening: Parameters<typeof openDatabase>
): Promise<Database & AsyncDisposable> => {
  const database = await openDatabase(...opening)
  return {
    ...database.of(defaultInstallation),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}
