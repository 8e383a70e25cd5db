import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { join } from 'node:path'
import { helpEntries } from '../bot/doors/subcommands.ts'
import type { Config } from '../config/config.ts'
import type { Log } from '../log.ts'
import { urlHost } from '../contract/address.ts'
import { CannotRun } from './cannot-run.ts'
import { hostsKnownTo } from '../config/exposure.ts'
import { demoProject } from '../service/demo/organization.ts'
import { partners, partnersAccess, wingtip } from '../service/demo/partners.ts'
import type { RunningService } from '../service/service.ts'

const trackerPages = ({ url }: RunningService, publicUrl: string = url) => {
  const page = (uuid: string, person: string, base = 'projects') =>
    `${publicUrl}/${base}/${uuid}?as=${person}`
  return {
    trackerUrl: url,
    trackerStart: `${publicUrl}/projects/${demoProject.uuid}`,
    trackerStartFor: {
      dana: page(demoProject.uuid, 'dana@vendor.example'),
      lee: page(demoProject.uuid, 'lee@vendor.example'),
      casey: `${page(demoProject.uuid, 'casey@acme.example', 'portal/projects')}#next`,
      nadia: page(wingtip.uuid, 'nadia@partners.example'),
      omar: page(wingtip.uuid, 'omar@partners.example'),
    },
    trackerConnect: {
      T0PARTNERS: { organization: partners.organization.name, baseUrl: url, ...partnersAccess },
    },
  }
}

const randomSecret = () => Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('hex')

/** Loaded only when needed, because production has neither the folder nor its libraries. */
const loadPlayground = async () => {
  try {
    const { startPlayground } = await import('../playground/playground.ts')
    const { openTrackerDoor } = await import('../playground/tracker-door.ts')
    return { startPlayground, openTrackerDoor }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!code?.endsWith('MODULE_NOT_FOUND')) throw error
    const [, missing = message] = /'([^']+)'/.exec(message) ?? []
    throw new CannotRun(
      `Slack is not configured, and its replacement, the playground, is not installed (${missing} is missing): set SLACK_BOT_TOKEN, or install it without --omit=dev.`,
      { cause: error },
    )
  }
}

/** How the app is known to the playground. A new secret each time; nothing but the app needs it. */
const appCredentials = (botUrl: string) => ({
  clientId: '1000000000.2000000000',
  clientSecret: randomSecret(),
  installUrl: new URL('/slack/install', botUrl).href,
  redirectUrls: [botUrl],
})

export const openPlayground = async (
  config: Config,
  port: number,
  service: RunningService | undefined,
  log: Log,
  stack: AsyncDisposableStack,
) => {
  const { startPlayground, openTrackerDoor } = await loadPlayground()
  // New at each start, so that no earlier script and no other site can use them.
  const [signingSecret, botToken] = [randomSecret(), `xoxb-${randomSecret()}`]
  const listening = `http://${urlHost(config.host)}:${port}`
  const botUrl = config.port === 0 ? listening : config.publicUrl
  const oauth = appCredentials(botUrl)
  const trackerDoor = service && stack.use(await openTrackerDoor(service.url))
  const playground = stack.use(
    await startPlayground({
      databasePath: join(config.dataDir, 'playground.db'),
      port: config.playground.port,
      host: config.host,
      knowsHost: hostsKnownTo(config),
      eventsUrl: `${listening}/slack/events`,
      signingSecret,
      botToken,
      oauth,
      subcommands: helpEntries().map(({ name, usage, summary: description }) => ({
        name,
        usage: usage.slice(name.length).trim(),
        description,
      })),
      ...(service && trackerPages(service, config.service.publicUrl)),
      trackerDoor,
      log,
    }),
  )
  const connection = { mode: 'http' as const, botToken, signingSecret, apiUrl: playground.apiUrl }
  const authorizeUrl = new URL('oauth/v2/authorize', playground.url).href
  const { clientId, clientSecret } = oauth
  return { playground, connection, oauth: { clientId, clientSecret, authorizeUrl }, trackerDoor }
}

const messagesSchema = z.object({ messages: z.array(z.looseObject({ ts: z.string(), blocks: z.unknown() })) })

/** Waits for the question that names the channel's readers, and presses *Subscribe* in it. */
const confirm = async (api: (path: string) => URL, post: Post, channel: string): Promise<void> => {
  const action_id = 'confirm_subscribe'
  for (let left = 50; left > 0; left -= 1) {
    const response = await fetch(api(`channels/${channel}/messages?as=dana`))
    const { messages } = messagesSchema.parse(await response.json())
    const question = messages.find(({ blocks = [] }) => JSON.stringify(blocks).includes(`"${action_id}"`))
    if (question) return post('actions', { as: 'dana', channel, ts: question.ts, action_id })
    await pause(100)
  }
}

type Post = (path: string, body: object) => Promise<void>

/** Subscribes the demo project's channels with the same command and button that a person would use. */
export const linkDemoChannels = async (playgroundUrl: string) => {
  const api = (path: string) => new URL(`/playground/api/${path}`, playgroundUrl)
  const post: Post = async (path, body) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(api(path), { method: 'POST', headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`subscribing the demo channels failed: HTTP ${response.status}`)
  }
  const text = `/onboard subscribe "${demoProject.name}"`
  for (const channel of ['acme-onboarding', 'acme-shared'])
    await post('commands', { as: 'dana', channel, text })
  // Outsiders read it.
  await confirm(api, post, 'acme-shared')
}
