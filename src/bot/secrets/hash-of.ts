import { createHash } from 'node:crypto'

/** Secrets that are long and random are compared and stored by this hash. It can't be guessed back. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')
