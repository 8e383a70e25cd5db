import { z } from 'zod'
import { familyNames, isEventName, type EventName } from '../../contract/event.ts'
import { eventsInput } from '../messages/channels/events-dialog.ts'
import { filterInputs } from '../messages/channels/filters-dialog.ts'
import { inputs } from '../messages/kit/ids.ts'
import type { Choice } from '../messages/kit/options.ts'
import {
  fieldIn,
  type FieldInput,
  formInputs as ids,
  invites,
  type ProjectForm,
} from '../messages/projects/project-form.ts'
import type { ChannelFilters, FilterList } from '../use-cases/channels/filters.ts'
import { type SettingsForm, settingsForm } from '../use-cases/channels/settings.ts'
import { maybe } from './shapes.ts'

const words = z.looseObject({ text: z.string() }).nullish()
const option = z
  .looseObject({ value: z.string(), text: words, description: words })
  .transform(({ value, text, description }): Choice => ({
    value,
    text: text?.text ?? value,
    description: description?.text,
  }))

/** One input's state. Which fields Slack sends depends on the input's type. */
const input = z
  .looseObject({
    value: maybe,
    selected_date: maybe,
    selected_time: maybe,
    selected_user: maybe,
    selected_conversation: maybe,
    selected_option: option.nullish(),
    selected_options: z.array(option).nullish(),
  })
  .transform((given) => ({
    /** The trimmed text, or the chosen value. */
    text:
      given.value?.trim() ||
      (given.selected_date ?? given.selected_time ?? given.selected_user) ||
      (given.selected_conversation ?? given.selected_option?.value) ||
      undefined,
    choice: given.selected_option ?? undefined,
    choices: given.selected_options ?? [],
  }))
type Input = z.output<typeof input>

/** Each input has the same block id and action id. */
export interface Inputs {
  at: (id: string) => Input
  blocks: ReadonlySet<string>
}

const blank: Input = { text: undefined, choice: undefined, choices: [] }
export const inputsIn = z.record(z.string(), z.record(z.string(), input)).transform((values): Inputs => ({
  at: (id) => values[id]?.[id] ?? blank,
  blocks: new Set(Object.keys(values)),
}))

const valuesOf = ({ choices }: Input): string[] => choices.map(({ value }) => value)

export const readSettings = ({ at }: Inputs): SettingsForm =>
  settingsForm.parse({
    layout: at(inputs.settingsLayout.block).text,
    replies: at(inputs.settingsReplies.block).text,
    detail: at(inputs.settingsDetail.block).text,
    broadcast: valuesOf(at(inputs.settingsBroadcast.block)),
    quiet: valuesOf(at(inputs.settingsQuiet.block)).includes('on'),
    from: at(inputs.settingsFrom.block).text,
    to: at(inputs.settingsTo.block).text,
    timeZone: at(inputs.settingsZone.block).text,
    digest: at(inputs.settingsDigest.block).text,
    digestDay: at(inputs.settingsDigestDay.block).text,
    digestAt: at(inputs.settingsDigestTime.block).text,
  })

/** The option's value is `uuid|email`. */
const personIn = ({ value, text: name }: Choice) => {
  const [uuid = '', email] = value.split('|')
  return { uuid, email: email || undefined, name }
}

const taskKinds = z.enum(['all', 'visible', 'internal']).catch('all')

export const readFilters = ({ at }: Inputs): ChannelFilters => {
  const list = (side: 'include' | 'exclude'): FilterList => {
    const { events, modules, assignees, people } = filterInputs[side]
    return {
      events: valuesOf(at(events)),
      modules: valuesOf(at(modules)),
      assignees: valuesOf(at(assignees)),
      people: at(people).choices.map(personIn),
    }
  }
  const tasks = taskKinds.parse(at(filterInputs.tasks).text)
  return { include: list('include'), exclude: list('exclude'), tasks }
}

export const readEvents = ({ at }: Inputs): EventName[] =>
  familyNames.flatMap((family) => valuesOf(at(eventsInput(family)))).filter(isEventName)

export const readFields = ({ at, blocks }: Inputs): Record<string, FieldInput> =>
  Object.fromEntries(
    [...blocks].flatMap((block) => {
      const [field, { text }] = [fieldIn(block), at(block)]
      return field && text ? [[field.uuid, { kind: field.kind, text }]] : []
    }),
  )

export const readProject = (given: Inputs): ProjectForm => {
  const { at } = given
  const invited = valuesOf(at(ids.invites))
  return {
    name: at(ids.name).text ?? '',
    playbook: at(ids.playbook).choice,
    account: at(ids.account).choice,
    owner: at(ids.owner).choice,
    team: at(ids.team).choices,
    customers: at(ids.customers).choices,
    startDate: at(ids.start).text,
    dueDate: at(ids.due).text,
    channel: at(ids.channel).text,
    roles: at(ids.roles).text ?? '',
    fields: readFields(given),
    inviteTeam: invited.includes(invites.team),
    inviteCustomers: invited.includes(invites.customers),
  }
}
