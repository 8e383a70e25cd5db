import { eventNames } from '../../../contract/event.ts'
import {
  eventWord,
  eventWordsKnown,
  isEventWord,
  resolveEvents,
  noEvents,
  subscribe as subscribeChannel,
  type SubscribeArgs,
  targetOf,
} from './subscribe.ts'
import { nearest, readTarget, type Target } from '../../answers/reference.ts'
import { type Subcommand, withoutWords, type Answer, explained } from '../../answers/answer.ts'
import { listSubscriptions, unsubscribe as unsubscribeChannel } from './subscriptions.ts'
import { openSettings } from './settings.ts'
import { settingsNow } from './store-settings.ts'
import { folded, entered, isBlank } from '../../../contract/text.ts'
import { notifyChannel, notifyPerson } from '../../answers/notify.ts'
import { type Actor, type Here, maySteer } from '../../audience/actor.ts'
import { subscriptionsOf } from '../../store/subscriptions.ts'
import type { BotDeps } from '../../deps/deps.ts'
import type { Choice } from '../../kit/form-elements.ts'
import { type ProjectInView, viewOf } from '../../tracker/project-in-view.ts'
import { channelWelcome, subscribeDialog } from './messages/settings-dialog.ts'

/** Somebody invited the app. A channel that receives something already needs no welcome. */
export const welcomeChannel = (deps: BotDeps, channel: string, eventTs: string): Promise<void> =>
  deps.database.transaction(async (tx) => {
    if ((await subscriptionsOf(tx.sql, channel)).length > 0) return
    await notifyChannel(deps, tx, channel, `joined-${eventTs}`, channelWelcome())
  })

