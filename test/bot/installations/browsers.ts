import { onTestFinished } from 'vitest'
import { mountInstall } from '../../../src/bot/doors/install.ts'
import { plainServer } from '../../../src/telemetry/ops.ts'
import { createOAuth } from '../../../src/bot/installations/oauth.ts'
import type { InstallationTables } from '../../../src/bot/store/installation-tables.ts'
import type { Database } from '../../../src/database/database.ts'
import { createLog } from '../../../src/log.ts'
import { newVault } from './installing.ts'
import { slackOAuth } from './slack-oauth.ts'

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

const shown = async (response: Response) => {
  const html = await response.text()
  const found = (form: RegExp) => unescaped(form.exec(html)?.[1] ?? '')
  return {
    status: response.status,
    headers: response.headers,
    html,
    title: found(/<h1>(.*?)<\/h1>/),
    button: found(/class="button" href="(.*?)"/),
  }
}

export const browser = () => {
  let cookie = ''
  return {
    cookie: () => cookie,
    open: async (url: string) => {
      const response = await fetch(url, { headers: { ...(cookie && { cookie }) }, redirect: 'manual' })
      const [set] = response.headers.getSetCookie()
      if (set) cookie = set.split(';')[0] ?? ''
      return shown(response)
    },
  }
}

/** The bot's install pages and a stand-in Slack, on this database. */
export const installing = async (
  database: Database<InstallationTables>,
  changes: { publicUrl?: string } = {},
) => {
  const slack = await slackOAuth()
  const clock = { now: Date.UTC(2026, 10, 22) }
  const lines: string[] = []
  const log = createLog('trace', { write: (line) => void lines.push(line) })
  const vault = newVault()
  const oauth = createOAuth(slack.app)
  const installed: number[] = []
  const server = plainServer()
  let url = ''
  mountInstall(server, {
    database,
    vault,
    oauth,
    publicUrl: () => changes.publicUrl ?? url,
    now: () => clock.now,
    log,
    onInstalled: (id) => void installed.push(id),
  })
  url = await server.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())
  return {
    database,
    slack,
    vault,
    clock,
    oauth,
    log,
    logged: () => lines.join(''),
    installed,
    browser,
    installUrl: `${url}/slack/install`,
    /** Where a proxy leads a request for the public address. */
    here: (publicUrl: string) => publicUrl.replace(changes.publicUrl ?? url, url),
  }
}

type Door = Pick<Awaited<ReturnType<typeof installing>>, 'slack' | 'browser' | 'installUrl' | 'here'>

/** Somebody allows all that the app asks for. Where Slack then sends their browser is not opened yet. */
export const allowed = async ({ slack, browser, installUrl, here }: Door, own = browser()) => {
  const { button } = await own.open(installUrl)
  return { own, back: here(slack.allow(button)) }
}

export const installIn = async (story: Door) => {
  const { own, back } = await allowed(story)
  return { own, back, page: await own.open(back) }
}
