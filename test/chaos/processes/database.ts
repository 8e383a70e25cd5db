import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase, type PostgresServer, startPostgres } from '../../support/postgres-server.ts'
import type { Engine, Plan } from '../plan.ts'
import { type SmallDisk, smallDisk, smallFiles } from './small-disk.ts'

export interface WorldDatabase extends AsyncDisposable {
  readonly url: string
  /** This world's own server, if the plan has a fault for it. */
  readonly server: PostgresServer | undefined
  /** Set if the plan fills the disk and this user may. */
  readonly disk: SmallDisk | undefined
}

const ofServers: readonly string[] = ['crash', 'freeze database', 'disk']
/** Enough for what a world writes, so that the disk is full only when the plan fills it. */
const megabytes = { sqlite: 32, postgres: 400 }

/** A server's processes can belong to another user, so their files can't be limited. */
const diskOf = (engine: Engine, home: string) =>
  smallDisk(home, megabytes[engine]) ?? (engine === 'sqlite' ? smallFiles() : undefined)

/** A file, or a database on a server: the one that all worlds share, or the world's own if a fault hits it. */
export const databaseOf = async (
  plan: Plan,
  home: string,
  shared: () => Promise<PostgresServer>,
): Promise<WorldDatabase> => {
  await using stack = new AsyncDisposableStack()
  const hows = plan.faults.flatMap(({ kind }) => (kind.group === 'processes' ? [kind.how] : []))
  // A server under another user needs access too.
  chmodSync(home, 0o711)
  const disk = hows.includes('disk') ? diskOf(plan.engine, home) : undefined
  if (disk) stack.defer(disk.close)
  if (plan.engine === 'sqlite') {
    const opened = stack.move()
    return {
      url: `sqlite:${join(disk?.folder ?? home, 'bot.db')}`,
      server: undefined,
      disk,
      [Symbol.asyncDispose]: () => opened.disposeAsync(),
    }
  }
  // With fsync: without it, a crash could lose commits, which is not a fault of the plan.
  const own = hows.some((how) => ofServers.includes(how))
    ? stack.use(await startPostgres({ fsync: true, ...(disk?.folder && { folder: disk.folder }) }))
    : undefined
  const name = `chaos_${plan.seed}_${crypto.randomUUID().slice(0, 8)}`
  const url = await createDatabase((own ?? (await shared())).url, name)
  const opened = stack.move()
  return { url, server: own, disk, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
