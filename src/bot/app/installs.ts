import type { Log } from '../../log.ts'
import type { InstallOptions } from '../doors/install.ts'
import { type BotDatabase, defaultInstallation } from '../store/database.ts'
import { lastHeard } from '../store/key-values.ts'
import { queueMissedReplies } from '../sync/replies/take-reply.ts'
import type { Lanes } from '../../lanes/lanes.ts'
import { clearLeft, erase, installationsToErase, leave } from '../installations/store/leaving.ts'
import { isInstalled, nameDefault, type OnBack } from '../installations/store/installations.ts'
import type { TrackerPlaces } from '../../contract/address.ts'
import type { Slack } from '../slack/web-slack.ts'
import { type ConnectingSurroundings, createConnecting } from '../installations/connecting.ts'
import { type OpenTracker, storedDirectory, type TrackerAccount } from '../installations/installation.ts'
import { reEncrypt } from '../installations/store/sealed.ts'

export type InstallsOptions = Pick<InstallOptions, 'oauth' | 'vault'> &
  TrackerPlaces & {
    readonly openTracker: OpenTracker
  }

/** Slack's times of events can be whole seconds. */
const secondMs = 1_000

export const tendMs = 300_000

interface Surroundings {
  readonly database: BotDatabase
  readonly lanes: Lanes
  readonly own: TrackerAccount | undefined
  readonly now: () => number
  readonly ticks: () => number
  readonly log: Log
  readonly trackerOf: ConnectingSurroundings['trackerOf']
}

/** Workspaces that installed the app by OAuth. */
export const openInstalls = (
  { vault, openTracker, production, trackerNetworks = [] }: InstallsOptions,
  { database, lanes, own, now, ticks, log, trackerOf }: Surroundings,
) => {
  const tables = database.installations
  const directory = storedDirectory({ database: tables, vault, openTracker, own, ticks })
  /** Slack doesn't repeat what came while the app was not installed. */
  const onBack: OnBack = async (tx, { id, state, stateAt }) => {
    const scoped = database.within(tx, id)
    const since = state === 'leaving' ? stateAt : await lastHeard(scoped.sql)
    if (since !== undefined) await queueMissedReplies({ lanes: lanes.of(id), now }, scoped, since)
  }
  return {
    directory,
    onBack,
    connecting: createConnecting({
      database: tables,
      now,
      trackerOf,
      vault,
      production,
      trackerNetworks,
      openTracker,
      onChanged: directory.changed,
    }),
    /**
     * Stops the installation at once. It is erased an hour later. False if it was installed again since `at`, in ms:
     * Slack repeats events for an hour.
     */
    leave: async (id: number, reason: string, at: number): Promise<boolean> => {
      const isLeft = await leave(tables.sql, id, reason, now(), at + secondMs)
      if (isLeft) log.warn({ installation: id, reason }, 'the app was removed')
      directory.changed(id)
      if (isLeft || !(await isInstalled(tables.sql, id))) return true
      log.info({ installation: id, reason }, 'ignored a removal: the app was installed again since')
      return false
    },
    tend: async (): Promise<void> => {
      for (const id of await installationsToErase(tables.sql, now())) {
        await clearLeft(database, id, now())
        if (await erase(tables, id, now()))
          log.info({ installation: id }, 'what the bot knew of it was erased')
        directory.changed(id)
      }
    },
    /** Moves every secret to the newest key. One node's work is enough; several do no harm. */
    start: async (slack: Slack | undefined): Promise<void> => {
      const { done, problems } = await reEncrypt(tables.sql, vault)
      if (done > 0) log.info({ secrets: done }, 'secrets were encrypted again with the newest key')
      for (const reason of problems) log.error({ reason }, 'a secret cannot be read')
      if (!slack) return
      const { teamId, teamName, enterpriseId = '', userId } = await slack.identity()
      const identity = { teamId, teamName, enterpriseId, isOrg: false, botUserId: userId }
      if (!(await nameDefault(tables.sql, identity)))
        log.warn({ team: teamId }, `installation ${defaultInstallation} is installed by OAuth, too`)
    },
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  }
}
