import fastify from 'fastify'
import { onTestFinished } from 'vitest'
import type { Role } from '../../../src/bot/slack/slack.ts'
import { buttons } from '../../../src/bot/doors/buttons.ts'
import { dialogs, type DialogName } from '../../../src/bot/doors/dialogs.ts'
import { menus, shortcuts } from '../../../src/bot/doors/listeners.ts'
import { may, type Right } from '../../../src/bot/audience/actor.ts'
import { subcommands } from '../../../src/bot/doors/subcommands.ts'
import { actions, callbacks, inputs } from '../../../src/bot/kit/ids.ts'
import {
  buttonValues,
  commandTexts,
  type Kind,
  linksTo,
  menuMetadata,
  paneRefs,
  shortcutFacts,
  trigger,
  type Both,
  both,
  same,
  sides,
} from './attempts.ts'
import { actsBy, by, chosen } from '../support/acts.ts'
import { isInSettings } from '../support/clicking.ts'
import { channels, type Place, type TwoCustomers, elsewhere, field } from './two-customers.ts'
import { filledIn } from '../support/creating.ts'
import { settingsMetadataOf, settingsValues } from '../support/settings-values.ts'

export const people: Readonly<Record<Role, { id: string; team: string }>> = {
  admin: { id: 'U0DANA', team: 'T1' },
  member: { id: 'U0LEE', team: 'T1' },
  guest: { id: 'U0GUEST', team: 'T1' },
  stranger: { id: 'U0CASEY', team: 'T2' },
  unknown: { id: 'U0NOBODY', team: 'T1' },
}

/** One thing that a person does. */
export interface Deed {
  name: string
  right: Right
  act: () => Promise<void>
}

/** A person at every door of the bot, in one place; what they were answered. */
export const atEveryDoor = async (running: Doors, role: Role, place: Place, kind: Kind) => {
  const answers: string[] = []
  const sink = fastify({ forceCloseConnections: true })
  sink.post('/respond', (request) => {
    answers.push(JSON.stringify(request.body))
    return {}
  })
  const responseUrl = `${await sink.listen({ host: '127.0.0.1', port: 0 })}/respond`
  onTestFinished(() => sink.close())
  const all = everyDeed(running, { role, place, kind, responseUrl, answers })
  const allowed = all.filter(({ right }) => may({ role }, right))
  const refused = all.filter(({ right }) => !may({ role }, right))
  return { answers, all, allowed, refused }
}

type Doors = Pick<TwoCustomers, 'signed' | 'slackEvent'>

interface Acting {
  role: Role
  place: Place
  kind: Kind
  responseUrl: string
  /** Gets what Slack was answered, and what is said through the response URL. */
  answers: string[]
}

/** No two mentions have the same time. */
let mentions = 0

export const everyDeed = (
  { signed, slackEvent }: Doors,
  { role, place, kind, responseUrl, answers }: Acting,
): Deed[] => {
  const { id, team } = people[role]
  const channel = channels[place]
  const acts = actsBy(signed)
  const heard = async (response: Response) => void answers.push(await response.text())
  const person = { ...by(id, team), response_url: responseUrl }
  const interact = (facts: object) => {
    const container = { type: 'message', channel_id: channel, message_ts: '1.0' }
    return acts.interaction({ ...person, channel: { id: channel }, container, ...facts }).then(heard)
  }
  const inDialog = { channel: undefined, container: undefined }
  const hears = (event: object) => slackEvent({ user: id, user_team: team, channel, ...event }).then(heard)
  const presses = Object.values(actions).map((name): Deed => {
    const { [kind]: value } = buttonValues(place)[name]
    const view = {
      id: 'V1',
      type: 'modal',
      callback_id: 'settings_dialog',
      private_metadata: value,
      state: { values: {} },
      blocks: [],
    }
    // A number behind the name is ours, for ids that repeat; a client can make one up.
    const ids =
      kind === 'altered' ? { action_id: `${name}:7`, block_id: 'forged' } : { action_id: name, block_id: 'b' }
    const action = { type: 'button', ...ids, value, action_ts: '1' }
    const act = () =>
      interact({ type: 'block_actions', actions: [action], ...(isInSettings(name) && { ...inDialog, view }) })
    return { name: `button ${name}`, right: buttons[name].right, act }
  })
  const commands = commandTexts(place).flatMap(([name, { [kind]: rest }]): Deed[] => {
    const { right } = subcommands[name]
    const text = `${name} ${rest}`
    const place = { channel_id: channel, user_id: id, team_id: team, response_url: responseUrl }
    const typed = () => acts.types(text, place).then(heard)
    const ts = `${Math.floor(Date.now() / 1_000)}.${String(++mentions).padStart(6, '0')}`
    return [
      { name: `/onboard ${name}`, right, act: typed },
      {
        name: `@Onboarding ${name}`,
        right,
        act: () => hears({ type: 'app_mention', text: `<@U0BOT> ${text}`, ts }),
      },
    ]
  })
  const submits = Object.entries(submissions(place)).map(([name, { metadata, values }]): Deed => {
    const view = { callback_id: name, private_metadata: metadata[kind] }
    const act = () => acts.submits(view, values, { ...person, ...inDialog }).then(heard)
    return { name: `dialog ${name}`, right: dialogs[name as keyof typeof dialogs].right, act }
  })
  const suggests = Object.entries(menuMetadata(place)).map(([name, { [kind]: metadata }]): Deed => {
    const view = { id: 'V1', type: 'modal', private_metadata: metadata, blocks: [] }
    const act = () =>
      interact({ type: 'block_suggestion', ...inDialog, action_id: name, block_id: name, value: '', view })
    return { name: `menu ${name}`, right: menus[name as keyof typeof menus].right, act }
  })
  const uses = Object.entries(shortcutFacts).map(([name, facts]): Deed => ({
    name: `shortcut ${name}`,
    right: shortcuts[name as keyof typeof shortcuts].right,
    act: () => interact({ callback_id: name, ...facts }),
  }))
  const links = [{ url: linksTo(place)[kind], domain: 'tracker.example' }]
  const ref = { id: paneRefs(place)[kind], type: 'task' }
  const event = (right: Right, facts: { type: string } & Record<string, unknown>): Deed => ({
    name: `event ${facts.type}`,
    right,
    act: () => hears(facts),
  })
  const pane = { external_ref: ref, trigger_id: trigger(), event_ts: '1.0' }
  const others = [
    event('comment', { type: 'entity_details_requested', ...pane }),
    event('nothing', { type: 'link_shared', message_ts: '1.0', links }),
    event('work', { type: 'app_home_opened', tab: 'home' }),
  ]
  return [...presses, ...commands, ...submits, ...suggests, ...uses, ...others]
}

