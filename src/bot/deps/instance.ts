import { createHmac } from 'node:crypto'
import { defaultInstallation } from '../store/database.ts'

export interface Seen {
  /** Slack requests with a good and with a bad signature. Both stay 0 in Socket Mode. */
  signed: number
  unsigned: number
  lastUnsignedAt: number | undefined
  /** When Slack last withheld events because there were too many. */
  rateLimitedAt: number | undefined
  otherTeams: number
  wrongSecret: number
}

/** Identifies this bot, and one of its installations, among others at the same address. */
export interface Instance {
  readonly mode: 'http' | 'socket'
  /** Whether Slack's events can reach us. Always true over HTTP, where only a request can tell. */
  readonly connected: () => boolean
  /** The URL at which the tracker reaches us, without a trailing slash. */
  readonly publicUrl: () => string
  /** Answers a challenge. Only this bot can, on any of its nodes. */
  readonly prove: (nonce: string) => string
  /** The same text gives the same id on every node. Another bot's id differs. */
  readonly idOf: (text: string) => string
  readonly seen: Seen
  /** Why the app lost access to the workspace. Undefined once its token works again. */
  readonly access: { removed: string | undefined }
}

/** Headers of `GET /healthz`. A request with the first gets the second. */
export const challengeHeader = 'x-onboarding-challenge'
export const proofHeader = 'x-onboarding-proof'

const nonceForm = /^[0-9a-f]{32}$/

export const isNonce = (text: unknown): text is string => typeof text === 'string' && nonceForm.test(text)

export const proofOf =
  (key: string) =>
  (nonce: string): string =>
    createHmac('sha256', key).update(`healthz ${nonce}`).digest('hex')

/** Two installations can share a channel, with the same id, so their ids differ. */
export const idsOf =
  (key: string, installation: number) =>
  (text: string): string => {
    const own = installation === defaultInstallation ? 'id' : `id of ${installation}`
    return createHmac('sha256', key).update(`${own} ${text}`).digest('hex').slice(0, 32)
  }

export const nothingSeen = (): Seen => ({
  signed: 0,
  unsigned: 0,
  lastUnsignedAt: undefined,
  rateLimitedAt: undefined,
  otherTeams: 0,
  wrongSecret: 0,
})
