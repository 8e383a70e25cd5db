import type { OnboardingApi } from '../../contract/api.ts'
import type { BotToken } from '../slack/bolt.ts'

/** This node makes no calls while the monthly quota is used up. */
export interface QuotaStop {
  /** Since when, in ms. Undefined while calls go through. */
  reachedAt(): number | undefined
  resume(): void
}

/** An account at a tracker. Installations that share one share its pace, quota, caches and hooks. */
export interface TrackerAccount {
  readonly id: number
  /** Part of a hook subscription's key: the same hook on two trackers is two subscriptions. */
  readonly url: string
  readonly api: OnboardingApi
  /** Rejects while the tracker does not answer, without using the quota. Default: a call to the API. */
  readonly reach?: (() => Promise<unknown>) | undefined
  readonly quota?: QuotaStop | undefined
  /** The ms until work that can wait may write, by the work's key. Default: at once. */
  readonly place?: ((key: string) => number) | undefined
  /** Adds a cache. The bot watches `api` itself, because a cached answer says nothing about the tracker. */
  readonly cached?: ((api: OnboardingApi) => OnboardingApi) | undefined
  /** The last segment of the hook URL. */
  readonly hookSecret: string
  /** The API key's own user, if configured. Otherwise the bot learns it from its first comment. */
  readonly apiUserUuid: string | undefined
  /** External links of created projects belong to this integration. Undefined: none are created. */
  readonly integrationUuid: string | undefined
}

/** The app in a workspace, or in a whole Enterprise Grid organization. */
export interface Installation {
  readonly id: number
  readonly botToken: BotToken
  /** Undefined until an admin has connected the tracker. */
  readonly tracker: TrackerAccount | undefined
}

/** The workspace or organization that Slack names. */
export interface Team {
  readonly team: string | undefined
  readonly enterprise: string | undefined
}

/** What is installed besides `default`. */
export interface Directory {
  /** Undefined if it is not installed anymore. */
  byId(id: number): Promise<Installation | undefined>
  idOf(team: Team): Promise<number | undefined>
  /** The tracker account whose hook secret has this hash, and the installations that use it. */
  byHook(hash: string): Promise<{ tracker: TrackerAccount; installations: readonly number[] } | undefined>
  trackerById(id: number): Promise<TrackerAccount | undefined>
  /** The installations that use the tracker at this address, with whichever key. */
  onTracker(url: string): Promise<readonly number[]>
  /** All that are active. */
  ids(): Promise<readonly number[]>
}

export const emptyDirectory: Directory = {
  byId: async () => undefined,
  idOf: async () => undefined,
  byHook: async () => undefined,
  trackerById: async () => undefined,
  onTracker: async () => [],
  ids: async () => [],
}
