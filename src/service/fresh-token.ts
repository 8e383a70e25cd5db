import { randomBytes } from 'node:crypto'

/** 256 random bits that fit into a URL and a cookie. Never from `newUuid`, which tests foresee. */
export const freshToken = (): string => randomBytes(32).toString('base64url')
