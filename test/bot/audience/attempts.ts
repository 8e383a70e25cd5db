import { randomUUID } from 'node:crypto'
import type { MenuName, ShortcutName } from '../../../src/bot/doors/listeners.ts'
import { type SubcommandName, subcommandNames, subcommands } from '../../../src/bot/doors/subcommands.ts'
import { type ActionName, actions, callbacks, inputs } from '../../../src/bot/kit/ids.ts'
import { settingsInputs } from '../../../src/bot/features/channels/messages/settings-dialog.ts'
import { formInputs } from '../../../src/bot/features/projects/messages/project-form.ts'
import { settingsMetadataOf } from '../support/settings-values.ts'
import { acme, channels, elsewhere, field, globex, internal, type Place } from './two-customers.ts'

/** What a client sends: as we made it for this place, or altered to reach what is not this person's. */
export type Kind = 'honest' | 'altered'
export type Both = Readonly<Record<Kind, string>>
type Of<Name extends string> = Readonly<Record<Name, Both>>

export const both = (honest: string, altered: string): Both => ({ honest, altered })
export const same = (value: string): Both => both(value, value)

/** Whose objects a place shows, and whose it must not. */
export const sides = (place: Place) =>
  place === 'other customer' ? { own: globex, other: acme } : { own: acme, other: globex }

const key = (channel: string, target: string) => JSON.stringify({ channel, scope: 'project', target })
const wanted = (channel: string, target: string) =>
  JSON.stringify({ channel, scope: 'project', target, readers: 'T2' })
const page = (list: string) => JSON.stringify({ list, offset: 0 })
const fieldsOf = (query: string) => JSON.stringify({ list: 'fields', query, offset: 0 })

export const buttonValues = (place: Place): Of<ActionName> => {
  const { own, other } = sides(place)
  const channel = channels[place]
  const channelOr = both(channel, elsewhere)
  const inSettings = both(settingsMetadataOf(channel), settingsMetadataOf(elsewhere))
  const projectOr = both(own.uuid, other.uuid)
  const subscription = both(key(channel, own.uuid), key(elsewhere, globex.uuid))
  const written = both(
    JSON.stringify([own.uuid, field.uuid, 'changed']),
    JSON.stringify([other.uuid, field.uuid, 'changed']),
  )
  return {
    [actions.comment]: both(own.task, internal.task),
    [actions.correction]: both(own.task, other.task),
    [actions.noAnswer]: both(own.task, internal.task),
    [actions.replyDue]: same('2'),
    [actions.subscribe]: projectOr,
    [actions.confirmSubscribe]: both(wanted(channel, own.uuid), wanted(elsewhere, globex.uuid)),
    [actions.unsubscribe]: projectOr,
    [actions.showMore]: both(`comment:${own.comment}:10`, `comment:${internal.comment}:10`),
    [actions.listMore]: both(page('projects'), fieldsOf(other.uuid)),
    [actions.choose]: both(`project ${own.uuid}`, `task ${internal.task}`),
    [actions.runAgain]: both(`task ${own.task}`, `project ${other.uuid}`),
    [actions.share]: both(`project ${own.uuid}`, `project ${other.uuid}`),
    [actions.sendDraft]: both('1 readers', '999 readers'),
    [actions.editDraft]: both('1 readers', '999 readers'),
    [actions.retryReply]: both('1', '999'),
    [actions.sendAgain]: both('1', '999'),
    [actions.retryFailed]: same(''),
    [actions.skipFailed]: same(''),
    [actions.applyField]: written,
    [actions.editFields]: projectOr,
    [actions.openCreate]: both('1', '999'),
    [actions.linkPerson]: same(''),
    [actions.homePage]: same('workspace'),
    [actions.homeMentions]: same('off'),
    [actions.homeYourDay]: same('on'),
    [actions.resumeQuota]: same(''),
    [actions.homeCreate]: same(''),
    [actions.homeHelp]: same(''),
    [actions.mute]: both(`${channel} hour`, `${elsewhere} hour`),
    [actions.unmute]: channelOr,
    [actions.removeSubscription]: subscription,
    [actions.resumeSubscription]: subscription,
    [actions.manageSubscriptions]: channelOr,
    [actions.openSettings]: channelOr,
    [actions.choosePreset]: same('everything'),
    [actions.settingsPreset]: inSettings,
    [actions.settingsLayout]: inSettings,
    [actions.settingsModules]: inSettings,
    [actions.taskChosen]: both(own.task, internal.task),
    [actions.accountChosen]: both('Acme Corp', 'Globex'),
    [actions.createMore]: same(''),
    [actions.pin]: projectOr,
    [actions.makeChannel]: projectOr,
    [actions.inviteCustomer]: projectOr,
    [actions.archiveChannel]: projectOr,
    [actions.stopSyncing]: both(`1763700000.000900@${own.task}@1`, `1763700000.000900@${other.task}@1`),
    [actions.connectTracker]: same(''),
    [actions.disconnectTracker]: same(''),
    [actions.open]: same(''),
  }
}

