import { count, listed } from '../../../../kit/words.ts'
import { age, bad, type Finding, good, look } from './doctor.ts'

export const token = 'Slack token'
export const scopes = 'Slack scopes'
export const requests = 'Slack requests'
export const events = 'Slack events'
export const subscriptions = 'Subscriptions'

const reinstall = 'reinstall the app (OAuth & Permissions), and set SLACK_BOT_TOKEN to the token shown there'
const addScope = 'add it as in manifest.yml (OAuth & Permissions), then reinstall the app'
const network = 'check status.slack.com, and that this machine can reach slack.com'

export const tokenAccepted = (team: string, bot: string) =>
  good(token, `accepted by ${team || 'the workspace'} as ${bot || 'the app'}`)

/** `trouble`: whether Slack cannot be reached, wants us to wait, or rejects the token. */
export const tokenFailed = (message: string, trouble: 'network' | 'wait' | 'token') => {
  const remedies = { network, wait: 'wait a minute, then run the doctor again', token: reinstall }
  return bad(token, `not working: ${message}`, remedies[trouble])
}

export const scopesUnknown = () =>
  look(scopes, 'Slack doesn’t say which scopes are granted', 'compare them with manifest.yml')

export const scopesGranted = (total: number) => good(scopes, `all ${total} granted`)

export const scopeMissing = (scope: string, loses: string, optional: boolean | undefined): Finding =>
  (optional ? look : bad)(scopes, `${scope} is missing; lost: ${loses}`, addScope)

/** Without `users:read` Slack names no admins, so nobody could run the doctor. */
export const adminsUnknown = (scope: string) =>
  bad(scopes, `${scope} is missing, so Slack doesn’t say who is an admin`, `${addScope} and try again`)

/** Slack rejects signatures after five minutes; half a minute is worth a word before that. */
const skewLook = 30_000
const skewBad = 240_000

/** `skewMs`: how far our clock is ahead of Slack's; undefined when Slack's answer has no date. */
export const clock = (skewMs: number | undefined): Finding => {
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

export const socketConnected = () => good(requests, 'connected by Socket Mode')

export const socketDisconnected = () =>
  bad(
    requests,
    'no Socket Mode connection',
    'check SLACK_APP_TOKEN, its scope connections:write, and the network',
  )

export const allSigned = (signed: number) =>
  good(requests, `over HTTP; ${count(signed, 'valid signature')} since the app started`)

/** `agoMs`: when the last unsigned request came; undefined when that is not known. */
export const someUnsigned = (signed: number, unsigned: number, agoMs: number | undefined): Finding => {
  const last = agoMs === undefined ? '' : `, the last ${age(agoMs)} ago`
  const found = `${count(signed, 'valid signature')} since the app started; ${count(unsigned, 'request')} rejected for a wrong one${last}`
  if (signed === 0)
    return bad(requests, found, 'copy the Signing Secret (Basic Information) into SLACK_SIGNING_SECRET')
  return look(
    requests,
    found,
    'if several Slack apps use this address, give each its own; otherwise somebody is probing it',
  )
}

export const eventsDropped = (agoMs: number) =>
  look(
    events,
    `Slack dropped events ${age(agoMs)} ago because there were too many (over 30,000 an hour)`,
    'resend replies from that time that have no ✅, ⏳, or ⚠️, and remove the app from channels that don’t need it',
  )

export const otherWorkspaces = (total: number) =>
  look(
    events,
    `${count(total, 'event')} from other workspaces ignored since the app started`,
    'install the app in one workspace, or give each workspace its own app and bot',
  )

export const nonePaused = () => good(subscriptions, 'none paused')

export const somePaused = (total: number, channels: number, reasons: readonly string[]) =>
  look(
    subscriptions,
    `${total} paused in ${count(channels, 'channel')}: ${listed(reasons)}`,
    'run /onboard subscriptions in the channel to see why and to resume',
  )
