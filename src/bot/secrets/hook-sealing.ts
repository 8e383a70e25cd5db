import { keyIdAt, type Vault } from './vault.ts'

/** The subscription that a signing secret belongs to. */
export interface Subscription {
  readonly target: string
  readonly event: string
}

/** Encrypts the signing secrets of hook subscriptions, if there is a key. */
export interface HookSealing {
  seal(at: Subscription, secret: string): string
  /** Throws `SecretUnreadable`. A secret from before there was a key is plain. */
  open(at: Subscription, stored: string): string
  /** Whether the newest key sealed it. */
  isNewest(stored: string): boolean
}

/** Subscriptions have no number, so their names are part of the place. */
const placeOf = ({ target, event }: Subscription) => ({
  table: 'hook_secret',
  column: `secret ${target} ${event}`,
  id: 0,
})

export const hookSealing = (vault: Vault | undefined): HookSealing => {
  const [newest] = vault?.keyIds ?? []
  return {
    seal: (at, secret) => (vault && newest !== undefined ? vault.seal(placeOf(at), secret) : secret),
    open: (at, stored) => (vault && keyIdAt(stored) !== undefined ? vault.open(placeOf(at), stored) : stored),
    isNewest: (stored) => newest === undefined || keyIdAt(stored) === newest,
  }
}
