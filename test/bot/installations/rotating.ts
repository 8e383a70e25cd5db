import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '../../../src/log.ts'
import { createOAuth } from '../../../src/bot/slack/oauth/oauth.ts'
import type { InstallationTables } from '../../../src/bot/store/installations/tables.ts'
import type { Database } from '../../../src/database/database.ts'
import { storeInstall } from '../../../src/bot/store/installations/installations.ts'
import { tokenTrouble } from '../../../src/bot/store/installations/tokens.ts'
import { createTokens } from '../../../src/bot/use-cases/installations/tokens.ts'
import { installOf, newVault } from './installing.ts'
import { slackOAuth } from './slack-oauth.ts'

export const hour = 3_600_000
export const minute = 60_000

/** An installation whose token lasts twelve hours, and any number of nodes that use it. */
export const rotating = async (database: Database<InstallationTables>) => {
  const slack = await slackOAuth()
  const oauth = createOAuth(slack.app)
  const vault = newVault()
  const clock = { now: Date.UTC(2026, 10, 22) }
  const lines: string[] = []
  const log = createLog('trace', { write: (line) => void lines.push(line) })
  const { token, refreshToken } = slack.issue()
  const install = installOf('T1', { token, refreshToken, tokenLastsMs: 12 * hour })
  const { id } = await storeInstall(database, vault, install, clock.now)
  const background: Promise<unknown>[] = []
  const node = (refresh = (given: string) => oauth.refresh(given), on = database) =>
    createTokens({
      database: on,
      vault,
      refresh,
      now: () => clock.now,
      log,
      inBackground: (work) => void background.push(work()),
      sleep: () => sleep(5),
    })
  return {
    slack,
    oauth,
    vault,
    clock,
    node,
    id,
    install,
    logged: () => lines.join(''),
    /** What nobody waits for is done. */
    settled: async () => {
      while (background.length > 0) await background.pop()
    },
    trouble: () => tokenTrouble(database.sql, clock.now),
  }
}
