import { createHash } from 'node:crypto'

/** Plain SHA-256 is enough, because secrets, keys and session ids are long and random. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
