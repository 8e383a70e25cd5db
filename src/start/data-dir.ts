import { chmod, mkdir, readdir, stat } from 'node:fs/promises'
import type { Log } from '../log.ts'
import { secretFiles } from './kept-secret.ts'

const ours = new Set<string>(['onboarding.db', 'service.db', 'playground.db', ...secretFiles])
const othersMay = 0o077
const sticky = 0o1000

/**
 * Only the owner may read the directory. An existing one is restricted only if nothing but our files is in it, so
 * that a path such as /tmp keeps its mode.
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
  log.warn({ dataDir: path }, 'other users of this machine can list DATA_DIR: run chmod 700 on it')
}
