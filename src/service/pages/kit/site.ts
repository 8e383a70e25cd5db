import type { Deps } from '../../deps.ts'
import type { Render } from './render.ts'

interface Entrance {
  /** Visitors choose a demo person instead of signing in. People of other organizations always sign in. */
  readonly open: boolean
  /** Further demo organizations, whose people visitors choose by URL. */
  readonly alsoOpen: readonly string[]
  /** Sends cookies over https only. */
  readonly secure: boolean
}

/** What all pages are made with. */
export interface Site {
  readonly deps: Deps
  readonly render: Render
  readonly entrance: Entrance
  /** The demo organization, for visitors who have not signed in. */
  readonly org: string
}
