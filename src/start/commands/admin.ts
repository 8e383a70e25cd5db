import { createVault, type Vault } from '../../bot/installations/vault.ts'
import { type BotDatabase, openDatabase } from '../../bot/store/database.ts'
import {
  findInstallation,
  type Installation,
  listInstallations,
  hasTracker,
} from '../../bot/installations/store/installations.ts'
import { leave, pause, resume } from '../../bot/installations/store/leaving.ts'
import { queueMissedReplies } from '../../bot/sync/replies/take-reply.ts'
import { openLanes, holdBack } from '../../lanes/lanes.ts'
import { keysInUse, reEncrypt, unreadableIn } from '../../bot/installations/store/sealed.ts'
import { healthWords } from '../../bot/features/connect/connect.ts'
import { type Config, readAdminConfig, readDataConfig } from '../../config/config.ts'
import { CannotRun, NotUnderstood, program } from '../cannot-run.ts'
import { existsSync } from 'node:fs'
import { connect } from '../../database/database.ts'
import { stepsTaken } from '../../database/migrate.ts'
import { fileOf } from '../../database/sqlite.ts'
import type { LaneTables } from '../../lanes/tables.ts'

/** Returns how many jobs wait. Undefined if the database has no tables of ours. */
const holdBackIn = async (url: string): Promise<number | undefined> => {
  if (!existsSync(fileOf(url) ?? '/')) return undefined
  await using database = connect<LaneTables>(url, 1)
  if ((await stepsTaken(database.sql as never)).length === 0) return undefined
  return await database.sql.transaction().execute(holdBack)
}

/** `backup` does this in its copies. A dump of PostgreSQL doesn't know that it is a copy. */
const setAside = async (env: NodeJS.ProcessEnv): Promise<string> => {
  const { databaseUrl, service } = readDataConfig(env)
  const urls = new Map([
    [service.databaseUrl, 'SERVICE_DATABASE_URL'],
    [databaseUrl, 'DATABASE_URL'],
  ])
  const lines: string[] = []
  for (const [url, variable] of urls) {
    const waiting = await holdBackIn(url)
    if (waiting !== undefined) lines.push(`${variable}: the next start sets ${waiting} waiting jobs aside.`)
  }
  if (lines.length === 0) throw new CannotRun('There is no database that was used before.')
  return lines.join('\n')
}

interface Admin extends Pick<Config, 'slack' | 'tracker'> {
  readonly database: BotDatabase
  readonly vault: Vault
  readonly now: () => number
}

const run = `${program} admin`

const usage = `Usage:
  ${run} installations          every installation, and what is wrong with it
  ${run} pause ID [REASON]      stop one, and keep all of it
  ${run} resume ID
  ${run} delete ID TEAM         stop one, and erase it in an hour
  ${run} rotate-keys            encrypt everything with the first key in ENCRYPTION_KEYS
  ${run} set-aside              after a restore of PostgreSQL: set what waits aside`

const nameOf = ({ id, teamName, teamId, enterpriseId }: Installation) => {
  const place = teamId || enterpriseId
  return place === '' ? `${id} default, named by the environment` : `${id} ${teamName || place} (${place})`
}

const list = async ({ database, vault, slack, tracker: ownTracker }: Admin): Promise<readonly string[]> => {
  const own = {
    token: slack.mode === 'playground' || slack.botToken !== undefined,
    tracker: ownTracker.mode !== 'none',
  }
  const { sql } = database.installations
  const lines: string[] = []
  for (const listed of await listInstallations(sql)) {
    const { installation, connection } = listed
    const words = [...healthWords(listed, own), ...(await unreadableIn(sql, vault, listed))]
    const tracker = hasTracker(connection, own.tracker) ? (connection?.baseUrl ?? 'ONBOARDING_BASE_URL') : '–'
    lines.push(
      `  ${nameOf(installation)}, ${installation.state}, tracker ${tracker}${words.length === 0 ? ', healthy' : ''}`,
      ...words.map((line) => `      ${line}`),
    )
  }
  return ['', ...lines]
}