type Parsed<N extends SubcommandName> = Extract<ReturnType<(typeof subcommands)[N]['parse']>, { ok: true }>
/** Subcommands that read what comes after their name. */
type Worded = { [N in SubcommandName]: keyof Parsed<N> extends 'ok' ? never : N }[SubcommandName]

/** What a client sends after the name of a subcommand. */
const commandWords = (place: Place): Of<Worded> => {
  const { own, other } = sides(place)
  return {
    projects: both('', 'Rollout'),
    project: both('', other.uuid),
    task: both(own.task, internal.task),
    comment: both(`${own.task} Said by command.`, `${internal.task} Said by command.`),
    sync: both(own.task, internal.task),
    fields: both(own.uuid, other.uuid),
    set: both('Region = changed', `${other.uuid} Region = changed`),
    subscribe: both(own.uuid, 'all'),
    unsubscribe: both(own.uuid, 'all'),
    why: both(
      `https://vendor.slack.com/archives/${channels[place]}/p1763700000000100`,
      `https://vendor.slack.com/archives/${elsewhere}/p1763700000000100`,
    ),
    help: same(''),
    create: same(''),
    playbooks: same(''),
  }
}

/** Of every subcommand. */
export const commandTexts = (place: Place): [SubcommandName, Both][] => {
  const words = commandWords(place)
  return subcommandNames.map((name) => [name, name in words ? words[name as Worded] : same('')])
}

const onMessage = (channel: string) => JSON.stringify({ channel })

/** Metadata of the dialog that a menu is in. */
export const menuMetadata = (place: Place): Of<MenuName> => {
  return {
    [inputs.commentTask]: both(onMessage(channels[place]), onMessage(elsewhere)),
    [inputs.personWho]: same(''),
    [inputs.subscribeTo]: both(channels[place], elsewhere),
    [formInputs.playbook]: same(''),
    [formInputs.account]: same(''),
    [formInputs.owner]: same(''),
    [formInputs.team]: same(''),
    [formInputs.customers]: same(JSON.stringify({ more: false, account: 'Acme Corp' })),
    [settingsInputs.modules]: both(settingsMetadataOf(channels[place]), settingsMetadataOf(elsewhere)),
  }
}

const ofMessage = {
  type: 'message_action',
  message: { type: 'message', ts: '1.0', text: 'Please do', user: 'U0LEE' },
  message_ts: '1.0',
}

export const shortcutFacts: Readonly<Record<ShortcutName, object>> = {
  [callbacks.createShortcut]: { type: 'shortcut', channel: undefined, container: undefined },
  [callbacks.commentShortcut]: ofMessage,
  [callbacks.syncShortcut]: ofMessage,
}

/** Tasks whose pane is opened, by Slack's reference. */
export const paneRefs = (place: Place): Both =>
  both(`portal-${sides(place).own.task}`, `portal-${internal.task}`)

export const linksTo = (place: Place): Both => {
  const { own, other } = sides(place)
  const at = (uuid: string) => `https://tracker.example/portal/projects/${uuid}`
  return both(at(own.uuid), at(other.uuid))
}

export const trigger = (): string => randomUUID()
