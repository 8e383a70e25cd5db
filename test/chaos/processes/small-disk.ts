import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Called with the processes that write. */
type OfWriters = (pids: readonly number[]) => void

export interface SmallDisk {
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
export const smallFiles = (): SmallDisk | undefined =>
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
