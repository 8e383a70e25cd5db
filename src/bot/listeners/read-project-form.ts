import type { PlainTextOption } from '@slack/types'
import type { Choice } from '../messages/kit/options.ts'
import {
  type FieldInput,
  type FieldKind,
  formInputs as ids,
  invites,
  type ProjectForm,
} from '../messages/projects/project-form.ts'

/** An input of a submitted view, as far as this dialog has such. */
interface State {
  value?: string | null
  selected_option?: { value: string; text: { text: string }; description?: { text: string } } | null
  selected_options?:
    | readonly { value: string; text?: { text: string }; description?: { text: string } }[]
    | null
  selected_date?: string | null
  selected_conversation?: string | null
}
type Values = Readonly<Record<string, Readonly<Record<string, State>>>>

const choice = (given: {
  value: string
  text?: PlainTextOption['text'] | { text: string }
  description?: { text: string } | undefined
}): Choice => ({
  value: given.value,
  text: given.text?.text ?? given.value,
  description: given.description?.text,
})

/** The data fields of a submitted page. */
export const fieldsIn = (values: Values): Record<string, FieldInput> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([block, states]) => {
      const [, kind, uuid] = /^field:([a-z]+):(.+)$/.exec(block) ?? []
      const state = states[block]
      const text = state?.value?.trim() || state?.selected_date || state?.selected_option?.value
      return kind && uuid && text ? [[uuid, { kind: kind as FieldKind, text }]] : []
    }),
  )

/** The *New project* dialog as it was submitted. Block and action ids are the same. */
export const readProjectForm = (values: Values): ProjectForm => {
  const of = (id: string): State => values[id]?.[id] ?? {}
  const one = (id: string) => {
    const option = of(id).selected_option
    return option ? choice(option) : undefined
  }
  const many = (id: string) => (of(id).selected_options ?? []).map(choice)
  const invited = (of(ids.invites).selected_options ?? []).map(({ value }) => value)
  return {
    name: of(ids.name).value?.trim() ?? '',
    playbook: one(ids.playbook),
    account: one(ids.account),
    owner: one(ids.owner),
    team: many(ids.team),
    customers: many(ids.customers),
    startDate: of(ids.start).selected_date ?? undefined,
    dueDate: of(ids.due).selected_date ?? undefined,
    channel: of(ids.channel).selected_conversation ?? undefined,
    roles: of(ids.roles).value ?? '',
    fields: fieldsIn(values),
    inviteTeam: invited.includes(invites.team),
    inviteCustomers: invited.includes(invites.customers),
  }
}
