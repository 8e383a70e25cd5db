import { type TwoInstallations, twoInstallations } from '../support/two-installations.ts'
import { project } from '../support/stand-in-tracker.ts'
import { expect, test } from 'vitest'
import { createConnecting } from '../../../src/bot/installations/connecting.ts'
import type { InstallationTables } from '../../../src/bot/store/installation-tables.ts'
import type { Database } from '../../../src/database/database.ts'
import { openConnection, addConnection, connect } from '../../../src/bot/installations/store/connections.ts'
import { storeInstall } from '../../../src/bot/installations/store/installations.ts'
import { connectionRows, installationRows } from '../support/rows/installation-rows.ts'
import { installOf, newVault, acme, eachEngine } from './installing.ts'

const vault = newVault()
const form = { baseUrl: acme.baseUrl, apiKey: acme.apiKey, integrationUuid: null }

const twoAt = async (database: Database<InstallationTables>) => {
  const changed: number[] = []
  const connecting = createConnecting({
    database,
    vault,
    openTracker: () => {
      throw new TypeError('nothing is tried here')
    },
    onChanged: (installation) => void changed.push(installation),
    trackerOf: async () => undefined,
    production: true,
    now: () => 1,
  })
  const of = async (team: string) => connecting((await storeInstall(database, vault, installOf(team), 1)).id)
  return {
    changed,
    one: await of('T1'),
    other: await of('T2'),
    used: async () => (await installationRows(database)).slice(1).map(({ connection_id: id }) => id),
    rows: () => connectionRows(database),
    kept: async () => (await connectionRows(database)).slice(1).map(({ id }) => id),
    keyOf: async (id: number) => (await openConnection(database.sql, vault, { id }))?.apiKey,
  }
}

eachEngine('a connection', (fresh) => {
  test('is shared by those who enter the same address and key, and goes with the last of them', async () => {
    const { one, other, used, kept, changed } = await twoAt(await fresh())
    await one.connect(form, 'U1')
    await other.connect(form, 'U2')
    expect([await used(), await kept()]).toEqual([[2, 2], [2]])
    await one.disconnect()
    expect([await used(), await kept()]).toEqual([[null, 2], [2]])
    await other.disconnect()
    expect([await used(), await kept()]).toEqual([[null, null], []])
    expect(changed).toEqual([2, 3, 2, 3])
    await other.disconnect()
    expect(await other.replaceKey('another', 'U2')).toBe(false)
  })

  test('of another integration is another one', async () => {
    const { one, other, used } = await twoAt(await fresh())
    await one.connect(form, 'U1')
    await other.connect({ ...form, integrationUuid: '33333333-3333-4333-8333-333333333333' }, 'U2')
    expect(await used()).toEqual([2, 3])
  })

  test('gets a new key in place; where another workspace shares it, that one keeps the key that it knows', async () => {
    const { one, other, used, kept, keyOf, changed } = await twoAt(await fresh())
    await one.connect(form, 'U1')
    expect(await one.replaceKey('newer', 'U1')).toBe(true)
    expect([await used(), await keyOf(2)]).toEqual([[2, null], 'newer'])
    await other.connect({ ...form, apiKey: 'newer' }, 'U2')
    await one.replaceKey('newest', 'U1')
    expect([await used(), await keyOf(2), await keyOf(3)]).toEqual([[3, 2], 'newer', 'newest'])
    expect(changed).toEqual([2, 2, 3, 2])
    await other.replaceKey('newest', 'U2')
    expect([await used(), await kept()]).toEqual([[3, 3], [3]])
  })

  test('stores what is wrong with it, for the operator', async () => {
    const { one, rows } = await twoAt(await fresh())
    await one.connect(form, 'U1')
    expect((await one.status()).tracker).toMatchObject({ state: 'working' })
    expect((await rows()).at(-1)?.created_by).toBe('U1')
    await one.noteProblem('the tracker can’t be reached')
    expect((await one.status()).tracker).toMatchObject({
      state: 'broken',
      problem: 'the tracker can’t be reached',
    })
    await one.noteProblem(undefined)
    expect((await one.status()).tracker).toMatchObject({ state: 'working', problem: null })
  })
})

/** A connection to the same tracker, encrypted with a key that nobody has anymore. */
const unreadable = ({ tables, trackerUrl: baseUrl }: TwoInstallations) =>
  addConnection(tables, newVault(), { ...acme, baseUrl }, 0)

test('after its encryption key was lost, a workspace connects its tracker again on the Home tab', async () => {
  const two = await twoInstallations()
  await connect(two.tables, two.id, await unreadable(two))
  await two.openHome()
  await two.until(() => expect(two.slack.made('views.publish')).toHaveLength(1))
  expect(JSON.stringify(two.slack.made('views.publish'))).toContain('No tracker is connected yet.')
  expect(JSON.stringify(await two.connect())).toContain('This key can access 1 project.')
  expect((await two.commandThere('projects')).text).toContain(project.name)
})

test("another workspace's lost encryption key keeps nobody from connecting the same tracker", async () => {
  const two = await twoInstallations()
  await unreadable(two)
  expect(JSON.stringify(await two.connect())).toContain('This key can access 1 project.')
})
