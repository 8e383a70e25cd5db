import { createHash } from 'node:crypto'

/** Keys and session ids are long and random, so a plain SHA-256 is enough. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
