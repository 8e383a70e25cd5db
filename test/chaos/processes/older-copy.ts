import { spawnSync } from 'node:child_process'
import { appendFileSync, chownSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { PostgresServer } from '../../support/postgres-server.ts'

const copied = (from: string, to: string) => {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  // A file deleted during the copy is not part of the backup.
  if (status !== 0 && !/No such file/.test(stderr)) throw new Error(`cp failed: ${stderr}`)
}

/** A base backup by SQL. It acts as a replica that takes over without the primary's last minutes. */
export const olderCopyOf = async ({ url, data }: Pick<PostgresServer, 'url' | 'data'>) => {
  const copy = `${data}-copy`
  rmSync(copy, { recursive: true, force: true })
  // Uses one session, because a backup belongs to its session.
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`select pg_backup_start('chaos', fast => true)`)
  copied(data, copy)
  const { rows } = await client.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(wait_for_archive => false)',
  )
  // The backup needs the complete log of the time during the copy.
  rmSync(join(copy, 'pg_wal'), { recursive: true, force: true })
  copied(join(data, 'pg_wal'), join(copy, 'pg_wal'))
  rmSync(join(copy, 'postmaster.pid'), { force: true })
  const { uid, gid } = statSync(data)
  const write = (name: string, text: string) => {
    writeFileSync(join(copy, name), text, { mode: 0o600 })
    chownSync(join(copy, name), uid, gid)
  }
  write('backup_label', rows[0]?.labelfile ?? '')
  // With it, PostgreSQL ends its recovery as a promoted replica does: on a new timeline.
  write('recovery.signal', '')
  appendFileSync(join(copy, 'postgresql.auto.conf'), `restore_command = 'false'\n`)
  await client.end()
  return {
    /** Call it while the server is down. */
    putInPlace: () => {
      rmSync(data, { recursive: true, force: true })
      copied(copy, data)
    },
  }
}
