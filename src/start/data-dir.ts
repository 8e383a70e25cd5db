import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import type { Log } from '../log.ts'

const ours = new Set(['onboarding.db', 'service.db', 'playground.db', 'webhook-secret'])
const othersMay = 0o077
const sticky = 0o1000

/**
 * The directory is for its owner alone. One that was there before is tightened when it is plainly ours: a path
 * such as /tmp has other users.
 */
export const openDataDir = async (path: string, log: Log): Promise<void> => {
  if ((await mkdir(path, { recursive: true, mode: 0o700 })) !== undefined) return
  const { mode, uid } = await stat(path)
  if ((mode & othersMay) === 0) return
  const isOurs =
    uid === process.getuid?.() &&
    (mode & sticky) === 0 &&
    (await readdir(path)).every((name) => ours.has(name.replace(/(-wal|-shm|\.lock(-journal)?)$/, '')))
  if (isOurs) return chmod(path, 0o700)
  log.warn({ dataDir: path }, 'other users of this machine may list DATA_DIR: chmod 700 it')
}
