import type { DialogName } from '../../../src/bot/doors/dialogs.ts'
import { callbacks, inputs } from '../../../src/bot/kit/ids.ts'
import { filledIn } from '../support/creating.ts'
import { settingsMetadataOf, settingsValues } from '../support/settings-values.ts'
import { type Both, both, same, sides } from './attempts.ts'
import { channels, elsewhere, field, type Place } from './two-customers.ts'

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
  const aboutTask = (uuid: string) => ({ selected_option: { value: uuid, text: { text: 'a task' } } })
  const person = { value: 'u2', text: { text: 'Somebody' } }
  return {
    [callbacks.commentDialog]: {
      metadata: both(onTask(own.task, channel), onTask(other.task, elsewhere)),
      values: said,
    },
    [callbacks.syncDialog]: {
      metadata: both(inThread(channel), inThread(elsewhere)),
      values: { [inputs.commentTask]: aboutTask(own.task) },
    },
    [callbacks.subscribeDialog]: {
      metadata: both(channel, elsewhere),
      values: {
        [inputs.subscribeTo]: aboutTask(own.uuid),
        [inputs.subscribePreset]: aboutTask('everything'),
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
        [inputs.channelKind]: { selected_option: { value: 'public', text: { text: 'Public' } } },
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
        [inputs.personWho]: { selected_option: person },
        [inputs.personIs]: { selected_option: { value: 'nobody', text: { text: 'Nobody' } } },
      },
    },
  }
}
