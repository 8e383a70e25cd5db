import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync, chmodSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase, startPostgres, type PostgresServer } from '../../support/postgres-server.ts'
import type { Engine, Plan } from '../plan.ts'

type OfWriters = (pids: readonly number[]) => void

interface SmallDisk {
  /** Where the database must be. Undefined means anywhere. */
  readonly folder: string | undefined
  readonly fill: OfWriters
  readonly free: OfWriters
  readonly close: () => void
}

/** Large blocks first, and then small ones until the last page is full. */
const blockBytes = [1_048_576, 4_096]

const appendUntilFull = (file: string, block: Buffer) => {
  try {
    for (;;) appendFileSync(file, block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

const limitFiles =
  (bytes: string): OfWriters =>
  (pids) => {
    for (const pid of pids) spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`])
  }

/** For users who may not mount: keeps files from growing. Undefined if the system has no such limit. */
const smallFiles = (): SmallDisk | undefined =>
  spawnSync('prlimit', ['--version']).status === 0
    ? { folder: undefined, fill: limitFiles('65536'), free: limitFiles('unlimited'), close: () => undefined }
    : undefined

/** A separate file system that can be filled. Undefined if this user may not mount one. */
export const smallDisk = (home: string, megabytes: number): SmallDisk | undefined => {
  const folder = join(home, 'disk')
  mkdirSync(folder)
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  if (mounted.status !== 0) return undefined
  const ballast = join(folder, 'ballast')
  // Lazy, because a killed process may hold it for a moment.
  const close = () => void spawnSync('umount', ['-l', folder])
  process.once('exit', close)
  return {
    folder,
    fill: () => {
      for (const bytes of blockBytes) appendUntilFull(ballast, Buffer.alloc(bytes))
    },
    free: () => rmSync(ballast, { force: true }),
    close: () => {
      process.off('exit', close)
      close()
    },
  }
}

const ofServers: readonly string[] = ['crash', 'freeze database', 'disk']
/** Enough for what a world writes, so that the disk is full only when the plan fills it. */
const megabytes = { sqlite: 32, postgres: 400 }

/** A server's processes can belong to another user, so their files can't be limited. */
const diskOf = (engine: Engine, home: string) =>
  smallDisk(home, megabytes[engine]) ?? (engine === 'sqlite' ? smallFiles() : undefined)

interface WorldDatabase {
  readonly url: string
  /** Undefined if no fault hits it. */
  readonly server: Pick<PostgresServer, 'crash' | 'restart' | 'signal'> | undefined
  readonly disk: SmallDisk | undefined
}

/** A file, or a database on a server: the one that all worlds share, or the world's own if a fault hits it. */
export const databaseOf = async (
  { engine, faults, seed }: Plan,
  home: string,
  shared: () => Promise<PostgresServer>,
  stack: AsyncDisposableStack,
): Promise<WorldDatabase> => {
  const hows = faults.flatMap(({ kind }) => (kind.group === 'processes' ? [kind.how] : []))
  // A server under another user needs access too.
  chmodSync(home, 0o711)
  const disk = hows.includes('disk') ? diskOf(engine, home) : undefined
  if (disk) stack.defer(disk.close)
  if (engine === 'sqlite')
    return { url: `sqlite:${join(disk?.folder ?? home, 'bot.db')}`, server: undefined, disk }
  // With fsync: without it, a crash could lose commits, which is not a fault of the plan.
  const server = hows.some((how) => ofServers.includes(how))
    ? stack.use(await startPostgres({ fsync: true, ...(disk?.folder && { folder: disk.folder }) }))
    : undefined
  const name = `chaos_${seed}_${crypto.randomUUID().slice(0, 8)}`
  const url = await createDatabase((server ?? (await shared())).url, name)
  return { url, server, disk }
}
