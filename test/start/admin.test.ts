import { engines, freshDatabaseUrl } from '../support/databases.ts'
import { describe, expect, test } from 'vitest'
import { createVault } from '../../src/bot/installations/vault.ts'
import { openDatabase } from '../../src/bot/store/database.ts'
import { addConnection, connect, noteCheck } from '../../src/bot/installations/store/connections.ts'
import { nameDefault, storeInstall } from '../../src/bot/installations/store/installations.ts'
import { leave } from '../../src/bot/installations/store/leaving.ts'
import { runAdmin } from '../../src/start/commands/admin.ts'
import { CannotRun } from '../../src/start/cannot-run.ts'
import { print } from '../../src/start/print.ts'
import { acme, installOf, newKey, orgInstallOf } from '../bot/installations/installing.ts'

const noon = Date.UTC(2026, 10, 22, 12)
const hour = 3_600_000

describe.each(engines)('admin on %s', (engine) => {
  /** The bot is stopped; the operator works with its database. */
  const operating = async () => {
    const databaseUrl = await freshDatabaseUrl(engine)
    const [older, newer] = [newKey(), newKey()]
    const vault = createVault([older])
    const before = async (
      work: (database: Awaited<ReturnType<typeof openDatabase>>['installations']) => Promise<unknown>,
    ): Promise<void> => {
      await using database = await openDatabase(databaseUrl)
      await work(database.installations)
    }
    const admin = (words: string, encryptionKeys: readonly string[] = [older], more: object = {}) => {
      const [word, ...rest] = words.split(' ')
      const env = { DATABASE_URL: databaseUrl, ENCRYPTION_KEYS: encryptionKeys.join(','), ...more }
      let printed = ''
      const write = (text: string | Uint8Array) => (printed += String(text)) !== ''
      return runAdmin(env, word, rest, () => noon).then((said) => {
        print(said, { write })
        return printed.slice(0, -1)
      })
    }
    const refusal = (words: string, keys?: readonly string[]) =>
      admin(words, keys).then(
        (said) => `not refused: ${said}`,
        (error: unknown) => (error instanceof CannotRun ? error.message : String(error)),
      )
    return { older, newer, vault, before, admin, refusal }
  }

  test('lists installations with their health', async () => {
    const { vault, before, admin } = await operating()
    await before(async (database) => {
      for (const team of ['T1', 'T2', 'T3', 'T4'])
        await storeInstall(database, vault, installOf(team), noon - 11 * hour)
      await storeInstall(database, vault, orgInstallOf('E1'), noon)
      const id = await addConnection(database, vault, acme, noon)
      await connect(database, 2, id)
      await connect(database, 3, id)
      await leave(database.sql, 4, 'app_uninstalled', noon)
    })
    expect(await admin('installations')).toMatchInlineSnapshot(`
      "
        1 default, named by the environment, active, tracker ONBOARDING_BASE_URL, healthy
        2 Team T1 (T1), active, tracker https://acme.example, healthy
        3 Team T2 (T2), active, tracker https://acme.example, healthy
        4 Team T3 (T3), leaving, tracker –
            Removed 2026-11-22 12:00 UTC (app_uninstalled). Its data is erased an hour later, unless the app is installed again.
        5 Team T4 (T4), active, tracker –
            No tracker is connected.
        6 Org E1 (E1), active, tracker –
            No tracker is connected."
    `)
    await before((database) => noteCheck(database.sql, 2, 'The key was refused.'))
    expect(await admin('installations')).toContain("The tracker doesn't work: The key was refused.")
  })

  test('what others named themselves, or answered, steers no terminal, and adds no line', async () => {
    const { vault, before, admin } = await operating()
    const evil = '\u001B[2J\u009B1A\r\u202E\n  9 Other (T9), active'
    await before(async (database) => {
      await storeInstall(database, vault, { ...installOf('T1'), teamName: `Evil${evil}` }, noon)
      await connect(database, 2, await addConnection(database, vault, acme, noon))
      await noteCheck(database.sql, 2, `Refused:${evil}`)
    })
    const shown = '\\u{1b}[2J\\u{9b}1A\\u{d}\\u{202e}   9 Other (T9), active'
    const said = await admin('installations')
    expect(said).toContain(`2 Evil${shown} (T1), active`)
    expect(said).toContain(`The tracker doesn't work: Refused:${shown}`)
    expect(await admin('pause 2')).not.toMatch(/[^\P{Cc}\n]|\u202E/u)
  })

  test('says what is missing while a workspace moves from a token to OAuth', async () => {
    const { vault, before, admin, older } = await operating()
    const oauth = { SLACK_CLIENT_ID: '1.2', SLACK_CLIENT_SECRET: 's', SLACK_SIGNING_SECRET: 's' }
    const tracker = { ONBOARDING_BASE_URL: 'https://tracker.example', ONBOARDING_API_KEY: 'k' }
    await before((database) => nameDefault(database.sql, installOf('T1')))
    expect(await admin('installations', [older], { ...oauth, SLACK_BOT_TOKEN: 'xoxb-1' })).toContain(
      'healthy',
    )
    expect(await admin('installations', [older], { ...oauth, ...tracker })).toContain(
      'Not at work: SLACK_BOT_TOKEN is not set, and the app is not installed by OAuth yet.',
    )
    await before((database) => storeInstall(database, vault, installOf('T1'), noon))
    expect(await admin('installations', [older], { ...oauth, ...tracker })).toContain(
      '1 Team T1 (T1), active, tracker ONBOARDING_BASE_URL, healthy',
    )
    expect(await admin('installations', [older], oauth)).toMatch(/tracker –\n +No tracker is connected\./)
  })

  test('pauses and resumes', async () => {
    const { vault, before, admin, refusal } = await operating()
    await before((database) => storeInstall(database, vault, installOf('T1'), noon))
    expect(await admin('pause 2 unpaid bill')).toBe(
      'Paused 2 Team T1 (T1). To resume: npm start -- admin resume 2',
    )
    expect(await admin('installations')).toContain('Paused 2026-11-22 12:00 UTC: unpaid bill.')
    expect(await refusal('pause 2')).toBe('Installation 2 Team T1 (T1) is paused.')
    // A reinstall is the customer's; the pause is the operator's.
    await before((database) => storeInstall(database, vault, installOf('T1'), noon))
    expect(await admin('resume 2')).toContain('Resumed 2 Team T1 (T1).')
    expect(await refusal('resume 2')).toBe('Installation 2 Team T1 (T1) is active.')
  })

  test('deletes only with the id of the workspace, and never what the environment names', async () => {
    const { vault, before, admin, refusal } = await operating()
    await before((database) => storeInstall(database, vault, installOf('T1'), noon))
    for (const words of ['delete 2', 'delete 2 yes', 'delete 2 T2'])
      expect(await refusal(words)).toContain('To go on: npm start -- admin delete 2 T1')
    expect(await admin('installations')).toContain('2 Team T1 (T1), active')
    expect(await admin('delete 2 T1')).toContain('The bot erases it in an hour')
    expect(await admin('installations')).toContain('2 Team T1 (T1), leaving')
    expect(await refusal('delete 2 T1')).toContain('is leaving already')
    expect(await refusal('delete 1')).toContain('remove SLACK_BOT_TOKEN')
    expect(await refusal('delete 9 T9')).toContain('There is no installation 9.')
  })

  test('moves everything to the newest key, and says which key can go', async () => {
    const { vault, before, admin, refusal, older, newer } = await operating()
    await before((database) => storeInstall(database, vault, installOf('T1'), noon))
    const said = await admin('rotate-keys', [newer, older])
    expect(said).toContain('encrypted again with the newest key: 1.')
    expect(said).toMatch(/key 1 \(\w+\): secrets: 1\n {2}key 2 \(\w+\): not in use: remove it/)
    expect(await admin('rotate-keys', [newer])).toContain('encrypted again with the newest key: 0.')
    expect(await refusal('rotate-keys', [older])).toContain('bot_token of installation 2 was encrypted with')
    expect(await refusal('rotate-keys', [])).toContain('ENCRYPTION_KEYS is not set')
    expect(await admin('installations', [older])).toMatch(
      /2 Team T1 \(T1\), active, tracker –\n.*\n +bot_token of installation 2 was encrypted with the key \w+/,
    )
  })

  test('an unknown word answers with all of them', async () => {
    const { refusal } = await operating()
    for (const words of ['', 'constructor', 'erase 2', 'pause'])
      expect(await refusal(words)).toContain('Usage:')
  })
})
