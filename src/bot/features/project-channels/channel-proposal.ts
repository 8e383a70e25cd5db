import { folded } from '../../../contract/text/folded.ts'
import type { Teammate } from '../../audience/store/made-channels.ts'
import type { MayMake } from './messages/channel-dialog.ts'
import { freeName, nameFor } from './messages/channel-name.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { within } from '../../kit/time.ts'
import { teamMap, nameOf } from '../../tracker/people.ts'

/** True if Slack does not list the scopes: then it refuses what the app may not do. */
export const isGranted = async ({ slack }: Pick<BotDeps, 'slack'>, scope: string): Promise<boolean> =>
  (await slack.check())?.includes(scope) ?? true

export const mayMake = async ({ slack }: Pick<BotDeps, 'slack'>): Promise<MayMake> => {
  const granted = await slack.check()
  const has = (scope: string) => granted?.includes(scope) ?? true
  return { public: has('channels:manage'), private: has('groups:write') }
}

/** A dialog waits for it. Slack has the last word in any case. */
const patienceMs = 1_500

/** Names that the app can see are taken. Others may be: of private channels, or of archived ones. */
export const takenNames = async ({ slack, now }: Pick<BotDeps, 'slack' | 'now'>): Promise<Set<string>> => {
  const all = await within(patienceMs, Promise.all([slack.publicChannels(), slack.ownChannels(now())]))
  return new Set((all ?? []).flat().map(({ name }) => name))
}

export const proposedName = async (
  deps: Pick<BotDeps, 'slack' | 'now'>,
  project: { name: string; accountName?: string | undefined },
  refused: readonly string[] = [],
): Promise<string> => {
  const taken = await takenNames(deps)
  for (const name of refused) taken.add(name)
  return freeName(nameFor(project), taken)
}

/** The tracker's internal users with these addresses, uuids, or names, and who they are in Slack. */
export const teammatesOf = async (
  deps: BotDeps,
  keys: readonly (string | undefined)[],
): Promise<Teammate[]> => {
  const wanted = new Set(keys.map((key) => key && folded(key)))
  return (await teamMap(deps))
    .map(({ user, member }) => ({ user, name: nameOf(user), member }))
    .filter(({ user, name }) =>
      [user.email_address, user.uuid, name].some((key) => key && wanted.has(folded(key))),
    )
    .map(({ name, member }) => ({ name, ...(member && { user: member.id }) }))
}
