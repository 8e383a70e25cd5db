import { folded } from '../../../contract/text/folded.ts'
import { channelSettings } from '../../audience/store/channel-settings.ts'
import { knownProject } from '../../store/known-projects.ts'
import { covers } from '../../audience/store/covers.ts'
import {
  accountOf,
  removeSubscription,
  runningIn,
  subscriptionsOf,
} from '../../audience/store/subscriptions.ts'
import { nothingSubscribed, unsubscribed, unsubscribedAll } from '../../audience/messages/subscribed.ts'
import type { Target } from '../../answers/reference.ts'
import type { Here } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Answer } from '../../answers/answer.ts'
import { findTarget, type Found } from './subscribe.ts'
import { wordsOf } from '../../answers/find-project.ts'

/** `/onboard unsubscribe all`: the channel receives nothing anymore. */
const endAll = async (
  deps: BotDeps,
  { user, place: { channel } }: Pick<Here, 'user' | 'place'>,
): Promise<Answer> => {
  const ended = await deps.database.transaction(async (tx) => {
    const all = await subscriptionsOf(tx.sql, channel)
    for (const one of all) await removeSubscription(tx, one, deps.now())
    return all
  })
  if (ended.length === 0) return { message: nothingSubscribed({ target: 'all' }) }
  const { replies } = await channelSettings(deps.database.sql, channel)
  return { message: unsubscribedAll({ by: user, ended, replies }), inChannel: true }
}

const asTyped = (target: Target): string =>
  target.scope === 'all' ? 'all' : target.scope === 'account' ? target.account : wordsOf(target.project)

/** Searches the channel's own subscriptions first, so that it works without the tracker. */
const ownTarget = async (deps: BotDeps, channel: string, target: Target): Promise<Found | undefined> => {
  const typed = folded(asTyped(target))
  const own = await subscriptionsOf(deps.database.sql, channel)
  const matches = own.filter(
    (candidate) =>
      candidate.scope === target.scope &&
      (target.scope === 'all' || folded(candidate.target) === typed || folded(candidate.label) === typed),
  )
  const [only] = matches
  return only && matches.length === 1 ? { ...only, account: accountOf(only) } : undefined
}

/** An active subscription that still includes the project: to its account, or to all. */
export const stillReceivedBy = async (
  deps: BotDeps,
  channel: string,
  { scope, target }: Pick<Found, 'scope' | 'target'>,
) => {
  if (scope === 'all') return undefined
  const { sql } = deps.database
  const known = scope === 'project' ? await knownProject(sql, target) : undefined
  const running = await runningIn(sql, channel)
  const still =
    running.find((one) => one.scope === 'all') ??
    running.find((one) => one.scope === 'account' && known && covers(one, known))
  return still && { scope: still.scope, label: still.label }
}

export const unsubscribe = async (
  deps: BotDeps,
  { user, place: route }: Here,
  named: Target,
): Promise<Answer> => {
  if (named.scope === 'all') return endAll(deps, { user, place: route })
  const { channel } = route
  const own = await ownTarget(deps, channel, named)
  if (!own && named.scope === 'account') return { message: nothingSubscribed({ target: named.account }) }
  const found = own ?? (await findTarget(deps, named, route, (uuid) => `unsubscribe ${uuid}`))
  if (!('scope' in found)) return found
  const { scope, target, label } = found
  const removed = await deps.database.transaction((tx) =>
    removeSubscription(tx, { channel, scope, target }, deps.now()),
  )
  if (!removed) return { message: nothingSubscribed({ target: asTyped(named) }) }
  const stillBy = await stillReceivedBy(deps, channel, found)
  return { message: unsubscribed({ scope, label, by: user, stillBy }), inChannel: true }
}
