import { folded } from '../../../contract/text/folded.ts'
import type { ProjectItem } from '../../../contract/project.ts'
import { type Answer, answerOrExplain } from '../../answers/answer.ts'
import type { Target } from '../../answers/reference.ts'
import { sayInChannel, tellPerson } from '../../answers/tell.ts'
import { type Actor, type Here, maySteer } from '../../audience/actor.ts'
import { isPresetName } from '../../audience/messages/settings-words.ts'
import { subscriptionsOf } from '../../audience/store/subscriptions.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Choice } from '../../kit/form-elements.ts'
import { uuidOf } from '../../tracker/find-project.ts'
import { channelWelcome, subscribeDialog } from './messages/settings-dialog.ts'
import { saveSettings, settingsNow } from './settings.ts'
import { subscribe } from './subscribe.ts'

/** Somebody invited the app. A channel that receives something already needs no welcome. */
export const welcomeChannel = (deps: BotDeps, channel: string, eventTs: string): Promise<void> =>
  deps.database.transaction(async (tx) => {
    if ((await subscriptionsOf(tx.sql, channel)).length > 0) return
    await sayInChannel(deps, tx, channel, `joined-${eventTs}`, channelWelcome())
  })

/** `/onboard subscribe` without a name. */
export const openSubscribe = async (
  deps: BotDeps,
  actor: Here,
  triggerId: string,
): Promise<Answer | undefined> => {
  const { channel } = actor.place
  const refused = await maySteer(deps, actor, channel)
  if (refused) return refused
  const { name: channelName } = await deps.slack.channel(channel)
  const { preset } = await settingsNow(deps.database.sql, channel)
  await deps.slack.openView(triggerId, subscribeDialog({ channel, channelName, preset }))
  return undefined
}

const ofAccount = 'account:'

const mostProjects = 80
const mostAccounts = 20

/** The first 200, and those that the tracker finds by the typed name, which it may compare letter by letter. */
const listed = async ({ api }: BotDeps, words: string): Promise<ProjectItem[]> => {
  const [{ projects: first }, named] = await Promise.all([
    api.listProjects({ limit: 200 }),
    words === '' ? undefined : api.listProjects({ name: words, limit: 200 }),
  ])
  return [...new Map([...(named?.projects ?? []), ...first].map((item) => [uuidOf(item), item])).values()]
}

/** Projects by name or account, then the accounts themselves. */
export const suggestProjects = async (deps: BotDeps, _by: Actor, typed: string): Promise<Choice[]> => {
  const words = folded(typed.trim())
  const says = (name: string | undefined) => name !== undefined && folded(name).includes(words)
  const all = await listed(deps, typed.trim())
  const accounts = [...new Set(all.flatMap(({ account }) => account?.name ?? []))].filter(says)
  const projects = all.flatMap((item) => {
    const [value, description] = [uuidOf(item), item.account?.name]
    return value !== undefined && (says(item.name) || says(description))
      ? [{ value, text: item.name, description }]
      : []
  })
  return [
    ...projects.slice(0, mostProjects),
    ...accounts
      .slice(0, mostAccounts)
      .map((name) => ({ value: `${ofAccount}${name}`, text: `All projects of ${name}` })),
  ]
}

const targetOf = (chosen: string): Target =>
  chosen.startsWith(ofAccount)
    ? { scope: 'account', account: chosen.slice(ofAccount.length) }
    : { scope: 'project', project: { by: 'uuid', uuid: chosen } }

/** What the dialog asks for, after it closed: the tracker may be slow. A question comes to the person alone. */
export const subscribeAsChosen = async (
  deps: BotDeps,
  actor: Here,
  viewId: string,
  { chosen, preset }: { chosen: string; preset: string | undefined },
): Promise<void> => {
  const { user, place } = actor
  const { channel } = place
  const answer = await answerOrExplain(
    deps,
    async () => {
      const now = await settingsNow(deps.database.sql, channel)
      if (isPresetName(preset) && preset !== now.preset)
        await saveSettings(deps, actor, { viewId, isSilent: true }, { preset })
      return subscribe(deps, actor, { target: targetOf(chosen), words: [] }, (tx, said) =>
        sayInChannel(deps, tx, channel, `subscribed-${viewId}`, said),
      )
    },
    { by: () => Promise.resolve(actor) },
  )
  if (!answer || 'remove' in answer || answer.inChannel) return
  const at = { user, channel, ts: `subscribed-${viewId}` }
  await deps.database.transaction((tx) => tellPerson(deps, tx, at, answer.message))
}
