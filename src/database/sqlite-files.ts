import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Copies a file in use as it is at one moment. A reader of its own needs no lock, and holds up no writer. */
export const copyOf = (path: string, to: string): void => {
  const reader = new DatabaseSync(path, { readOnly: true })
  try {
    reader.prepare('vacuum into ?').run(to)
  } finally {
    reader.close()
  }
}

/** What is wrong with a file. Undefined if SQLite finds nothing. */
export const damageOf = (path: string): string | undefined => {
  try {
    const reader = new DatabaseSync(path, { readOnly: true })
    try {
      const [found] = reader.prepare('pragma integrity_check(1)').all()
      const said = String(found?.['integrity_check'])
      return said === 'ok' ? undefined : said
    } finally {
      reader.close()
    }
  } catch (error) {
    return (error as Error).message
  }
}

const synced = (path: string) => {
  const opened = openSync(path, 'r')
  fsyncSync(opened)
  closeSync(opened)
}

/** Writes the log back into the file. A damaged file keeps its log. */
const withoutLog = (path: string) => {
  try {
    const database = new DatabaseSync(path)
    database.exec('pragma journal_mode = delete')
    database.close()
  } catch {
    // It is kept as it is.
  }
}

/**
 * Puts a new file into the place of one that this process has locked. The old one stays, under another name. At every
 * moment there is one whole file, and never the log of another beside it.
 */
export const putInPlace = (fresh: string, path: string, keptAs: string): void => {
  synced(fresh)
  if (existsSync(path)) {
    withoutLog(path)
    for (const log of ['-wal', '-shm']) if (existsSync(path + log)) renameSync(path + log, keptAs + log)
    rmSync(keptAs, { force: true })
    linkSync(path, keptAs)
  }
  renameSync(fresh, path)
  synced(dirname(path))
}
