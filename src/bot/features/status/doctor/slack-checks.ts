import { pausedSubscriptions } from '../store/doctor.ts'
import type { Finding } from './messages/doctor.ts'
import * as say from './messages/slack-findings.ts'
import { SlackProblem, type SlackProblemKind } from '../../../slack/problem.ts'
import { scopes as wanted } from '../../../slack/scopes.ts'
import type { Diagnosis } from '../../../slack/slack.ts'
import type { BotDeps } from '../../../deps/deps.ts'
import type { Check } from './own-checks.ts'

const troubles: Partial<Record<SlackProblemKind, 'network' | 'wait'>> = {
  unknown: 'network',
  unavailable: 'network',
  'rate-limited': 'wait',
}

const scopeFindings = (granted: Diagnosis['scopes']): Finding[] => {
  if (granted === undefined) return [say.scopesUnknown()]
  const missing = Object.entries(wanted).filter(([scope]) => !granted.includes(scope))
  if (missing.length === 0) return [say.scopesGranted(Object.keys(wanted).length)]
  return missing.map(([scope, { loses, optional }]) => say.scopeMissing(scope, loses, optional))
}

export const token: Check<Pick<BotDeps, 'slack'>> = {
  topic: say.token,
  run: async ({ slack }) => {
    try {
      const { teamName, botName, scopes, skewMs } = await slack.diagnose()
      return [say.tokenAccepted(teamName, botName), ...scopeFindings(scopes), say.clock(skewMs)]
    } catch (error) {
      if (!(error instanceof SlackProblem)) throw error
      return say.tokenFailed(error.message, troubles[error.kind] ?? 'token')
    }
  },
}

const requests: Check = {
  topic: say.requests,
  run: async ({ instance, now }) => {
    const { signed, unsigned, lastUnsignedAt: at } = instance.seen
    if (instance.mode === 'socket')
      return instance.connected() ? say.socketConnected() : say.socketDisconnected()
    if (unsigned === 0) return say.allSigned(signed)
    return say.someUnsigned(signed, unsigned, at === undefined ? undefined : now() - at)
  },
}

const dayMs = 86_400_000

const events: Check = {
  topic: say.events,
  run: async ({ instance: { seen }, now }) => {
    const found: Finding[] = []
    if (seen.rateLimitedAt !== undefined && now() - seen.rateLimitedAt < dayMs)
      found.push(say.eventsDropped(now() - seen.rateLimitedAt))
    if (seen.otherTeams > 0) found.push(say.otherWorkspaces(seen.otherTeams))
    return found
  },
}

const paused: Check = {
  topic: say.subscriptions,
  run: async ({ database }) => {
    const rows = await pausedSubscriptions(database.sql)
    if (rows.length === 0) return say.nonePaused()
    const channels = new Set(rows.map(({ channel }) => channel)).size
    const reasons = new Set(rows.map(({ reason }) => reason.replaceAll('_', ' ')))
    return say.somePaused(rows.length, channels, [...reasons])
  },
}

export const slackChecks: readonly Check[] = [token, requests, events, paused]
