import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** The row and column that a secret belongs to. A ciphertext that is copied elsewhere does not decrypt there. */
interface Place {
  readonly table: string
  readonly column: string
  readonly id: number
}

type Why = 'no-keys' | 'changed' | { readonly unknownKey: string }

const newKey = 'create a key with: openssl rand -base64 32'

const anew = ({ table }: Place) =>
  table === 'installation'
    ? 'install the app in this workspace again, at /slack/install'
    : 'connect the tracker again in the Home tab'

const words = (place: Place, why: Why): string => {
  const what = `${place.column} of ${place.table} ${place.id}`
  if (why === 'no-keys')
    return `${what} cannot be encrypted or decrypted: ENCRYPTION_KEYS is not set; ${newKey}.`
  if (why === 'changed')
    return `${what} cannot be decrypted, because it was changed or copied from another row: restore it from a backup, or ${anew(place)}.`
  return `${what} was encrypted with the key ${why.unknownKey}, which is not in ENCRYPTION_KEYS: add that key again, or ${anew(place)}.`
}

/** A secret in the database that cannot be used. The message names its row and what to do, never the secret. */
export class SecretUnreadable extends Error {
  override name = 'SecretUnreadable' as const

  constructor(place: Place, why: Why) {
    super(words(place, why))
  }
}

/** For `catch`: what is wrong with a secret, in a sentence. Throws everything else. */
export const unreadableWords = (error: unknown): string => {
  if (!(error instanceof SecretUnreadable)) throw error
  return error.message
}

/** For `catch`. Undefined if a secret can't be read; throws everything else. */
export const unlessUnreadable = (error: unknown): undefined => void unreadableWords(error)

const version = 'v1'
const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** Derived from the key, so that nobody has to invent ids, and no id can mean two keys. */
const keyIdOf = (key: Buffer) =>
  createHash('sha256').update('onboarding key id\n').update(key).digest('hex').slice(0, 8)

/** Undefined if the text is no ciphertext. */
const partsOf = (sealed: string) => {
  const [, keyId, nonce, data] = /^v1\.([0-9a-f]{8})\.([\w-]{16})\.([\w-]{22,})$/.exec(sealed) ?? []
  if (keyId === undefined || nonce === undefined || data === undefined) return undefined
  return { keyId, nonce: Buffer.from(nonce, 'base64url'), data: Buffer.from(data, 'base64url') }
}

/** The first part of whatever the key with this id sealed. */
export const sealedWith = (keyId: string): string => `${version}.${keyId}.`

/** The first characters of a ciphertext, which say which key sealed it. */
export const startLength = sealedWith('01234567').length
export const keyIdAt = (start: string): string | undefined => /^v1\.([0-9a-f]{8})\./.exec(start)?.[1]

const boundTo = ({ table, column, id }: Place) => Buffer.from([version, table, column, id].join('\n'))

const signatureOf = (key: Buffer, text: string) =>
  createHmac('sha256', createHmac('sha256', key).update('onboarding signatures').digest())
    .update(text)
    .digest()

/**
 * Encrypts tokens, keys and secrets for the database: AES-256-GCM, as `v1.<key id>.<nonce>.<data and tag>`. `keys`:
 * base64 of 32 bytes each, newest first. Without keys, sealing and opening fail with the way out.
 */
export const createVault = (keys: readonly string[]) => {
  const ring = new Map(
    keys.map((key) => {
      const bytes = Buffer.from(key, 'base64')
      return [keyIdOf(bytes), bytes]
    }),
  )
  const [newest] = ring
  return {
    /** Newest first. The first one seals. */
    keyIds: [...ring.keys()] as readonly string[],
    seal: (place: Place, secret: string): string => {
      if (!newest) throw new SecretUnreadable(place, 'no-keys')
      const [keyId, key] = newest
      const nonce = randomBytes(nonceBytes)
      const to = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes }).setAAD(boundTo(place))
      const data = Buffer.concat([to.update(secret, 'utf8'), to.final(), to.getAuthTag()])
      return `${sealedWith(keyId)}${nonce.toString('base64url')}.${data.toString('base64url')}`
    },
    /** Proves that this program, on any node, wrote the text. Without keys, nothing is ever signed. */
    sign: (text: string): string => (newest ? signatureOf(newest[1], text).toString('base64url') : ''),
    isSigned: (text: string, signature: string): boolean => {
      const given = Buffer.from(signature, 'base64url')
      return [...ring.values()].some(
        (key) => given.length === 32 && timingSafeEqual(given, signatureOf(key, text)),
      )
    },
    /** Throws `SecretUnreadable`. */
    open: (place: Place, sealed: string): string => {
      if (!newest) throw new SecretUnreadable(place, 'no-keys')
      const parts = partsOf(sealed)
      if (!parts) throw new SecretUnreadable(place, 'changed')
      const key = ring.get(parts.keyId)
      if (!key) throw new SecretUnreadable(place, { unknownKey: parts.keyId })
      const from = createDecipheriv(cipher, key, parts.nonce, { authTagLength: tagBytes })
      from.setAAD(boundTo(place)).setAuthTag(parts.data.subarray(-tagBytes))
      try {
        return from.update(parts.data.subarray(0, -tagBytes), undefined, 'utf8') + from.final('utf8')
      } catch {
        throw new SecretUnreadable(place, 'changed')
      }
    },
  }
}
export type Vault = ReturnType<typeof createVault>
