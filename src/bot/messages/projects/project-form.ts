import { z } from 'zod'

const choice = z.object({ value: z.string(), text: z.string(), description: z.string().optional() })

const fieldKind = z.enum(['text', 'number', 'boolean', 'date', 'choice'])
export type FieldKind = z.output<typeof fieldKind>

/** What was typed or chosen for a data field; a date is YYYY-MM-DD, a boolean `true` or `false`. */
const fieldInput = z.object({ kind: fieldKind, text: z.string() })
export type FieldInput = z.output<typeof fieldInput>

/** The *New project* dialog as a person filled it in. Kept as it is, so that it can be opened again. */
export const projectForm = z.object({
  name: z.string(),
  /** `value` is the uuid of one version. */
  playbook: choice.optional(),
  /** `value` is the account's name. */
  account: choice.optional(),
  /** People by e-mail address, or by uuid where the tracker tells none. */
  owner: choice.optional(),
  team: z.array(choice),
  customers: z.array(choice),
  /** YYYY-MM-DD. */
  startDate: z.string().optional(),
  dueDate: z.string().optional(),
  /** By the field's uuid. */
  fields: z.record(z.string(), fieldInput),
  /** Lines of `role uuid = person, person`. */
  roles: z.string(),
  inviteTeam: z.boolean(),
  inviteCustomers: z.boolean(),
  /** Where the card goes. */
  channel: z.string().optional(),
})
export type ProjectForm = z.output<typeof projectForm>

/** What is wrong with a form, as a sentence a person can act on. */
export const projectProblem = z.object({
  /** The input it is about: one of `formInputs`, or `field:UUID`; undefined where nobody can tell. */
  input: z.string().optional(),
  text: z.string(),
})
export type ProjectProblem = z.output<typeof projectProblem>

/** Block and action ids of the dialog's inputs; those of data fields are `field:KIND:UUID`. */
export const formInputs = {
  name: 'create_name',
  playbook: 'create_playbook',
  account: 'create_account',
  owner: 'create_owner',
  team: 'create_team',
  customers: 'create_customers',
  start: 'create_start',
  due: 'create_due',
  channel: 'create_channel',
  roles: 'create_roles',
  invites: 'create_invites',
} as const

/** The data field that a block's input is for; undefined for any other block. */
export const fieldIn = (block: string): { kind: FieldKind; uuid: string } | undefined => {
  const [, word, uuid] = /^field:([a-z]+):(.+)$/.exec(block) ?? []
  const { data: kind } = fieldKind.safeParse(word)
  return kind && uuid ? { kind, uuid } : undefined
}

export const fieldOf = (block: string): string | undefined => fieldIn(block)?.uuid

export const invites = { team: 'team', customers: 'customers' } as const
