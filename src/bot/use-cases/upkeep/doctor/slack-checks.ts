import { pausedSubscriptions } from '../../../store/upkeep/doctor.ts'
import type { Finding } from '../../../messages/upkeep/doctor.ts'
import { count, listed } from '../../../messages/kit/words.ts'
import type { BotDeps } from '../../../deps.ts'
import { SlackProblem, type SlackProblemKind } from '../../../slack/problem.ts'
import { scopes as wanted } from '../../../slack/scopes.ts'
import type { Diagnosis } from '../../../slack/slack.ts'
import { age, bad, type Check, good, look } from './check.ts'

const reinstall =
  'install the app again (OAuth & Permissions) and set SLACK_BOT_TOKEN to the token shown there'

const remedies: Partial<Record<SlackProblemKind, string>> = {
  account: reinstall,
  scope: reinstall,
  unknown: 'look at status.slack.com, and whether this machine reaches slack.com',
  unavailable: 'look at status.slack.com, and whether this machine reaches slack.com',
  'rate-limited': 'wait a minute and run doctor again',
}

const scopeFindings = (granted: Diagnosis['scopes']): Finding[] => {
  const topic = 'Slack scopes'
  if (granted === undefined)
    return [look(topic, 'this Slack does not say what is granted', 'compare with manifest.yml by hand')]
  const missing = Object.entries(wanted).filter(([scope]) => !granted.includes(scope))
  if (missing.length === 0) return [good(topic, `all ${Object.keys(wanted).length} are granted`)]
  return missing.map(([scope, { loses, optional }]) =>
    (optional ? look : bad)(
      topic,
      `${scope} is not granted; lost: ${loses}`,
      `add it as in manifest.yml (OAuth & Permissions), then install the app again`,
    ),
  )
}

/** Slack refuses signatures after five minutes. Even 30 seconds affect quiet hours. */
const skewLook = 30_000
const skewBad = 240_000

const clockFinding = (skewMs: number | undefined): Finding => {
  const topic = 'Clock'
  const remedy = 'let this machine keep its time by NTP (timedatectl set-ntp true)'
  if (skewMs === undefined)
    return look(topic, 'Slack’s answer has no date to compare with', 'compare with another clock')
  const off = Math.abs(skewMs)
  if (off < skewLook) return good(topic, `within ${age(Math.max(1_000, off + 500))} of Slack’s`)
  const found = `${age(off)} ${skewMs > 0 ? 'ahead of' : 'behind'} Slack’s`
  return off < skewBad
    ? look(topic, found, remedy)
    : bad(topic, `${found}; from five minutes on every request of Slack is refused`, remedy)
}

const token: Check = {
  topic: 'Slack token',
  run: async ({ slack }) => {
    try {
      const { teamName, botName, scopes, skewMs } = await slack.diagnose()
      const found = `accepted by ${teamName || 'the workspace'} as ${botName || 'the app'}`
      return [good('Slack token', found), ...scopeFindings(scopes), clockFinding(skewMs)]
    } catch (error) {
      if (!(error instanceof SlackProblem)) throw error
      return bad('Slack token', `not usable: ${error.message}`, remedies[error.kind] ?? reinstall)
    }
  },
}

const connected = (instance: BotDeps['instance'], topic: string): Finding =>
  instance.connected()
    ? good(topic, 'by Socket Mode, where no signing secret is used')
    : bad(
        topic,
        'no connection stands',
        'look at SLACK_APP_TOKEN, its scope connections:write, and the network',
      )

const hourMs = 3_600_000

const keptBack: Check = {
  topic: 'Events of Slack',
  run: async ({ instance: { seen }, now }) => {
    const topic = 'Events of Slack'
    const found: Finding[] = []
    if (seen.rateLimitedAt !== undefined && now() - seen.rateLimitedAt < 24 * hourMs)
      found.push(
        look(
          topic,
          `Slack kept events back ${age(now() - seen.rateLimitedAt)} ago, because there were too many (30,000 an hour)`,
          'write replies of that time without a sign again; take the app out of channels that do not need it',
        ),
      )
    if (seen.otherTeams > 0)
      found.push(
        look(
          topic,
          `${count(seen.otherTeams, 'event')} of other workspaces came since the start and were left alone`,
          'install the app in one workspace, or give each its own app and bot',
        ),
      )
    return found
  },
}

const connection: Check = {
  topic: 'Requests of Slack',
  run: async ({ instance, now }) => {
    const { mode, seen } = instance
    const topic = 'Requests of Slack'
    if (mode === 'socket') return connected(instance, topic)
    if (seen.unsigned === 0)
      return good(topic, `over HTTP; ${seen.signed} with a good signature since the start`)
    const last = seen.lastUnsignedAt === undefined ? '' : `, the last ${age(now() - seen.lastUnsignedAt)} ago`
    const found = `${seen.signed} with a good signature since the start, ${seen.unsigned} refused for theirs${last}`
    const remedy =
      seen.signed === 0
        ? 'copy the Signing Secret (Basic Information) into SLACK_SIGNING_SECRET'
        : 'if more than one Slack app has this address, give each its own; else somebody else tries the address'
    return (seen.signed === 0 ? bad : look)(topic, found, remedy)
  },
}

const pausedWords = (rows: readonly { channel: string; reason: string }[]) =>
  listed([...new Set(rows.map(({ reason }) => reason.replaceAll('_', ' ')))])

const paused: Check = {
  topic: 'Subscriptions',
  run: async ({ database }) => {
    const rows = await pausedSubscriptions(database.sql)
    if (rows.length === 0) return good('Subscriptions', 'none is paused')
    const channels = new Set(rows.map(({ channel }) => channel)).size
    return look(
      'Subscriptions',
      `${rows.length} paused in ${channels} ${channels === 1 ? 'channel' : 'channels'}: ${pausedWords(rows)}`,
      '/onboard subscriptions in the channel says why and resumes',
    )
  },
}

export const slackChecks: readonly Check[] = [token, connection, keptBack, paused]
