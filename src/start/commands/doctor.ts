import { entered } from '../../contract/text.ts'
import { doctorLines, bad, type Finding, good, look } from '../../bot/features/status/messages/doctor.ts'
import { type Check, findingsOf, address } from '../../bot/features/status/doctor/app.ts'
import { key } from '../../bot/features/status/doctor/tracker.ts'
import {
  requestsTopic as requests,
  socketDisconnected,
  socketRemedy,
  token,
} from '../../bot/features/status/doctor/slack.ts'
import { createVault } from '../../bot/installations/vault.ts'
import { createClient } from '../../client/client.ts'
import { urlHost, isLoopback } from '../../contract/address.ts'
import { useProxies } from '../../contract/outgoing.ts'
import { type Config, ConfigProblem, readConfig } from '../../config/config.ts'
import { createLog } from '../../log.ts'
import { wrongUse } from '../cannot-run.ts'
import { print } from '../print.ts'
import { checkDatabase } from './doctor-database.ts'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { instanceHeader, instanceId } from '../../bot/deps/deps.ts'
import { slackClients, slackClock } from '../../bot/slack/client.ts'
import { createSlack } from '../../bot/slack/web-slack.ts'

type Connected = Exclude<Config['slack'], { mode: 'playground' }>

const checkToken = async ({ botToken, ...app }: Connected): Promise<Finding | readonly Finding[]> => {
  if (botToken === undefined) return good(token.topic, 'each workspace that installs the app has its own')
  const clock = slackClock()
  const log = createLog('silent')
  const clientWith = slackClients(app, log, clock, () => undefined)
  const client = clientWith(async () => botToken)
  return token.run({ slack: createSlack(client, clock, log) })
}

const manifest = 'Slack manifest'

/** Slack doesn't tell an app its own addresses, so a person compares them. */
const checkManifest = ({ slack, publicUrl }: Pick<Config, 'publicUrl'> & { slack: Connected }): Finding => {
  if (slack.mode === 'socket') return good(manifest, 'Socket Mode needs no addresses')
  const { origin, hostname, protocol } = new URL(publicUrl)
  const url = `${origin}/slack/events`
  const isForSlack = new URL(slack.apiUrl).hostname === 'slack.com'
  if (isForSlack && (protocol !== 'https:' || isLoopback(hostname)))
    return look(
      manifest,
      `Slack can’t call ${url}`,
      'set PUBLIC_URL to an https address that Slack reaches, or use Socket Mode (SLACK_APP_TOKEN)',
    )
  return good(manifest, `its three addresses must be ${url}, unless Slack reaches this app by another host`)
}

const openMs = 5_000

