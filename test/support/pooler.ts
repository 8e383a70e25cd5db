import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import pg from 'pg'
import { asUser } from './postgres-server.ts'
import { freePort } from './free-port.ts'
import { freshFolder } from './fresh-folder.ts'

const program = '/usr/sbin/pgbouncer'

const isThere = spawnSync(program, ['--version']).status === 0
// A person's own machine may lack it; where it decides whether a change is good, it may not.
const isRequired = Boolean(process.env['CI'])
if (!isThere && !isRequired)
  console.warn(`SKIPPED: tests of a pooler need ${program}: apt-get install -y pgbouncer`)

export const hasPooler = isThere || isRequired

const answers = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.end()
}

/** PgBouncer in transaction mode before a database; gone after the test. Returns the URL of the pooler. */
export const startPooler = async (databaseUrl: string): Promise<string> => {
  const { username, password, hostname, port, pathname } = new URL(databaseUrl)
  const home = freshFolder()
  chmodSync(home, 0o755)
  const own = await freePort()
  const file = join(home, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 8
`,
  )
  const pooler = spawn(program, ['-q', file], { ...asUser(), stdio: 'ignore' })
  onTestFinished(() => void pooler.kill('SIGKILL'))
  const url = `postgres://${username}@127.0.0.1:${own}${pathname}`
  await vi.waitFor(() => answers(url), { timeout: 10_000 })
  return url
}
