import type { BotDeps, Instance } from '../../deps/deps.ts'
import type { BotLanes } from '../../store/payloads.ts'
import { scopes } from '../../slack/scopes.ts'
import { SlackProblem } from '../../slack/problem.ts'
import { within } from '../../kit/time.ts'
import { socketRemedy } from './doctor/slack.ts'
import { homeTab, trackerReason } from '../../deps/tracker-connection.ts'

/** Limit for an answer. Slower means not usable. */
const patienceMs = 3_000

const checkSocket = ({ connected }: Pick<Instance, 'connected'>): string | undefined =>
  connected() ? undefined : `Slack: no Socket Mode connection: ${socketRemedy}`

/** Only the token of the environment has a variable. Others come from installing the app. */
const wayOut = (error: unknown, { connecting }: Pick<BotDeps, 'connecting'>): string =>
  error instanceof SlackProblem && error.kind === 'account' && !connecting
    ? '; reinstall the app, and set SLACK_BOT_TOKEN to the token shown there'
    : ''

const checkSlack = async (deps: BotDeps): Promise<string | undefined> => {
  const { slack, instance } = deps
  const disconnected = checkSocket(instance)
  if (disconnected !== undefined) return disconnected
  try {
    const granted = await slack.check()
    // The app was reinstalled.
    instance.access.removed = undefined
    const missing = Object.entries(scopes).filter(([scope, { vital }]) => vital && !granted?.includes(scope))
    if (granted === undefined || missing.length === 0) return undefined
    const lost = missing.map(([scope, { loses }]) => `${scope} isn’t granted (lost: ${loses})`)
    return `Slack: ${lost.join('; ')}`
  } catch (error) {
    const { removed } = instance.access
    const why = removed === undefined ? '' : `; Slack says ${removed}`
    return `Slack: ${(error as Error).message}${why}${wayOut(error, deps)}`
  }
}

interface Node extends Pick<BotDeps, 'ticks'> {
  readonly lanes: Pick<BotLanes, 'trouble'>
  readonly instance: Pick<Instance, 'connected'>
}

const inTime = async (work: Promise<string | undefined>, late: string): Promise<string | undefined> => {
  const outcome = await within(
    patienceMs,
    work.then((reason) => ({ reason })),
  )
  return outcome ? outcome.reason : late
}

const reasonsOf = async (
  node: Node,
  deps: BotDeps | undefined,
  tracker: Promise<string | undefined> | undefined,
): Promise<readonly string[]> => {
  const reasons = await Promise.all([
    inTime(node.lanes.trouble(), 'the database isn’t responding'),
    deps ? inTime(checkSlack(deps), 'Slack isn’t responding') : checkSocket(node.instance),
    tracker && inTime(tracker, 'the tracker isn’t responding'),
  ])
  return reasons.filter((reason) => reason !== undefined)
}

/** Why the bot can't work right now. Empty if it can. */
export const unusable = (deps: BotDeps): Promise<readonly string[]> => {
  if (!deps.tracker) return reasonsOf(deps, deps, Promise.resolve('no tracker is connected yet'))
  const setWith = deps.connecting && homeTab
  const reason = deps.api.getUsage({}).then(
    () => undefined,
    (error: unknown) => trackerReason(error, setWith),
  )
  return reasonsOf(deps, deps, reason)
}

/**
 * Why the bot can't work right now, cached for `freshMs`. `only`: the installation of the environment's bot token.
 * Undefined without one: the trouble of one workspace that came by OAuth must not take the bot away from the others.
 */
export const createHealth = (node: Node, only: BotDeps | undefined, freshMs: number) => {
  let last: { at: number; reasons: Promise<readonly string[]> } | undefined
  return {
    reasons: () => {
      const now = node.ticks()
      if (!last || now - last.at >= freshMs)
        last = { at: now, reasons: reasonsOf(node, only, only?.tracker?.health.reason()) }
      return last.reasons
    },
  }
}
