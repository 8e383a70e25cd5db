import { age, bad, type Finding, good, look } from '../messages/doctor.ts'
import { count } from '../../../kit/text.ts'
import { dayMs } from '../../../kit/time.ts'
import { SlackProblem, type SlackProblemKind } from '../../../slack/problem.ts'
import { scopes as wanted } from '../../../slack/scopes.ts'
import type { BotDeps } from '../../../deps/deps.ts'
import type { Check } from './app.ts'
import { certificateRemedy } from './certificate.ts'

const network = 'check status.slack.com, and that this machine can reach slack.com'
const reinstall = 'reinstall the app (OAuth & Permissions), and set SLACK_BOT_TOKEN to the token shown there'

const tokenRemedies: Partial<Record<SlackProblemKind, string>> = {
  unknown: network,
  unavailable: network,
  'rate-limited': 'wait a minute, then run the doctor again',
}

const ofScopes = 'Slack scopes'
const addScope = 'add it as in manifest.yml (OAuth & Permissions), then reinstall the app'

const scopeFindings = (granted: readonly string[] | undefined): Finding[] => {
  if (granted === undefined)
    return [look(ofScopes, 'Slack doesn’t say which scopes are granted', 'compare them with manifest.yml')]
  const missing = Object.entries(wanted).filter(([scope]) => !granted.includes(scope))
  if (missing.length === 0) return [good(ofScopes, `all ${Object.keys(wanted).length} granted`)]
  return missing.map(([scope, { loses, optional }]) =>
    (optional ? look : bad)(ofScopes, `${scope} is missing; lost: ${loses}`, addScope),
  )
}

/** Slack rejects signatures after five minutes; half a minute is worth a word before that. */
const skewLook = 30_000
const skewBad = 240_000

/** `skewMs`: how far our clock is ahead of Slack's; undefined while no answer of Slack had a date. */
const clock = (skewMs: number | undefined): Finding => {
  const topic = 'Clock'
  if (skewMs === undefined)
    return look(topic, 'Slack’s response has no date to compare with', 'compare with another clock')
  const off = Math.abs(skewMs)
  if (off < skewLook) return good(topic, `within ${age(Math.max(1_000, off + 500))} of Slack’s`)
  const found = `${age(off)} ${skewMs > 0 ? 'ahead of' : 'behind'} Slack’s`
  const remedy = 'sync this machine’s clock by NTP (timedatectl set-ntp true)'
  if (off < skewBad) return look(topic, found, remedy)
  return bad(topic, `${found}; beyond five minutes the app rejects every request from Slack`, remedy)
}

export const token: Check<Pick<BotDeps, 'slack'>> = {
  topic: 'Slack token',
  run: async ({ slack }) => {
    try {
      const { teamName, botName, scopes, skewMs } = await slack.diagnose()
      const accepted = `accepted by ${teamName || 'the workspace'} as ${botName || 'the app'}`
      return [good(token.topic, accepted), ...scopeFindings(scopes), clock(skewMs)]
    } catch (error) {
      if (!(error instanceof SlackProblem)) throw error
      const remedy =
        certificateRemedy(error.message, { whose: 'Slack’s', address: 'SLACK_API_URL' }) ??
        tokenRemedies[error.kind]
      return bad(token.topic, `not working: ${error.message}`, remedy ?? reinstall)
    }
  },
}

export const requestsTopic = 'Slack requests'

export const socketRemedy = 'check SLACK_APP_TOKEN, its scope connections:write, and the network'

export const socketDisconnected = () => bad(requestsTopic, 'no Socket Mode connection', socketRemedy)

const requests: Check = {
  topic: requestsTopic,
  run: async ({ instance, now }) => {
    const { signed, unsigned, lastUnsignedAt: at } = instance.seen
    if (instance.mode === 'socket')
      return instance.connected() ? good(requestsTopic, 'connected by Socket Mode') : socketDisconnected()
    const valid = `${count(signed, 'valid signature')} since the app started`
    if (unsigned === 0) return good(requestsTopic, `over HTTP; ${valid}`)
    const last = at === undefined ? '' : `, the last ${age(now() - at)} ago`
    const found = `${valid}; ${count(unsigned, 'request')} rejected for a wrong one${last}`
    const secret = 'copy the Signing Secret (Basic Information) into SLACK_SIGNING_SECRET'
    if (signed === 0) return bad(requestsTopic, found, secret)
    const probed =
      'if several Slack apps use this address, give each its own; otherwise somebody is probing it'
    return look(requestsTopic, found, probed)
  },
}

const events: Check = {
  topic: 'Slack events',
  run: async ({ instance: { seen }, now }) => {
    const droppedMs = seen.rateLimitedAt === undefined ? Infinity : now() - seen.rateLimitedAt
    if (droppedMs >= dayMs) return []
    return look(
      events.topic,
      `Slack dropped events ${age(droppedMs)} ago because there were too many (over 30,000 an hour)`,
      'resend replies from that time that have no ✅, ⏳, or ⚠️, and remove the app from channels that don’t need it',
    )
  },
}

export const slackChecks: readonly Check[] = [token, requests, events]
