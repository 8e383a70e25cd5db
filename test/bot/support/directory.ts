import { hashOf } from '../../../src/contract/text/hash-of.ts'
import type { Directory, Installation } from '../../../src/bot/installations/installation.ts'

interface Installed {
  readonly team: string
  readonly installation: Installation
}

/** What is installed, in memory. */
export const directoryOf = (all: readonly Installed[]) => {
  const installed = new Map(all.map((one) => [one.installation.id, one]))
  const trackers = () => [...installed.values()].flatMap(({ installation }) => installation.tracker ?? [])
  const directory: Directory = {
    byId: async (id) => installed.get(id)?.installation,
    idOf: async ({ team }) => [...installed.values()].find((one) => one.team === team)?.installation.id,
    byHook: async (hash) => {
      const tracker = trackers().find(({ hookSecret }) => hashOf(hookSecret) === hash)
      const users = [...installed.values()].filter(
        ({ installation }) => installation.tracker?.id === tracker?.id,
      )
      return tracker && { tracker, installations: users.map(({ installation }) => installation.id) }
    },
    onTracker: async (url) =>
      [...installed].filter(([, { installation }]) => installation.tracker?.url === url).map(([id]) => id),
    trackerById: async (id) => trackers().find((tracker) => tracker.id === id),
    ids: async () => [...installed.keys()],
  }
  return {
    directory,
    add: (one: Installed) => void installed.set(one.installation.id, one),
    remove: (id: number) => void installed.delete(id),
  }
}
