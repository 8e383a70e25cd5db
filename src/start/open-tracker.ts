import { cachedApi } from '../client/cached-api.ts'
import { createClient } from '../client/client.ts'
import { createPacer } from '../client/pacer.ts'
import type { OpenTracker } from '../bot/installations/installation.ts'
import { type BotDatabase, defaultInstallation, wholeBot } from '../bot/store/database.ts'
import { writePace } from '../bot/store/key-values.ts'
import type { TrackerPlaces } from '../contract/address.ts'
import type { OnboardingApi } from '../contract/api.ts'
import type { Proxies } from '../contract/outgoing.ts'
import type { Log } from '../log.ts'

/** `isOurs`: the service in this process, which needs no pace. */
type Access = Parameters<OpenTracker>[0] & { readonly isOurs?: boolean }

/** Another company's tracker gets at most one write per second from all nodes together. */
export const trackerOpener =
  (
    database: BotDatabase,
    log: Log,
    { production, trackerNetworks, proxies }: TrackerPlaces & { readonly proxies?: Proxies | undefined },
  ) =>
  ({ id, baseUrl, apiKey, isOurs = false }: Access) => {
    const place = id === undefined ? undefined : { id, database: database.of(wholeBot) }
    const turns = place && !database.engine.soleOwner ? { turns: writePace(place) } : {}
    const client = createClient({
      baseUrl,
      apiKey,
      log,
      now: database.now,
      pacer: createPacer(isOurs ? { gapMs: 0 } : turns),
      // What the environment names may be anywhere. What people enter may not lead into our network.
      publicOnly: production && id !== defaultInstallation,
      openNetworks: trackerNetworks,
      proxies,
    })
    return {
      api: client,
      watch: client.watch,
      quota: client.quota,
      place: client.place,
      reach: client.reach,
      cached: (api: OnboardingApi) => cachedApi(api),
      [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
    }
  }
