import { entered } from '../../contract/text.ts'
import { z } from 'zod'
import { settingsInputs as settings } from '../features/channels/messages/settings-dialog.ts'
import { inputs } from '../kit/ids.ts'
import type { Choice } from '../kit/form-elements.ts'
import {
  fieldIn,
  type FieldInput,
  formInputs as ids,
  invites,
  projectFormSchema,
  type ProjectForm,
} from '../features/projects/messages/project-form.ts'
import type { SettingsForm } from '../features/channels/settings.ts'
import type { ConnectionForm } from '../features/connect/connect.ts'
import { optionalText } from '../slack/incoming.ts'

const words = z.looseObject({ text: z.string() }).nullish()
const optionSchema = z
  .looseObject({ value: z.string(), text: words, description: words })
  .transform(({ value, text, description }): Choice => ({
    value,
    text: text?.text ?? value,
    description: description?.text,
  }))

/** One input's state. Which fields Slack sends depends on the input's type. */
const inputSchema = z
  .looseObject({
    value: optionalText,
    selected_date: optionalText,
    selected_time: optionalText,
    selected_user: optionalText,
    selected_conversation: optionalText,
    selected_option: optionSchema.nullish(),
    selected_options: z.array(optionSchema).nullish(),
    selected_users: z.array(z.string()).nullish(),
  })
  .transform((given) => ({
    /** The entered text, or the chosen value. */
    text:
      entered(given.value ?? '') ||
      (given.selected_date ?? given.selected_time ?? given.selected_user) ||
      (given.selected_conversation ?? given.selected_option?.value) ||
      undefined,
    choice: given.selected_option ?? undefined,
    choices: given.selected_options ?? [],
    users: given.selected_users ?? [],
  }))
type Input = z.output<typeof inputSchema>

const blank: Input = { text: undefined, choice: undefined, choices: [], users: [] }
/** An input's block id and action id are the same. */
export const inputsSchema = z.record(z.string(), z.record(z.string(), inputSchema)).transform((values) => ({
  at: (id: string): Input => values[id]?.[id] ?? blank,
  blocks: new Set(Object.keys(values)),
}))
export type Inputs = z.output<typeof inputsSchema>

const valuesOf = ({ choices }: Input): string[] => choices.map(({ value }) => value)

/** Undefined if the dialog does not show the input, `''` if the person cleared it. */
export const readSettings = ({ at, blocks }: Inputs): SettingsForm => {
  const { events, modules, ...texts } = settings
  const shown = <Value>(ids: Record<string, string>, read: (given: Input) => Value) =>
    Object.entries(ids).flatMap(([name, id]) => (blocks.has(id) ? [[name, read(at(id))] as const] : []))
  return Object.fromEntries([
    ...shown({ events, modules }, valuesOf),
    ...shown(texts, ({ text }) => text ?? ''),
  ])
}

const readFields = ({ at, blocks }: Inputs): Record<string, FieldInput> =>
  Object.fromEntries(
    [...blocks].flatMap((block) => {
      const [field, { text }] = [fieldIn(block), at(block)]
      return field && text ? [[field.uuid, { kind: field.kind, text }]] : []
    }),
  )

/** `url` is undefined in the dialog that replaces the key. */
export const readConnection = ({ at, blocks }: Inputs): ConnectionForm => ({
  url: blocks.has(inputs.trackerUrl) ? (at(inputs.trackerUrl).text ?? '') : undefined,
  key: at(inputs.trackerKey).text ?? '',
  integration: at(inputs.trackerIntegration).text,
})

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
    channel: at(ids.channel).text ?? at(ids.proposedChannel).text,
    newChannel: projectFormSchema.shape.newChannel.safeParse(at(ids.newChannel).text).data,
    fields: readFields(given),
    inviteTeam: invited.includes(invites.team),
    inviteCustomers: invited.includes(invites.customers),
  }
}
