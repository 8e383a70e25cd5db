import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { hookHash } from '../../../src/bot/installations/carrier.ts'
import type { Changed } from '../../../src/bot/installations/create-connecting.ts'
import type { Directory, Installation, TrackerAccount } from '../../../src/bot/installations/installation.ts'
import type { Vault } from '../../../src/bot/secrets/vault.ts'
import type { BotDatabase } from '../../../src/bot/store/database.ts'
import {
  allConnections,
  connectionSecrets,
  findConnection,
} from '../../../src/bot/store/installations/connections.ts'
import {
  allInstallations,
  findInstallation,
  installationAt,
  storeInstall,
} from '../../../src/bot/store/installations/installations.ts'
import { readToken } from '../../../src/bot/store/installations/tokens.ts'
import { createClient } from '../../../src/client/client.ts'
import { createLog } from '../../../src/log.ts'
import { installOf, newVault } from '../installations/installing.ts'
import { dana, runningBot } from './running-bot.ts'
import { trackerOverHttp, type TrackerCall } from './tracker-over-http.ts'
import type { Trouble } from './trouble.ts'

/** What is stored, read once and again after a change. */
const directoryOf = (opened: () => BotDatabase, vault: Vault) => {
  const accounts = new Map<number, Promise<TrackerAccount | undefined>>()
  const found = new Map<number, Promise<Installation | undefined>>()
  const tables = () => opened().installations

  const readAccount = async (id: number): Promise<TrackerAccount | undefined> => {
    const { sql } = tables()
    const [connection, secrets] = [await findConnection(sql, id), await connectionSecrets(sql, vault, id)]
    if (!connection?.baseUrl || !secrets) return undefined
    const { baseUrl: url, integrationUuid } = connection
    const { apiKey, hookSecret } = secrets
    const api = createClient({ baseUrl: url, apiKey })
    onTestFinished(() => api[Symbol.asyncDispose]())
    return {
      id,
      url,
      api,
      hookSecret,
      apiUserUuid: undefined,
      integrationUuid: integrationUuid ?? undefined,
    }
  }
  const accountOf = (id: number) => {
    const known = accounts.get(id) ?? readAccount(id)
    accounts.set(id, known)
    return known
  }
  const read = async (id: number): Promise<Installation | undefined> => {
    const row = await findInstallation(tables().sql, id)
    if (row?.state !== 'active') return undefined
    const botToken = { get: async () => (await readToken(tables().sql, vault, id))?.token ?? '' }
    return {
      id,
      botToken,
      tracker: row.connectionId === null ? undefined : await accountOf(row.connectionId),
    }
  }
  const others = async () => (await allInstallations(tables().sql)).filter(({ id }) => id !== 1)

  const directory: Directory = {
    byId: (id) => {
      const known = found.get(id) ?? read(id)
      found.set(id, known)
      return known
    },
    idOf: async ({ team = '', enterprise = '' }) => {
      const at = await installationAt(tables().sql, { teamId: team, enterpriseId: enterprise })
      return at?.id === 1 ? undefined : at?.id
    },
    byHook: async (hash) => {
      for (const { id } of await allConnections(tables().sql)) {
        const tracker = await accountOf(id)
        if (!tracker || hookHash(tracker.hookSecret) !== hash) continue
        const users = (await others()).filter(({ connectionId }) => connectionId === id)
        return { tracker, installations: users.map((one) => one.id) }
      }
      return undefined
    },
    trackerById: accountOf,
    ids: async () => (await others()).map(({ id }) => id),
  }
  const changed = ({ installation, connections }: Changed) => {
    found.delete(installation)
    for (const id of connections) accounts.delete(id)
  }
  return { directory, changed }
}

export const otherTeam = 'T2'

interface Facts {
  engine?: 'sqlite' | 'postgres'
  production?: boolean
  subscribe?: 'auto' | 'off'
}

/** The bot of the environment, and a workspace of its own that has installed the app and has no tracker yet. */
export const twoInstallations = async ({
  engine = 'sqlite',
  production = false,
  subscribe = 'off',
}: Facts = {}) => {
  const vault = newVault()
  const logged: string[] = []
  let opened: BotDatabase | undefined
  const { directory, changed } = directoryOf(() => {
    if (!opened) throw new TypeError('the bot has not started')
    return opened
  }, vault)
  const running = await runningBot({
    engine,
    subscribe,
    log: createLog('debug', { write: (text: string) => void logged.push(text) }),
    directory: { ...directory, ids: async () => (opened ? directory.ids() : []) },
    connecting: { vault, production, openTracker: createClient, onChanged: changed },
  })
  opened = running.everyone
  const install = installOf(otherTeam, { token: 'xoxb-T2-first', installedBy: dana })
  const { id } = await storeInstall(running.everyone.installations, vault, install, Date.now())
  const fault: { next: (call: TrackerCall) => Trouble | undefined } = { next: () => undefined }
  const tracker = await trackerOverHttp(running.tracker, (call) => fault.next(call))
  onTestFinished(() => tracker.close())

  const interact = (facts: object, user = dana) => {
    const payload = {
      user: { id: user, team_id: otherTeam },
      team: { id: otherTeam },
      api_app_id: 'A1',
      trigger_id: randomUUID(),
      ...facts,
    }
    const form = new URLSearchParams({ payload: JSON.stringify(payload) })
    return running.signed(form.toString(), 'application/x-www-form-urlencoded')
  }
  return {
    ...running,
    id,
    vault,
    logged,
    trackerUrl: tracker.url,
    trackerFault: fault,
    tables: running.everyone.installations,
    depsThere: async () => {
      const bound = await running.bot.carrier.of(id)
      if (!bound) throw new TypeError('the app is not installed there')
      return bound.deps
    },
    /** A command of somebody of the other workspace. */
    commandThere: (text: string, user = dana) =>
      running.command(text, { team_id: otherTeam, user_id: user, channel_id: 'C0THERE' }),
    openHome: (user = dana) =>
      running.signed(
        JSON.stringify({
          type: 'event_callback',
          team_id: otherTeam,
          api_app_id: 'A1',
          event_id: `Ev${randomUUID()}`,
          event_time: 1,
          event: { type: 'app_home_opened', user, channel: 'D0DANA', tab: 'home', event_ts: '1.0' },
        }),
        'application/json',
      ),
    pressOnHome: (action: string, user = dana) =>
      interact(
        {
          type: 'block_actions',
          container: { type: 'view', view_id: 'V1' },
          view: { id: 'V1', type: 'home', private_metadata: '', state: { values: {} } },
          actions: [{ type: 'button', action_id: action, block_id: 'b', value: '', action_ts: '1' }],
        },
        user,
      ),
    /** What Slack is answered: errors under inputs, or another view. */
    submit: async (callback: string, values: Record<string, string | null>, user = dana) => {
      const state = Object.entries(values).map(([block, value]) => [block, { [block]: { value } }])
      const view = {
        id: randomUUID(),
        type: 'modal',
        callback_id: callback,
        private_metadata: '',
        blocks: [],
      }
      const response = await interact(
        { type: 'view_submission', view: { ...view, state: { values: Object.fromEntries(state) } } },
        user,
      )
      return (await response.json()) as {
        response_action: string
        errors?: Record<string, string>
        view?: { external_id?: string; blocks: object[] }
      }
    },
  }
}
export type TwoInstallations = Awaited<ReturnType<typeof twoInstallations>>
