import { eventNames } from '../../../contract/event.ts'
import { eventWord, eventWordsKnown, isEventWord, resolveEvents } from '../../answers/typed-events.ts'
import { nearest } from '../../answers/nearest.ts'
import { readTarget, type Target } from '../../answers/reference.ts'
import { isMention, refused, type Subcommand, withoutWords } from '../../answers/answer.ts'
import { pressForDialog } from '../../answers/messages/try-again.ts'
import { openSubscribe } from './choose-project.ts'
import { listSubscriptions, unsubscribe as unsubscribeChannel } from './list-subscriptions.ts'
import { openSettings } from './settings.ts'
import { noEvents, subscribe as subscribeChannel, type SubscribeArgs } from './subscribe.ts'

const unknownWord = (word: string): string => {
  const minus = word.startsWith('-') ? '-' : ''
  const meant = nearest(word.slice(minus.length), eventWordsKnown)
  const hint = 'Use comments, tasks, subtasks, projects, modules or all.'
  return `“${word}” is not an event. ${meant === undefined ? hint : `Did you mean ${minus}${meant}?`}`
}

/** A misspelt exclusion such as `-coments` is never a part of a project's name. */
const isTail = (word: string) => isEventWord(eventWord(word)) || /^-[a-z_]+$/.test(word)

/** `Projects` may be the last word of a name, as in *Data Projects*. */
const isSurelyTail = (word: string) => isTail(word) && (!/^\p{Lu}/u.test(word) || word === word.toUpperCase())

const subscribe: Subcommand<SubscribeArgs | { target: undefined; otherwise?: undefined }> = {
  name: 'subscribe',
  summary:
    'Subscribes this channel to a project, an account or everything; without a name, you choose in a dialog. It receives what /onboard settings says, or the events you name: comments, tasks, subtasks, projects, modules, all, or single ones; -name leaves one out.',
  usage: 'subscribe [project | account:NAME | all] [events…]',
  examples: [
    'subscribe Acme Corp – Standard Onboarding',
    'subscribe "Acme Corp – Standard Onboarding" comments tasks -task_updated',
    'subscribe account:Globex comments',
    'subscribe all projects',
    'subscribe',
  ],
  right: 'work',
  parse: (text) => {
    if (text.trim() === '') return { ok: true, target: undefined }
    const read = readTarget(subscribe, text, isSurelyTail)
    const other = readTarget(subscribe, text, isTail)
    if (!read.ok || !other.ok) return read
    const [words, otherWords] = [read.words.map(eventWord), other.words.map(eventWord)]
    const wrong = words.find((word) => !isEventWord(word))
    if (wrong !== undefined) return refused(subscribe, unknownWord(wrong))
    if (resolveEvents(words, eventNames).length === 0) return refused(subscribe, noEvents)
    const isAlone = other.words.length === read.words.length
    const otherwise = { target: other.target, words: otherWords }
    return { ...read, words, ...(!isAlone && { otherwise }) }
  },
  run: async (deps, actor, args, input) => {
    if (args.target) return subscribeChannel(deps, actor, args)
    if (isMention(input)) return { message: pressForDialog({ run: 'subscribe' }) }
    return openSubscribe(deps, actor, input.triggerId)
  },
}

const unsubscribe: Subcommand<{ target: Target }> = {
  name: 'unsubscribe',
  summary: 'Unsubscribes this channel.',
  usage: 'unsubscribe <project | account:NAME | all>',
  examples: ['unsubscribe Acme Corp – Standard Onboarding', 'unsubscribe account:Globex', 'unsubscribe all'],
  right: 'work',
  parse: (text) => {
    const read = readTarget(unsubscribe, text, () => false)
    const [extra] = read.ok ? read.words : []
    if (extra === undefined) return read
    return refused(
      unsubscribe,
      `/onboard unsubscribe takes no events, such as “${extra}”. To receive fewer, subscribe again with those you want.`,
    )
  },
  run: (deps, actor, { target }) => unsubscribeChannel(deps, actor, target),
}

const subscriptions: Subcommand<object> = {
  name: 'subscriptions',
  summary: 'Lists this channel’s subscriptions.',
  usage: 'subscriptions',
  examples: ['subscriptions'],
  right: 'work',
  parse: withoutWords,
  run: (deps, actor) => listSubscriptions(deps, actor.place.channel),
}

const settings: Subcommand<object> = {
  name: 'settings',
  summary: 'Sets what this channel receives: a preset, or your own events, layout, filters and replies.',
  usage: 'settings',
  examples: ['settings'],
  right: 'work',
  opensDialog: true,
  parse: withoutWords,
  run: (deps, actor, _, { triggerId }) =>
    openSettings(deps, actor, { triggerId, value: actor.place.channel }),
}

export const channelCommands = { subscribe, unsubscribe, subscriptions, settings }
