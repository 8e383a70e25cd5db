import { randomBytes } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { unlessUnreadable, type Vault } from './vault.ts'
import {
  addConnection,
  connect,
  connectionLike,
  eraseUnused,
  findConnection,
  noteCheck,
  openConnection,
  replaceOwnKey,
} from './store/connections.ts'
import { findInstallation } from './store/installations.ts'
import type { InstallationTables } from '../store/installation-tables.ts'
import { type Hooks, queueHookSubscriptions } from './hooks.ts'
import type { OpenTracker } from './installation.ts'
import {
  NotPublic,
  isOneWord,
  trackerAddressProblem,
  withoutVersion,
  type TrackerPlaces,
  type AddressProblem,
} from '../../contract/address.ts'
import { ApiProblem, type ProblemKind } from '../../contract/problem.ts'
import { inputs } from '../kit/ids.ts'

export type ConnectProblem =
  | AddressProblem
  | 'key-form'
  | 'key-refused'
  | 'integration-form'
  | 'no-tracker'
  | 'unreachable'
  | 'no-answer'
  | 'busy'
  | 'quota'

type Input = 'trackerUrl' | 'trackerKey' | 'trackerIntegration'

const problemTexts: Readonly<Record<Exclude<ConnectProblem, 'version'>, readonly [Input, string]>> = {
  'no-address': [
    'trackerUrl',
    'Enter an address such as https://tracker.example.com, without a user name, query, or fragment.',
  ],
  'no-https': ['trackerUrl', 'The address must begin with https://. Over http, others could read the key.'],
  private: [
    'trackerUrl',
    'This address is private, so the app can’t use it. Enter the tracker’s public address.',
  ],
  'no-tracker': [
    'trackerUrl',
    'Something answers at this address, but it isn’t the tracker. Check the address.',
  ],
  unreachable: ['trackerUrl', 'Nothing answers at this address. Check it for typing errors.'],
  'no-answer': ['trackerUrl', 'The tracker isn’t responding right now. Try again in a minute.'],
  'key-form': ['trackerKey', 'A key is one word without spaces or line breaks. Copy it again.'],
  'key-refused': [
    'trackerKey',
    'The tracker rejected this key: it’s unknown or deactivated. Ask a Vendor Admin to create a new one.',
  ],
  busy: ['trackerKey', 'The tracker is limiting requests right now. Try again in about a minute.'],
  quota: ['trackerKey', 'This key’s monthly quota is used up. Use another key, or try again next month.'],
  'integration-form': ['trackerIntegration', 'Enter the integration’s UUID, or leave this empty.'],
}

/** `block`: the input that it is about. */
export const connectProblem = (
  problem: ConnectProblem,
  url: string,
): { readonly block: string; readonly words: string } => {
  const [input, words] =
    problem === 'version'
      ? (['trackerUrl', `Leave out /v1 at the end: ${withoutVersion(url)}`] as const)
      : problemTexts[problem]
  return { block: inputs[input], words }
}

interface TrackerToTry {
  /** Without slashes at the end. */
  readonly baseUrl: string
  readonly apiKey: string
}

interface TrackerToConnect extends TrackerToTry {
  /** Null: no external links are created. */
  readonly integrationUuid: string | null
}

type Tried = { readonly problem: ConnectProblem } | { readonly problem?: never; readonly projects: number }

interface Checks extends TrackerPlaces {
  /** In production, it must refuse host names that resolve to a private address. */
  readonly openTracker: OpenTracker
}

/** A tracker always has a list of projects, so an answer such as 404 comes from something else. */
const problems: Readonly<Record<ProblemKind, ConnectProblem>> = {
  unauthorized: 'key-refused',
  forbidden: 'key-refused',
  'rate-limited': 'busy',
  quota: 'quota',
  unreachable: 'unreachable',
  unknown: 'no-answer',
  'not-found': 'no-tracker',
  invalid: 'no-tracker',
  unresolved: 'no-tracker',
  'not-tracker': 'no-tracker',
  'too-large': 'no-tracker',
  unexpected: 'no-tracker',
}

const problemIn = (error: ApiProblem): ConnectProblem =>
  error.cause instanceof NotPublic ? 'private' : problems[error.kind]

/** The client's errors become problems. Throws any other error. */
const checkTracker = async (checks: Checks, { baseUrl, apiKey }: TrackerToTry): Promise<Tried> => {
  const wrong = trackerAddressProblem(baseUrl, checks)
  if (wrong) return { problem: wrong }
  if (!isOneWord(apiKey)) return { problem: 'key-form' }
  await using opened = checks.openTracker({ id: undefined, baseUrl, apiKey })
  try {
    const { pagination } = await opened.api.listProjects({ limit: 1 })
    return { projects: pagination.total }
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return { problem: problemIn(error) }
  }
}

