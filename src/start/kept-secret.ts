import { randomBytes } from 'node:crypto'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Generated outside production. The tracker's subscriptions depend on the one, the ciphertexts in the database on the
 * other.
 */
export const secretFiles = ['webhook-secret', 'encryption-key'] as const

/** A secret in `DATA_DIR`, the same after a restart. Created when it is missing. */
export const keptSecret = async (
  dataDir: string,
  name: (typeof secretFiles)[number],
  create: () => string = () => randomBytes(24).toString('base64url'),
): Promise<string> => {
  const path = join(dataDir, name)
  try {
    const kept = (await readFile(path, 'utf8')).trim()
    // An older one, or one that was copied back, may be open to others.
    await chmod(path, 0o600)
    return kept
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const secret = create()
  await writeFile(path, secret, { mode: 0o600 })
  return secret
}