/** Slack answers with a connection's address, which is not used. */
const checkAppToken = async ({ appToken, apiUrl }: Extract<Connected, { mode: 'socket' }>) => {
  try {
    const response = await fetch(new URL('apps.connections.open', apiUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${appToken}` },
      redirect: 'error',
      signal: AbortSignal.timeout(openMs),
    })
    const answer = (await response.json()) as { ok?: boolean; error?: string }
    if (answer.ok) return good(requests, 'Slack accepts SLACK_APP_TOKEN for Socket Mode')
    return bad(requests, `Slack rejects SLACK_APP_TOKEN: ${answer.error ?? response.status}`, socketRemedy)
  } catch {
    // Fetch's own error may contain the request with its token.
    return socketDisconnected()
  }
}

/** Stands in for the bot until it runs. Undefined if the port is taken, as by the bot. */
const standIn = async ({ host, port }: Pick<Config, 'host' | 'port'>, id: string) => {
  const server = createServer((_request, response) => void response.setHeader(instanceHeader, id).end())
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch {
    return undefined
  }
  return {
    [Symbol.asyncDispose]: async () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** If no bot runs, the doctor listens on its port for a moment: so the proxy is checked before the first start. */
const checkAddress = async (
  place: Pick<Config, 'host' | 'port' | 'publicUrl'>,
  instanceKey: string | undefined,
): Promise<Finding | readonly Finding[]> => {
  const ownId = randomBytes(16).toString('hex')
  await using own = await standIn(place, ownId)
  const runningId = instanceKey === undefined ? undefined : instanceId(instanceKey)
  return await address.run({ instance: { publicUrl: () => place.publicUrl, id: own ? ownId : runningId } })
}

const doctorWaitMs = 10_000

type DoctorCheck = Check<undefined>

const problemIn = (line: string): Finding => {
  const [variable = '', ...words] = line.replace(/\.$/, '').split(' ')
  const [problem = '', ...wayOut] = words.join(' ').split('; ')
  return bad(variable, problem, wayOut.join('; ') || 'change its value')
}

const fine = (topic: string, words: string): DoctorCheck => ({ topic, run: async () => good(topic, words) })

const lostKeys = (
  { oauth, encryptionKeys }: Config,
  uses: Iterable<readonly [string, number]> = [],
): Finding[] => {
  const { keyIds } = createVault(encryptionKeys)
  const lost = oauth ? [...uses].filter(([keyId]) => !keyIds.includes(keyId)) : []
  const remedy = 'add that key again, or see npm start -- admin installations'
  return lost.map(([keyId, count]) =>
    bad('ENCRYPTION_KEYS', `the key ${keyId}, which encrypted secrets (${count}), is missing`, remedy),
  )
}

/** The database first, because it has the key that a running bot's id is made of. */
const ownSide = (config: Config): DoctorCheck => ({
  topic: address.topic,
  run: async () => {
    const { findings, instanceKey, keyUses } = await checkDatabase('DATABASE_URL', config.databaseUrl)
    const lost = lostKeys(config, keyUses)
    return [...findings, ...lost, await checkAddress(config, instanceKey)].flat()
  },
})

const tracker = ({ tracker: place, service, proxies }: Config): DoctorCheck[] => {
  if (place.mode === 'none') return [fine(key.topic, 'each workspace connects its own tracker')]
  const topic = 'SERVICE_DATABASE_URL'
  const stored = async () => (await checkDatabase(topic, service.databaseUrl)).findings
  if (place.mode === 'embedded')
    return [fine(key.topic, 'the embedded service needs none'), { topic, run: stored }]
  const run = async () => {
    await using client = createClient({ ...place, proxies, log: createLog('silent') })
    const now = Date.now
    return await key.run({ api: client, setIn: 'environment', now, quotaReachedAt: () => undefined })
  }
  return [{ topic: key.topic, run }]
}

const slack = (config: Config): DoctorCheck[] => {
  const { slack: place } = config
  if (place.mode === 'playground') return [fine(token.topic, 'the playground needs none')]
  return [
    { topic: token.topic, run: () => checkToken(place) },
    { topic: requests, run: async () => checkManifest({ ...config, slack: place }) },
    ...(place.mode === 'socket' ? [{ topic: requests, run: () => checkAppToken(place) }] : []),
  ]
}

const bot = 'Running bot'
const readyMs = 4_000

const readiness = ({ ops, port }: Config): DoctorCheck => ({
  topic: bot,
  run: async () => {
    const url = ops ? `http://${urlHost(ops.host)}:${ops.port}/readyz` : `http://127.0.0.1:${port}/readyz`
    const answer = await fetch(url, { signal: AbortSignal.timeout(readyMs) }).catch(() => undefined)
    if (!answer) return good(bot, 'none on this machine')
    const { ready, reasons = [] } = (await answer.json()) as { ready?: boolean; reasons?: string[] }
    if (ready) return good(bot, 'ready')
    if (reasons.length === 0)
      return look(bot, `${url} doesn’t say whether it is ready`, 'check what listens there')
    return reasons.map((reason) => bad(bot, `not ready: ${reason}`, 'fix what this list says about it'))
  },
})

const findings = async (env: NodeJS.ProcessEnv): Promise<readonly Finding[]> => {
  try {
    // The command `start` sets it, too.
    const config = readConfig({ ...env, NODE_ENV: entered(env['NODE_ENV'] ?? '') || 'production' })
    useProxies(config.proxies)
    const log = createLog('silent')
    const findingsIn = (check: DoctorCheck) => findingsOf(check, undefined, { doctorWaitMs, log })
    const first = await findingsIn(readiness(config))
    const checks = [ownSide(config), ...tracker(config), ...slack(config)]
    const found = await Promise.all(checks.map(findingsIn))
    return [good('Configuration', 'every variable that is needed is set'), ...first, ...found.flat()]
  } catch (error) {
    if (error instanceof ConfigProblem) return error.problems.map(problemIn)
    throw error
  }
}

const statuses = { good: 0, bad: 1, look: 2 } as const

/** `/onboard doctor` before Slack works. Returns 1 if something doesn't work, and 2 if a person should check something. */
export const runDoctor = async (env: NodeJS.ProcessEnv, words: readonly string[]): Promise<number> => {
  if (words.length > 0) throw wrongUse('doctor')
  const found = await findings(env)
  print(doctorLines(found))
  const worst = (['bad', 'look'] as const).find((state) => found.some((one) => one.state === state))
  return statuses[worst ?? 'good']
}
