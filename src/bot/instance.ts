import { createHmac } from 'node:crypto'

/** What came to this process since it started. */
export interface Seen {
  /** Requests of Slack with a good signature, and those refused for theirs; in Socket Mode neither. */
  signed: number
  unsigned: number
  lastUnsignedAt: number | undefined
  /** What Slack told of the app's end in the workspace; undefined once its token works again. */
  removed: string | undefined
  /** When Slack last said that it kept events back, because there were too many. */
  rateLimitedAt: number | undefined
  /** Events of workspaces that are not ours, which are left alone. */
  otherTeams: number
  /** Requests to the hook's path with another secret. */
  wrongSecret: number
}

/** This bot, as one can tell it from another at the same address. */
export interface Instance {
  readonly mode: 'http' | 'socket'
  /** Whether Slack's events can reach us; over HTTP only a request tells, so always true. */
  readonly connected: () => boolean
  /** Where the tracker reaches us, without a slash at its end. */
  readonly publicUrl: () => string
  readonly subscribe: 'auto' | 'off'
  /** The lane in which the hook's subscriptions were made. */
  readonly hookLane: () => string
  /** Answers a challenge as only this bot, on any of its nodes, can. */
  readonly prove: (nonce: string) => string
  /** The same for the same text on every node, and after its database was set back; another bot has another. */
  readonly idOf: (text: string) => string
  readonly seen: Seen
  /** Set when this node stored a secret of the hook, until the secrets are read again. */
  readonly hookSecrets: { stale: boolean }
}

/** Headers of `GET /healthz`: who sends the first is answered with the second. */
export const challengeHeader = 'x-onboarding-challenge'
export const proofHeader = 'x-onboarding-proof'

const nonceForm = /^[0-9a-f]{32}$/

export const isNonce = (text: unknown): text is string => typeof text === 'string' && nonceForm.test(text)

export const proofOf =
  (key: string) =>
  (nonce: string): string =>
    createHmac('sha256', key).update(`healthz ${nonce}`).digest('hex')

export const idsOf =
  (key: string) =>
  (text: string): string =>
    createHmac('sha256', key).update(`id ${text}`).digest('hex').slice(0, 32)

export const nothingSeen = (): Seen => ({
  signed: 0,
  unsigned: 0,
  lastUnsignedAt: undefined,
  removed: undefined,
  rateLimitedAt: undefined,
  otherTeams: 0,
  wrongSecret: 0,
})
