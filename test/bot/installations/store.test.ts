import { hashOf } from '../../../src/contract/text.ts'
import { expect, test } from 'vitest'
import { createVault } from '../../../src/bot/installations/vault.ts'
import {
  addConnection,
  connect,
  connectionLike,
  openConnection,
  findConnection,
  noteCheck,
  replaceOwnKey,
} from '../../../src/bot/installations/store/connections.ts'
import {
  allInstallations,
  findInstallation,
  installationAt,
  nameDefault,
  storeInstall,
} from '../../../src/bot/installations/store/installations.ts'
import { keysInUse, reEncrypt } from '../../../src/bot/installations/store/sealed.ts'
import { dumpOf, connectionRows, copyToken, installationRows } from '../support/rows/installation-rows.ts'
import { acme, installOf, newKey, newVault, orgInstallOf, eachEngine } from './installing.ts'

const vault = newVault()

eachEngine('installations', (fresh) => {
  test('`default` is there from the start, and the next ones are 2, 3, …', async () => {
    const database = await fresh()
    expect(await allInstallations(database.sql)).toMatchObject([
      { id: 1, teamId: '', state: 'active', connectionId: 1 },
    ])
    expect(await installationRows(database)).toMatchObject([{ scopes: '[]' }])
    expect(await findConnection(database.sql, 1)).toMatchObject({ baseUrl: null, state: 'untried' })
    expect(await storeInstall(database, vault, installOf('T1'), 1_000)).toEqual({ id: 2 })
    expect(await storeInstall(database, vault, installOf('T2'), 1_000)).toMatchObject({ id: 3 })
    expect(await addConnection(database, vault, acme, 1_000)).toBe(2)
  })

  test('a workspace, its Grid organization, and another workspace of it are found apart', async () => {
    const database = await fresh()
    const store = async (install: ReturnType<typeof installOf>) =>
      (await storeInstall(database, vault, install, 1_000)).id
    const own = await store(installOf('T1', { enterpriseId: 'E1' }))
    const org = await store(orgInstallOf('E1'))
    const alone = await store(installOf('T3'))
    const at = async (teamId: string, enterpriseId: string) =>
      (await installationAt(database.sql, { teamId, enterpriseId }))?.id
    expect(await at('T1', 'E1')).toBe(own)
    expect(await at('T1', '')).toBe(own)
    expect(await at('T2', 'E1')).toBe(org)
    expect(await at('', 'E1')).toBe(org)
    expect(await at('T3', '')).toBe(alone)
    expect(await at('T4', '')).toBeUndefined()
    expect(await at('', '')).toBeUndefined()
    expect(await at('T4', 'E4')).toBeUndefined()
  })

  test('a workspace that joins a Grid organization is still the same installation', async () => {
    const database = await fresh()
    const { id } = await storeInstall(database, vault, installOf('T1'), 1_000)
    const moved = installOf('T1', { enterpriseId: 'E1' })
    expect(await storeInstall(database, vault, moved, 2_000)).toEqual({ id })
    expect(await findInstallation(database.sql, id)).toMatchObject({ teamId: 'T1', enterpriseId: 'E1' })
  })

  test('the workspace of `default` stays `default` when it installs by OAuth', async () => {
    const database = await fresh()
    expect(await nameDefault(database.sql, installOf('T1'))).toBe(true)
    expect(await installationAt(database.sql, { teamId: 'T1', enterpriseId: '' })).toMatchObject({ id: 1 })
    expect(await storeInstall(database, vault, installOf('T1'), 1_000)).toMatchObject({ id: 1 })
    await storeInstall(database, vault, installOf('T2'), 1_000)
    expect(await nameDefault(database.sql, installOf('T2'))).toBe(false)
  })

  test('several installs of one workspace at once make one installation', async () => {
    const database = await fresh()
    const made = await Promise.all(
      [1, 2, 3, 4].map((n) => storeInstall(database, vault, installOf('T1', { token: `xoxb-${n}` }), n)),
    )
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
  })

  test("a workspace's ciphertext is worthless in another's row", async () => {
    const database = await fresh()
    const one = await storeInstall(database, vault, installOf('T1'), 1_000)
    const other = await storeInstall(database, vault, installOf('T2'), 1_000)
    await copyToken(database, one.id, other.id)
    const place = { table: 'installation', column: 'bot_token', id: other.id }
    const stolen = (await installationRows(database)).at(-1)?.bot_token ?? ''
    expect(() => vault.open(place, stolen)).toThrow('changed or copied from another row')
  })
})