const installationNamed = async ({ database }: Admin, id: string | undefined): Promise<Installation> => {
  if (id === undefined) throw new NotUnderstood(usage)
  const installation = /^\d{1,9}$/.test(id)
    ? await findInstallation(database.installations.sql, Number(id))
    : undefined
  if (!installation) throw new CannotRun(`There is no installation ${id}. To see them: ${run} installations`)
  return installation
}

const pauseOne = async (admin: Admin, [id, ...reason]: readonly string[]): Promise<string> => {
  const found = await installationNamed(admin, id)
  const why = reason.join(' ') || 'by the operator'
  if (!(await pause(admin.database.installations.sql, found.id, why, admin.now())))
    throw new CannotRun(`Installation ${nameOf(found)} is ${found.state}.`)
  return `Paused ${nameOf(found)}. To resume: ${run} resume ${found.id}`
}

const resumeOne = async (admin: Admin, [id]: readonly string[]): Promise<string> => {
  const { database, now } = admin
  const found = await installationNamed(admin, id)
  if (found.state !== 'paused') throw new CannotRun(`Installation ${nameOf(found)} is ${found.state}.`)
  // Slack doesn't repeat what came during the pause.
  await using lanes = openLanes(database.lanes, { now })
  await database
    .of(found.id)
    .transaction((tx) => queueMissedReplies({ lanes: lanes.of(found.id), now }, tx, found.stateAt))
  await resume(database.installations.sql, found.id, now())
  return `Resumed ${nameOf(found)}. What waited is worked off within five minutes.`
}

const deleteOne = async (admin: Admin, [id, word]: readonly string[]): Promise<string> => {
  const found = await installationNamed(admin, id)
  if (found.installedAt === null)
    throw new CannotRun('The environment names this installation: remove SLACK_BOT_TOKEN instead.')
  const needed = found.teamId || found.enterpriseId
  if (word !== needed)
    throw new CannotRun(
      `This erases all that the bot knows of ${nameOf(found)}: its tracker, subscriptions, settings, and threads. To go on: ${run} delete ${found.id} ${needed}`,
    )
  if (!(await leave(admin.database.installations.sql, found.id, 'deleted by the operator', admin.now())))
    throw new CannotRun(`Installation ${nameOf(found)} is leaving already.`)
  return `${nameOf(found)} stopped. The bot erases it in an hour, unless the app is installed there again.`
}

const rotateKeys = async ({ database, vault }: Admin): Promise<string> => {
  if (vault.keyIds.length === 0)
    throw new CannotRun('ENCRYPTION_KEYS is not set; create a key with: openssl rand -base64 32')
  const { done, problems } = await reEncrypt(database.installations.sql, vault)
  const uses = await keysInUse(database.installations.sql)
  const keys = vault.keyIds.map((keyId, index) => {
    const count = uses.get(keyId) ?? 0
    const wayOut =
      count === 0 && index > 0 ? 'not in use: remove it from ENCRYPTION_KEYS' : `secrets: ${count}`
    return `  key ${index + 1} (${keyId}): ${wayOut}`
  })
  const lines = [`Secrets encrypted again with the newest key: ${done}.`, '', ...keys]
  if (problems.length > 0) throw new CannotRun([...lines, '', ...problems].join('\n'))
  return lines.join('\n')
}

type Printed = string | readonly string[]
const commands: Readonly<Record<string, (admin: Admin, words: readonly string[]) => Promise<Printed>>> = {
  installations: list,
  pause: pauseOne,
  resume: resumeOne,
  delete: deleteOne,
  'rotate-keys': rotateKeys,
}

/** What the operator does with installations. Needs the bot's environment; on SQLite, the bot must be stopped. */
export const runAdmin = async (
  env: NodeJS.ProcessEnv,
  word: string | undefined,
  words: readonly string[],
  now: () => number = Date.now,
): Promise<Printed> => {
  if (word === 'set-aside') return setAside(env)
  const command = word !== undefined && Object.hasOwn(commands, word) ? commands[word] : undefined
  if (!command) throw new NotUnderstood(usage)
  const { databaseUrl, encryptionKeys, slack, tracker } = readAdminConfig(env)
  await using database = await openDatabase(databaseUrl)
  // Awaited, because the database closes when this function returns.
  return await command({ database, vault: createVault(encryptionKeys), now, slack, tracker }, words)
}
