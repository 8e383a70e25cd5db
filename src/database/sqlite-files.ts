import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Undefined for PostgreSQL. */
export const fileOf = (url: string): string | undefined =>
  url.startsWith('sqlite:') ? resolve(url.slice('sqlite:'.length)) : undefined

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
