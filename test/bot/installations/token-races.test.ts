import { expect, test } from 'vitest'
import { storeInstall } from '../../../src/bot/store/installations/installations.ts'
import { leave } from '../../../src/bot/store/installations/leaving.ts'
import { eachEngine } from './fresh.ts'
import { dumpOf } from '../support/dump.ts'
import { installationRows } from '../support/installation-rows.ts'
import { hour, rotating } from './rotating.ts'

eachEngine('while a token is refreshed', (fresh) => {
  test('a reinstall wins: its newer token stays', async () => {
    const database = await fresh()
    const { node, id, oauth, clock, vault, install } = await rotating(database)
    const tokens = node(async (given) => {
      const refreshed = await oauth.refresh(given)
      await storeInstall(database, vault, { ...install, token: 'xoxe.xoxb-1-reinstalled' }, clock.now)
      return refreshed
    })
    clock.now += 10 * hour
    await tokens.refreshEnding()
    expect(await tokens.tokenOf(id)).toBe('xoxe.xoxb-1-reinstalled')
  })

  test('an uninstall wins: no token is left', async () => {
    const database = await fresh()
    const { node, id, oauth, clock } = await rotating(database)
    const tokens = node(async (given) => {
      const refreshed = await oauth.refresh(given)
      await leave(database.sql, id, 'app_uninstalled', clock.now)
      return refreshed
    })
    clock.now += 10 * hour
    await tokens.refreshEnding()
    expect(await tokens.tokenOf(id)).toBeUndefined()
    expect((await installationRows(database)).at(-1)).toMatchObject({ bot_token: null, refresh_token: null })
  })

  test('the database may be away for a moment: what Slack gave is stored later', async () => {
    const database = await fresh()
    const { node, id, slack, oauth, clock } = await rotating(database)
    let failures = 0
    const flaky = database.sql.withPlugin({
      transformQuery: ({ node }) => {
        if (failures-- > 0) throw new Error('connection terminated')
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    const refresh = async (given: string) => {
      const refreshed = await oauth.refresh(given)
      failures = 3
      return refreshed
    }
    const tokens = node(refresh, { ...database, sql: flaky })
    clock.now += 10 * hour
    await tokens.refreshEnding()
    expect(await tokens.tokenOf(id)).toBe(slack.tokens[1])
    expect(slack.calls()).toBe(1)
  })

  test('neither the old nor the new token is in the log or readable in the database', async () => {
    const database = await fresh()
    const { node, slack, clock, logged } = await rotating(database)
    clock.now += 10 * hour
    await node().refreshEnding()
    slack.answers.error = 'invalid_refresh_token'
    clock.now += 10 * hour
    await node().refreshEnding()
    const everything = `${logged()}\n${await dumpOf(database)}`
    expect(everything).toContain("Slack's token was refreshed")
    for (const secret of [...slack.tokens, 'xoxe', 'xoxb-']) expect(everything).not.toContain(secret)
  })
})
