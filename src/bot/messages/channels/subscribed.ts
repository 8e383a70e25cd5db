import { buttons } from '../kit/buttons.ts'
import { type Inline, line, link, type Message, message, user } from '../kit/message.ts'
import { presetMenu } from './presets.ts'
import { arriving, type SettingsFacts } from './settings-words.ts'

export interface TargetFacts {
  scope: 'project' | 'account' | 'all'
  label: string
  url?: string | undefined
}

interface SubscribedFacts extends TargetFacts {
  by: string
  /** The channel's settings, with this subscription's events. */
  settings: SettingsFacts
  ownEvents: boolean
  changed?: boolean | undefined
  /** No project or customer of the tracker has this account yet. */
  unseen?: boolean | undefined
  resumed?: boolean | undefined
}

type AlreadyFacts = TargetFacts & Pick<SubscribedFacts, 'settings' | 'ownEvents'>

const replyWords = {
  'two-way': 'Replies in a task’s thread become comments on the task.',
  'one-way': 'Replies stay in Slack, as its settings say.',
}

const did = ({ resumed, changed }: Pick<SubscribedFacts, 'resumed' | 'changed'>): string => {
  if (resumed === true) return ' resumed what this channel receives of '
  return changed === true ? ' changed what this channel receives of ' : ' subscribed this channel to '
}

/** `the project “Acme – Standard”`, `the account “Acme Corp”`, `all projects`. */
export const targetSpans = ({ scope, label, url }: TargetFacts): Inline[] =>
  scope === 'all' ? ['all projects'] : [`the ${scope} `, link(url, label, { bold: true })]

/** Posted in the channel, so that everybody knows what will arrive and who asked for it. */
export const subscribed = ({ settings, ...facts }: SubscribedFacts): Message =>
  message(
    line(user(facts.by), did(facts), targetSpans(facts), '.'),
    facts.unseen === true &&
      'The tracker has no project or customer with this account yet. The name must match the tracker exactly.',
    `It receives ${arriving(settings, facts.ownEvents)}. ${replyWords[settings.replies]}`,
    buttons(presetMenu(settings.preset)),
  )

/** Private: nothing changed, so nobody else is told. */
export const alreadySubscribed = ({ settings, ownEvents, ...target }: AlreadyFacts): Message =>
  message(
    line('This channel is already subscribed to ', targetSpans(target), '.'),
    `It receives ${arriving(settings, ownEvents)}. ${replyWords[settings.replies]}`,
  )
