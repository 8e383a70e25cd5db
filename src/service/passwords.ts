import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** 256 random bits, safe in a URL and a cookie. Not from `newUuid`, which tests make predictable. */
export const freshToken = (): string => randomBytes(32).toString('base64url')

export interface Cost {
  readonly N: number
  readonly r: number
  readonly p: number
}

/** About 0.2 s and 32 MiB per attempt. Each hash contains its cost, so that the cost can be raised later. */
export const passwordCost: Cost = { N: 2 ** 15, r: 8, p: 3 }
const hashBytes = 32

const derive = (password: string, salt: Buffer, { N, r, p }: Cost) =>
  new Promise<Buffer>((resolve, reject) => {
    const options = { N, r, p, maxmem: 256 * N * r }
    // NFKC, so that a password has the same bytes on every keyboard.
    scrypt(password.normalize('NFKC'), salt, hashBytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

const textOf = ({ N, r, p }: Cost, salt: Buffer, key: Buffer) =>
  ['scrypt', N, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')

const read = (stored: string) => {
  const [, N, r, p, salt = '', key = ''] = stored.split('$')
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  }
}

export const hashPassword = async (password: string, cost: Cost): Promise<string> => {
  const salt = randomBytes(16)
  return textOf(cost, salt, await derive(password, salt, cost))
}

/** The hash for unknown accounts, so that checking them takes as long. No password matches it. */
export const nobodysHash = (cost: Cost): string => textOf(cost, randomBytes(16), randomBytes(hashBytes))

export const isPassword = async (password: string, stored: string): Promise<boolean> => {
  const { cost, salt, key } = read(stored)
  return timingSafeEqual(await derive(password, salt, cost), key)
}

const [fewest, longest] = [12, 200]

/** By the estimate of guesses: 0 to 4. */
const leastScore = 2

/** Long enough to be strong. The estimate of a longer text takes longer. */
const estimated = 64

/** Loaded at the first new password, because the lists take memory. */
const estimator = async () => {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core')
  const { adjacencyGraphs: graphs, dictionary } = await import('@zxcvbn-ts/language-common')
  return new ZxcvbnFactory({ dictionary, graphs })
}
let loaded: ReturnType<typeof estimator> | undefined

/** Why a password is refused. `about`: words that others know of the person. */
export const weaknessOf = async (
  password: string,
  email: string,
  about: readonly string[],
): Promise<string | undefined> => {
  if (password.length < fewest) return `Use at least ${fewest} characters.`
  if (password.length > longest) return `Use at most ${longest} characters.`
  if (password.toLowerCase() === email) return "Your password can't be your email address."
  const words = [...email.split(/\W+/), ...about.flatMap((text) => text.split(/\s+/))].filter(Boolean)
  const { score } = (await (loaded ??= estimator())).check(password.slice(0, estimated), words)
  return score < leastScore
    ? 'This password is easy to guess. Use several words, or a password manager.'
    : undefined
}
