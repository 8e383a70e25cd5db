import { randomBytes } from 'node:crypto'

/** 256 random bits, safe in a URL and a cookie. Not from `newUuid`, which tests make predictable. */
export const freshToken = (): string => randomBytes(32).toString('base64url')