eachEngine('connections', (fresh) => {
  test('are found by the secret of their hook, and by tracker and key', async () => {
    const database = await fresh()
    const id = await addConnection(database, vault, acme, 1_000)
    const other = await addConnection(database, vault, { ...acme, apiKey: 'other', hookSecret: 'b' }, 1_000)
    expect((await openConnection(database.sql, vault, { hash: hashOf('hook-secret-of-acme') }))?.id).toBe(id)
    expect(await openConnection(database.sql, vault, { hash: hashOf('hook-secret') })).toBeUndefined()
    // Without the key, also as it is stored.
    expect(await connectionLike(database.sql, vault, { ...acme, apiKey: 'other' })).toEqual(
      await findConnection(database.sql, other),
    )
    expect(await connectionLike(database.sql, vault, { ...acme, apiKey: 'third' })).toBeUndefined()
    const { apiKey, hookSecret } = acme
    const connection = await findConnection(database.sql, id)
    expect(await openConnection(database.sql, vault, { id })).toEqual({ ...connection, apiKey, hookSecret })
    expect(await openConnection(database.sql, vault, { id: 1 })).toBeUndefined()
  })

  test('a new key replaces the old one, and nothing else; it is untried', async () => {
    const database = await fresh()
    const { id: installation } = await storeInstall(database, vault, installOf('T1'), 1)
    const id = await addConnection(database, vault, acme, 1_000)
    await connect(database, installation, id)
    await noteCheck(database.sql, id, 'The key was refused.')
    const before = await openConnection(database.sql, vault, { id })
    expect(before).toMatchObject({ state: 'broken', problem: 'The key was refused.' })
    const key = { installation, connection: id, apiKey: 'newer' }
    expect(await replaceOwnKey(database, vault, key)).toBe(true)
    const after = { ...before, apiKey: 'newer', state: 'untried', problem: null }
    expect(await openConnection(database.sql, vault, { id })).toEqual(after)
    expect(await replaceOwnKey(database, vault, { ...key, connection: 99 })).toBe(false)
  })

  test('last until the last installation that uses them leaves, also if several leave at once', async () => {
    const database = await fresh()
    const id = await addConnection(database, vault, acme, 1_000)
    for (const team of ['T1', 'T2', 'T3', 'T4', 'T5']) {
      const installed = await storeInstall(database, vault, installOf(team), 1)
      expect(await connect(database, installed.id, id)).toBe(true)
    }
    expect(await connect(database, 2, 99)).toBe(false)
    expect(await connect(database, 99, id)).toBe(false)
    await connect(database, 2, null)
    expect(await findConnection(database.sql, id)).toBeDefined()
    await Promise.all([2, 3, 4, 5, 6].map((installation) => connect(database, installation, null)))
    await connect(database, 1, null)
    expect((await connectionRows(database)).map((row) => row.id)).toEqual([1])
  })
})

eachEngine('encryption keys', (fresh) => {
  test('everything moves to the newest key in batches, and then the old one is not in use', async () => {
    const database = await fresh()
    const [older, newer] = [newKey(), newKey()]
    const before = createVault([older])
    for (const team of ['T1', 'T2', 'T3', 'T4', 'T5'])
      await storeInstall(database, before, installOf(team), 1_000)
    const id = await addConnection(database, before, acme, 1_000)
    const vault = createVault([newer, older])
    const [newerId = '', olderId = ''] = vault.keyIds
    expect(await keysInUse(database.sql)).toEqual(new Map([[olderId, 7]]))
    expect(await reEncrypt(database.sql, vault, 2)).toEqual({ done: 7, problems: [] })
    expect(await keysInUse(database.sql)).toEqual(new Map([[newerId, 7]]))
    expect(await reEncrypt(database.sql, vault, 2)).toEqual({ done: 0, problems: [] })
    const { apiKey, hookSecret } = acme
    const alone = createVault([newer])
    const connection = await findConnection(database.sql, id)
    expect(await openConnection(database.sql, alone, { id })).toEqual({ ...connection, apiKey, hookSecret })
  })

  test('a secret whose key is missing is named, and the others move', async () => {
    const database = await fresh()
    const [lost, older, newer] = [newKey(), newKey(), newKey()]
    await storeInstall(database, createVault([lost]), installOf('T1'), 1_000)
    await storeInstall(database, createVault([older]), installOf('T2'), 1_000)
    const { done, problems } = await reEncrypt(database.sql, createVault([newer, older]), 1)
    expect(done).toBe(1)
    expect(problems).toEqual([
      expect.stringMatching(/^bot_token of installation 2 was encrypted with the key/),
    ])
  })

  test('a dump of the database holds no token, no key and no secret', async () => {
    const database = await fresh()
    await storeInstall(database, vault, installOf('T1'), 1_000)
    await addConnection(database, vault, acme, 1_000)
    const dump = await dumpOf(database)
    expect(dump).toContain('https://acme.example')
    for (const secret of ['xoxb-', acme.apiKey, acme.hookSecret]) expect(dump).not.toContain(secret)
  })
})
