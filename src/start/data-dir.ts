import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../log.ts'

/** Secrets that are made outside production. The tracker's subscriptions depend on one, the database's ciphertexts on the other. */
export const secretFiles = ['webhook-secret', 'encryption-key'] as const

/** A secret in `DATA_DIR`, the same after a restart. Created when it is missing. */
export const keptSecret = async (
  dataDir: string,
  name: (typeof secretFiles)[number],
  create: () => string = () => randomBytes(24).toString('base64url'),
): Promise<string> => {
  const path = join(dataDir, name)
  try {
    const secret = (await readFile(path, 'utf8')).trim()
    // An older file, or one that was copied back, may be open to others.
    await chmod(path, 0o600)
    return secret
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const secret = create()
  await writeFile(path, secret, { mode: 0o600 })
  return secret
}

const ownFiles = new Set<string>(['onboarding.db', 'service.db', 'playground.db', ...secretFiles])
const othersMay = 0o077
const sticky = 0o1000

/** For its owner alone. An existing one changes its mode only if it has nothing but our files: /tmp stays as it is. */
export const openDataDir = async (path: string, log: Log): Promise<void> => {
  if ((await mkdir(path, { recursive: true, mode: 0o700 })) !== undefined) return
  const { mode, uid } = await stat(path)
  if ((mode & othersMay) === 0) return
  const isOurs =
    uid === process.getuid?.() &&
    (mode & sticky) === 0 &&
    (await readdir(path)).every((name) => ownFiles.has(name.replace(/(-wal|-shm|\.lock(-journal)?)$/, '')))
  if (isOurs) return chmod(path, 0o700)
  log.warn({ dataDir: path }, 'other users of this machine can list DATA_DIR: run chmod 700 on it')
}