interface Submitted {
  metadata: Both
  values: Record<string, object>
}

const onTask = (taskUuid: string, channel: string) => JSON.stringify({ taskUuid, channel })
const inChannel = (project: string, channel: string) => JSON.stringify({ project, channel })
const invited = (project: string, channel: string) =>
  JSON.stringify({ project, channel, emails: ['new@acme.example'] })
const inThread = (channel: string) => JSON.stringify({ channel, threadTs: '1763700000.000900' })
const text = (value: string) => ({ value })

export const submissions = (place: Place): Readonly<Record<DialogName, Submitted>> => {
  const { own, other } = sides(place)
  const channel = channels[place]
  const said = { [inputs.commentText]: text('Said in a dialog.') }
  return {
    [callbacks.commentDialog]: {
      metadata: both(onTask(own.task, channel), onTask(other.task, elsewhere)),
      values: said,
    },
    [callbacks.syncDialog]: {
      metadata: both(inThread(channel), inThread(elsewhere)),
      values: { [inputs.commentTask]: chosen(own.task, 'a task') },
    },
    [callbacks.subscribeDialog]: {
      metadata: both(channel, elsewhere),
      values: {
        [inputs.subscribeTo]: chosen(own.uuid),
        [inputs.subscribePreset]: chosen('everything'),
      },
    },
    [callbacks.createDialog]: {
      metadata: same('{"more":false}'),
      values: filledIn({ create_channel: { selected_conversation: elsewhere } }),
    },
    [callbacks.createPreview]: { metadata: same('{"request":1}'), values: {} },
    [callbacks.fieldsDialog]: {
      metadata: both(JSON.stringify({ project: own.uuid }), JSON.stringify({ project: other.uuid })),
      values: { [`field:text:${field.uuid}`]: text('changed') },
    },
    [callbacks.settingsDialog]: {
      metadata: both(settingsMetadataOf(channel), settingsMetadataOf(elsewhere)),
      values: settingsValues({ preset: 'everything' }),
    },
    [callbacks.connectDialog]: {
      metadata: same(''),
      values: {
        [inputs.trackerUrl]: text('https://elsewhere.example'),
        [inputs.trackerKey]: text('another-key'),
      },
    },
    [callbacks.channelDialog]: {
      metadata: both(inChannel(own.uuid, channel), inChannel(other.uuid, elsewhere)),
      values: {
        [inputs.channelName]: text('onb-new'),
        [inputs.channelKind]: chosen('public'),
        [inputs.channelPeople]: { selected_users: [] },
      },
    },
    [callbacks.inviteDialog]: {
      metadata: both(inChannel(own.uuid, channel), inChannel(other.uuid, elsewhere)),
      values: { [inputs.inviteEmails]: text('new@acme.example') },
    },
    [callbacks.invitePreview]: {
      metadata: both(invited(own.uuid, channel), invited(other.uuid, elsewhere)),
      values: {},
    },
    [callbacks.personDialog]: {
      metadata: same(''),
      values: {
        [inputs.personWho]: chosen('u2', 'Somebody'),
        [inputs.personIs]: chosen('nobody'),
      },
    },
  }
}