export interface ConnectingSurroundings extends Checks {
  readonly database: Database<InstallationTables>
  readonly vault: Vault
  /** The installation's token or tracker has changed, so whoever holds it must read it again. */
  readonly onChanged: (installation: number) => void
  readonly trackerOf: (connection: number) => Promise<Hooks | undefined>
  readonly now: () => number
}

const newHookSecret = () => randomBytes(24).toString('base64url')

/** The caller checks that an admin of the installation asks. */
export const createConnecting = (surroundings: ConnectingSurroundings) => (installation: number) => {
  const { database, vault, trackerOf, onChanged, now } = surroundings
  const { sql } = database

  /** Undefined also if its encryption key is lost: then the tracker is connected again. */
  const currentConnection = async () => {
    const id = (await findInstallation(sql, installation))?.connectionId ?? undefined
    if (id === undefined || !(await openConnection(sql, vault, { id }).catch(unlessUnreadable)))
      return undefined
    return findConnection(sql, id)
  }

  /** A connection to share. External links belong to an integration, so a wanted one must be the same. */
  const findShared = async (tracker: TrackerToConnect) => {
    const shared = await connectionLike(sql, vault, tracker)
    const { integrationUuid } = tracker
    return integrationUuid === null || integrationUuid === shared?.integrationUuid ? shared : undefined
  }

  /** Queues the hook before the installation uses the connection: after a crash in between, the next attempt finds it. */
  const addNew = async ({ baseUrl, apiKey, integrationUuid }: TrackerToConnect, createdBy: string) => {
    const connection = {
      baseUrl,
      apiKey,
      integrationUuid,
      createdBy,
      hookSecret: newHookSecret(),
      apiUserUuid: null,
    }
    const id = await addConnection(database, vault, connection, now())
    const tracker = await trackerOf(id)
    if (tracker?.subscribe === 'auto') await queueHookSubscriptions(tracker)
    return id
  }

  const moveTo = async (tracker: TrackerToConnect, by: string) => {
    const shared = await findShared(tracker)
    const id =
      shared && (await connect(database, installation, shared.id)) ? shared.id : await addNew(tracker, by)
    if (id !== shared?.id && !(await connect(database, installation, id))) {
      await eraseUnused(sql, id)
      throw new Error('the app is no longer installed in this workspace')
    }
    await noteCheck(sql, id, undefined)
    onChanged(installation)
  }

  return {
    /** Asks the tracker, which takes seconds. Stores nothing. */
    check: (tracker: TrackerToTry): Promise<Tried> => checkTracker(surroundings, tracker),
    /** Stores what was checked. An installation that uses the same tracker with the same key shares its connection. */
    connect: moveTo,
    /** Everything but the key stays. False if no tracker is connected. */
    replaceKey: async (apiKey: string, by: string): Promise<boolean> => {
      const former = await currentConnection()
      if (!former || former.baseUrl === null) return false
      const { id: connection, baseUrl, integrationUuid } = former
      const shared = await connectionLike(sql, vault, { baseUrl, apiKey })
      // Whoever shares the connection keeps the key that they know.
      if (shared || !(await replaceOwnKey(database, vault, { installation, connection, apiKey })))
        await moveTo({ baseUrl, apiKey, integrationUuid }, by)
      else {
        await noteCheck(sql, connection, undefined)
        onChanged(installation)
      }
      return true
    },
    /** Channels keep their subscriptions and settings. */
    disconnect: async (): Promise<void> => {
      await connect(database, installation, null)
      onChanged(installation)
    },
    status: async () => {
      const found = await findInstallation(sql, installation)
      return {
        /** Undefined until an admin has connected a tracker. */
        tracker: await currentConnection(),
        installedBy: found?.installedBy ?? undefined,
        installedAt: found?.installedAt ?? undefined,
      }
    },
    /** For the operator. `problem` undefined: the tracker works. */
    noteProblem: async (problem: string | undefined): Promise<void> => {
      const connection = await currentConnection()
      const isNoted = connection?.state !== 'untried' && (connection?.problem ?? undefined) === problem
      if (connection && !isNoted) await noteCheck(sql, connection.id, problem)
    },
  }
}

export type Connecting = ReturnType<ReturnType<typeof createConnecting>>
