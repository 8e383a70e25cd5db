import { bad, type Finding, good, look } from '../../../bot/features/status/doctor/messages/finding.ts'
import { requests, socketDisconnected } from '../../../bot/features/status/doctor/messages/slack-findings.ts'
import { slackClients } from '../../../bot/slack/bolt.ts'
import { slackClock } from '../../../bot/slack/slack-clock.ts'
import { createSlack } from '../../../bot/slack/web-slack.ts'
import { token } from '../../../bot/features/status/doctor/slack-checks.ts'
import type { Config } from '../../../config/config.ts'
import { createLog } from '../../../log.ts'
import { isLoopback } from '../../../contract/address/private-address.ts'

type Connected = Exclude<Config['slack'], { mode: 'playground' }>

export const checkToken = async ({ botToken, ...app }: Connected): Promise<Finding | readonly Finding[]> => {
  if (botToken === undefined) return good(token.topic, 'each workspace that installs the app has its own')
  const clock = slackClock()
  const clientWith = slackClients(app, createLog('silent'), clock, (_, call) => call())
  return token.run({
    slack: createSlack(
      clientWith(async () => botToken),
      clock,
    ),
  })
}

const manifest = 'Slack manifest'

/** Slack doesn't tell an app its own addresses, so a person compares them. */
export const checkManifest = ({
  slack,
  publicUrl,
}: Pick<Config, 'publicUrl'> & { slack: Connected }): Finding => {
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
export const checkAppToken = async ({
  appToken,
  apiUrl,
}: Extract<Connected, { mode: 'socket' }>): Promise<Finding> => {
  try {
    const response = await fetch(new URL('apps.connections.open', apiUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${appToken}` },
      redirect: 'error',
      signal: AbortSignal.timeout(openMs),
    })
    const said = (await response.json()) as { ok?: boolean; error?: string }
    if (said.ok) return good(requests, 'Slack accepts SLACK_APP_TOKEN for Socket Mode')
    return bad(
      requests,
      `Slack rejects SLACK_APP_TOKEN: ${said.error ?? response.status}`,
      socketDisconnected().remedy ?? '',
    )
  } catch {
    // Fetch's own error may contain the request with its token.
    return socketDisconnected()
  }
}
