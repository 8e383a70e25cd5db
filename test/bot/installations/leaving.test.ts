import { eventRows } from '../support/rows/post-rows.ts'
import { addToInbox, inboxRow } from '../../../src/bot/store/inbox.ts'
import { expect, test, onTestFinished } from 'vitest'
import { openDatabase, type BotDatabase } from '../../../src/bot/store/database.ts'
import { allSubscriptions } from '../../../src/bot/store/subscriptions.ts'
import { readKey, writeKey } from '../../../src/bot/store/key-values.ts'
import type { InstallationTables } from '../../../src/bot/store/installation-tables.ts'
import type { Database } from '../../../src/database/database.ts'
import { addConnection, connect, findConnection } from '../../../src/bot/installations/store/connections.ts'
import {
  findInstallation,
  installationAt,
  nameDefault,
  storeInstall,
} from '../../../src/bot/installations/store/installations.ts'
import {
  clearLeft,
  erase,
  installationsToErase,
  leave,
  clearInstallation,
} from '../../../src/bot/installations/store/leaving.ts'
import { freshDatabaseUrl, engines } from '../../support/databases.ts'
import { dumpOf, connectionRows, installationRows } from '../support/rows/installation-rows.ts'
import { dana } from '../support/running-bot.ts'
import { otherTeam, twoInstallations } from '../support/two-installations.ts'
import { acme, installOf, newVault, eachEngine } from './installing.ts'

const hour = 3_600_000
const vault = newVault()
/** Two workspaces with one tracker. */
const twoOnOne = async (database: Database<InstallationTables>) => {
  const connection = await addConnection(database, vault, acme, 1)
  for (const team of ['T1', 'T2'])
    await connect(database, (await storeInstall(database, vault, installOf(team), 1)).id, connection)
  return { connection }
}

eachEngine('a workspace that leaves', (fresh) => {
  test('has no token from then on, and nothing else changes for an hour', async () => {
    const database = await fresh()
    const { connection } = await twoOnOne(database)
    expect(await leave(database.sql, 2, 'app_uninstalled', hour)).toBe(true)
    expect(await leave(database.sql, 2, 'tokens_revoked', hour)).toBe(false)
    expect(await findInstallation(database.sql, 2)).toMatchObject({
      state: 'leaving',
      stateAt: hour,
      reason: 'app_uninstalled',
      connectionId: connection,
    })
    expect((await installationRows(database))[1]).toMatchObject({ bot_token: null })
    expect(await installationsToErase(database.sql, 2 * hour - 1)).toEqual([])
    expect(await erase(database, 2, 2 * hour - 1)).toBe(false)
    expect(await installationsToErase(database.sql, 2 * hour)).toEqual([2])
  })

  test('is erased after an hour, and its tracker once nobody uses it', async () => {
    const database = await fresh()
    const { connection } = await twoOnOne(database)
    await leave(database.sql, 2, 'app_uninstalled', 0)
    expect(await erase(database, 2, hour)).toBe(true)
    expect(await findInstallation(database.sql, 2)).toBeUndefined()
    expect(await findConnection(database.sql, connection)).toBeDefined()
    await leave(database.sql, 3, 'app_uninstalled', hour)
    expect(await erase(database, 3, 2 * hour)).toBe(true)
    expect(await erase(database, 3, 2 * hour)).toBe(false)
    expect((await installationRows(database)).map(({ id }) => id)).toEqual([1])
    expect((await connectionRows(database)).map(({ id }) => id)).toEqual([1])
    const dump = await dumpOf(database)
    for (const trace of ['T1', 'T2', 'acme.example']) expect(dump).not.toContain(trace)
  })

  test('all at once: their tracker goes with the last one', async () => {
    const database = await fresh()
    const { connection } = await twoOnOne(database)
    for (const team of ['T3', 'T4', 'T5', 'T6'])
      await connect(database, (await storeInstall(database, vault, installOf(team), 1)).id, connection)
    const all = (await installationRows(database)).map(({ id }) => id).filter((id) => id !== 1)
    for (const id of all) await leave(database.sql, id, 'app_uninstalled', 0)
    expect(await Promise.all(all.map((id) => erase(database, id, hour)))).toEqual(all.map(() => true))
    expect(await findConnection(database.sql, connection)).toBeUndefined()
  })

  test('and comes back within the hour is not erased; later, it is a new installation', async () => {
    const database = await fresh()
    await twoOnOne(database)
    await leave(database.sql, 2, 'app_uninstalled', 0)
    expect(await storeInstall(database, vault, installOf('T1'), hour)).toEqual({ id: 2 })
    expect(await installationsToErase(database.sql, 9 * hour)).toEqual([])
    expect(await erase(database, 2, 9 * hour)).toBe(false)
    await leave(database.sql, 2, 'app_uninstalled', hour)
    await erase(database, 2, 2 * hour)
    const { id } = await storeInstall(database, vault, installOf('T1'), 3 * hour)
    expect(id).toBeGreaterThan(3)
    expect(await findInstallation(database.sql, id)).toMatchObject({ connectionId: null })
  })

  test('does not leave if the environment names it; by OAuth, it leaves an empty `default`', async () => {
    const database = await fresh()
    await nameDefault(database.sql, installOf('T1'))
    expect(await leave(database.sql, 1, 'app_uninstalled', 0)).toBe(false)
    await storeInstall(database, vault, installOf('T1'), 0)
    expect(await leave(database.sql, 1, 'app_uninstalled', 0)).toBe(true)
    expect(await erase(database, 1, hour)).toBe(true)
    expect(await installationAt(database.sql, { teamId: 'T1', enterpriseId: '' })).toBeUndefined()
    expect(await findInstallation(database.sql, 1)).toMatchObject({ state: 'active', connectionId: 1 })
    expect(await findConnection(database.sql, 1)).toBeDefined()
  })
})