const openSubscribe = async (deps: BotDeps, actor: Here, triggerId: string): Promise<Answer | undefined> => {
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

/** The first 200 projects, and those that the tracker finds by name: it may compare names letter by letter. */
const listed = async ({ api }: BotDeps, words: string): Promise<ProjectInView[]> => {
  const [{ projects: first }, named] = await Promise.all([
    api.listProjects({ limit: 200 }),
    words === '' ? undefined : api.listProjects({ name: words, limit: 200 }),
  ])
  const views = [...(named?.projects ?? []), ...first].map(viewOf)
  return [...new Map(views.map((view) => [view.listedAs, view])).values()]
}

export const suggestProjects = async (deps: BotDeps, _by: Actor, query: string): Promise<Choice[]> => {
  const words = folded(entered(query))
  const says = (name: string | undefined) => name !== undefined && folded(name).includes(words)
  const all = await listed(deps, entered(query))
  const accounts = [...new Set(all.flatMap(({ accountName }) => accountName ?? []))].filter(says)
  const projects = all.flatMap(({ listedAs: value, name, accountName: description }) =>
    value !== undefined && (says(name) || says(description)) ? [{ value, text: name, description }] : [],
  )
  return [
    ...projects.slice(0, mostProjects),
    ...accounts
      .slice(0, mostAccounts)
      .map((name) => ({ value: `${ofAccount}${name}`, text: `All projects of ${name}` })),
  ]
}

const targetIn = (chosen: string): Target =>
  chosen.startsWith(ofAccount)
    ? targetOf('account', chosen.slice(ofAccount.length))
    : targetOf('project', chosen)

/** Subscribes after the dialog closed, because the tracker may be slow. Only the person sees a question. */
export const subscribeAsChosen = async (
  deps: BotDeps,
  actor: Here,
  viewId: string,
  { chosen, preset }: { chosen: string; preset: string | undefined },
): Promise<void> => {
  const { user, place } = actor
  const { channel } = place
  const args = { target: targetIn(chosen), words: [], preset }
  const answer = await subscribeChannel(deps, actor, args, `subscribed-${viewId}`).catch(
    (error: unknown): Answer => ({
      message: explained(deps, error, { by: actor, run: `subscribe ${chosen}` }),
    }),
  )
  if (!answer || 'remove' in answer || answer.inChannel) return
  const at = { user, channel, ts: `subscribed-${viewId}` }
  await deps.database.transaction((tx) => notifyPerson(deps, tx, at, answer.message))
}

const unknownWord = (word: string): string => {
  const minus = word.startsWith('-') ? '-' : ''
  const suggestion = nearest(word.slice(minus.length), eventWordsKnown)
  const hint = 'Use comments, tasks, subtasks, projects, modules or all.'
  return `“${word}” is not an event. ${suggestion === undefined ? hint : `Did you mean ${minus}${suggestion}?`}`
}

/** `Projects` belongs to a name, as in *Data Projects*. A misspelt exclusion such as `-coments` never does. */
const isTail = (word: string) => {
  const isOfName = /^\p{Lu}/u.test(word) && word !== word.toUpperCase()
  return !isOfName && (isEventWord(eventWord(word)) || /^-[a-z_]+$/.test(word))
}

const subscribe: Subcommand<SubscribeArgs | { target: undefined }> = {
  name: 'subscribe',
  summary:
    'Subscribes this channel to a project, an account or everything; without a name, you choose in a dialog. It receives what /onboard settings says, or the events you name, such as comments or tasks.',
  usage: 'subscribe [project | account:NAME | all] [events…]',
  isFor: 'channels',
  examples: [
    'subscribe Acme Corp – Standard Onboarding',
    'subscribe "Acme Corp – Standard Onboarding" comments tasks -task_updated',
    'subscribe account:Globex comments',
    'subscribe all projects',
    'subscribe',
  ],
  right: 'work',
  parse: (text) => {
    if (isBlank(text)) return { ok: true, target: undefined }
    const read = readTarget(text, isTail)
    if (!read.ok) return read
    const words = read.words.map(eventWord)
    const wrong = words.find((word) => !isEventWord(word))
    if (wrong !== undefined) return { ok: false, problem: unknownWord(wrong) }
    if (words.length > 0 && resolveEvents(words, eventNames).length === 0)
      return { ok: false, problem: noEvents }
    return { ...read, words }
  },
  run: (deps, actor, args, { triggerId }) =>
    args.target ? subscribeChannel(deps, actor, args) : openSubscribe(deps, actor, triggerId),
}

const unsubscribe: Subcommand<{ target: Target }> = {
  name: 'unsubscribe',
  summary: 'Unsubscribes this channel. An account’s name is enough, too.',
  usage: 'unsubscribe <project | account:NAME | all>',
  isFor: 'admins',
  examples: ['unsubscribe Acme Corp – Standard Onboarding', 'unsubscribe Globex', 'unsubscribe all'],
  right: 'work',
  parse: (text) => {
    const read = readTarget(text, () => false)
    const [extra] = read.ok ? read.words : []
    if (extra === undefined) return read
    const problem = `/onboard unsubscribe takes no events, such as “${extra}”. To receive fewer, subscribe again with those you want.`
    return { ok: false, problem }
  },
  run: (deps, actor, { target }) => unsubscribeChannel(deps, actor, target),
}

const subscriptions: Subcommand<object> = {
  name: 'subscriptions',
  summary: 'Lists this channel’s subscriptions.',
  usage: 'subscriptions',
  isFor: 'channels',
  examples: ['subscriptions'],
  right: 'work',
  parse: withoutWords,
  run: (deps, actor) => listSubscriptions(deps, actor.place.channel),
}

const settings: Subcommand<object> = {
  name: 'settings',
  summary: 'Sets what this channel receives: a preset, or your own events, layout, filters and replies.',
  usage: 'settings',
  isFor: 'channels',
  examples: ['settings'],
  right: 'work',
  parse: withoutWords,
  run: (deps, actor, _, { triggerId }) =>
    openSettings(deps, actor, { triggerId, value: actor.place.channel }),
}

export const channelCommands = { subscribe, unsubscribe, subscriptions, settings }
