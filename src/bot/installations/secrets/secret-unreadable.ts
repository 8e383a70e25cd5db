/** The row and column that a secret belongs to. A ciphertext that is copied elsewhere does not decrypt there. */
export interface Place {
  readonly table: string
  readonly column: string
  readonly id: number
}

type Why =
  | { readonly code: 'no-keys' | 'changed'; readonly keyId?: undefined }
  | { readonly code: 'unknown-key'; readonly keyId: string }

const newKey = 'create a key with: openssl rand -base64 32'

/** How to get a working secret again without the lost key. */
const anew = ({ table }: Place) =>
  table === 'installation'
    ? 'install the app in this workspace again, at /slack/install'
    : 'connect the tracker again in the Home tab'

const words = (place: Place, why: Why): string => {
  const what = `${place.column} of ${place.table} ${place.id}`
  if (why.code === 'no-keys')
    return `${what} cannot be encrypted or decrypted: ENCRYPTION_KEYS is not set; ${newKey}.`
  if (why.code === 'unknown-key')
    return `${what} was encrypted with the key ${why.keyId}, which is not in ENCRYPTION_KEYS: add that key again, or ${anew(place)}.`
  return `${what} cannot be decrypted, because it was changed or copied from another row: restore it from a backup, or ${anew(place)}.`
}

/** A secret in the database that cannot be used. The message names its row and what to do, never the secret. */
export class SecretUnreadable extends Error {
  override name = 'SecretUnreadable' as const
  readonly code: Why['code']
  readonly place: Place

  constructor(place: Place, why: Why) {
    super(words(place, why))
    this.code = why.code
    this.place = place
  }
}

/** For `catch`. Undefined if a secret can't be read; throws everything else. */
export const unlessUnreadable = (error: unknown): undefined => {
  if (!(error instanceof SecretUnreadable)) throw error
}