for (const engine of engines)
  test(`one that is installed again just before it is erased keeps everything (${engine})`, async () => {
    await using all = await openDatabase(await freshDatabaseUrl(engine))
    const { sql } = all.installations
    const install = async (at: number) =>
      (await storeInstall(all.installations, vault, installOf('T2'), at)).id
    const id = await install(0)
    await writeKey(all.of(id).sql, 'kept', 'yes')
    await leave(sql, id, 'app_uninstalled', 0)
    expect(await installationsToErase(sql, hour)).toEqual([id])
    await install(hour)
    await clearLeft(all, id, hour)
    expect(await readKey(all.of(id).sql, 'kept')).toBe('yes')
    await leave(sql, id, 'app_uninstalled', hour)
    await clearLeft(all, id, 2 * hour)
    expect(await readKey(all.of(id).sql, 'kept')).toBeUndefined()
    // The rest of it is cleared later, so whoever installs the app now begins anew.
    expect(await install(2 * hour)).not.toBe(id)
    expect(await installationsToErase(sql, 2 * hour)).toEqual([id])
  })

test('a removal that Slack repeats after the app was installed again removes nothing', async () => {
  const two = await twoInstallations()
  const uninstalled = { type: 'app_uninstalled', event_ts: String(Date.now() / 1_000 - 60) }
  const revoked = { ...uninstalled, type: 'tokens_revoked', tokens: { oauth: [], bot: ['U0BOT'] } }
  for (const event of [uninstalled, revoked]) expect((await two.eventThere(event)).status).toBe(200)
  expect(two.logged.join('')).toContain('the app was installed again since')
  await two.openHome()
  await two.until(() => expect(two.slack.made('views.publish')).toHaveLength(1))
})

test("what a workspace that installed the app by OAuth sends after it left is nobody's", async () => {
  const two = await twoInstallations()
  await two.openHome()
  await two.until(() => expect(two.slack.made('views.publish')).toHaveLength(1))
  await two.eventThere({ type: 'app_uninstalled' })
  await two.until(() => expect(two.logged.join('')).toContain('the app was removed'))
  expect((await two.openHome()).status).toBe(200)
  await two.until(() => expect(two.logged.join('')).toContain('ignored an event from another workspace'))
  await two.idle()
  expect(two.slack.made('views.publish')).toHaveLength(1)
})

test('after a reinstall, channels that Slack took the app out of pause, and their subscribers are told; others go on', async () => {
  const two = await twoInstallations()
  const { slack } = two
  await two.connect()
  for (const channel of ['C0LOST', 'C0STILL'])
    await two.command('subscribe all', { team_id: otherTeam, user_id: dana, channel_id: channel })
  slack.fault.next = ({ method, args }) =>
    method === 'conversations.info' && args['channel'] === 'C0LOST'
      ? { body: { ok: true, channel: { id: 'C0LOST', name: 'lost', is_member: false } } }
      : undefined
  await two.eventThere({ type: 'app_uninstalled' })
  const page = await two.installAgain()
  expect(page.html).toContain('invite it again')
  await two.until(() => expect(slack.roots(dana)).toHaveLength(1))
  await two.idle()
  expect(slack.roots(dana).map(({ text }) => text)).toEqual([
    expect.stringMatching(/<#C0LOST> are paused: the app is no longer in the channel[^]*press Resume/),
  ])
  const subscriptions = await allSubscriptions((await two.depsThere()).database.sql)
  expect(subscriptions.map(({ channel, paused }) => [channel, paused?.reason])).toEqual([
    ['C0LOST', 'not_in_channel'],
    ['C0STILL', undefined],
  ])
})

const addEvents = (database: BotDatabase, installation: number, count: number) => {
  const about = {
    event_name: 'comment_new',
    object_uuid: null,
    project_uuid: null,
    body: '{}',
    received_at: 1,
  }
  const state = { state: 'waiting', outcome: null } as const
  const rows = Array.from({ length: count }, (_, n) => ({ ...about, ...state, dedupe_key: String(n) }))
  return database.of(installation).transaction((tx) => addToInbox(tx, rows))
}

for (const engine of engines)
  test(`erasing a workspace holds up no other one: what these ask is answered meanwhile (${engine})`, async () => {
    const database = await openDatabase(await freshDatabaseUrl(engine))
    onTestFinished(() => database[Symbol.asyncDispose]())
    await addEvents(database, 1, 1)
    await addEvents(database, 2, 1_000)
    let isOver = false
    const cleared = clearInstallation(database, 2).then(() => (isOver = true))
    await inboxRow(database.of(1).sql, 1)
    expect(isOver).toBe(false)
    await cleared
    expect(await eventRows(database.of(1))).toHaveLength(1)
    expect(await eventRows(database.of(2))).toEqual([])
  })
