import type { Choice } from '../kit/options.ts'

export type FieldKind = 'text' | 'number' | 'boolean' | 'date' | 'choice'

/** What was typed or chosen for a data field; a date is YYYY-MM-DD, a boolean `true` or `false`. */
export interface FieldInput {
  kind: FieldKind
  text: string
}

/** The *New project* dialog as a person filled it in. Kept as it is, so that it can be opened again. */
export interface ProjectForm {
  name: string
  /** `value` is the uuid of one version. */
  playbook?: Choice | undefined
  /** `value` is the account's name. */
  account?: Choice | undefined
  /** People by e-mail address, or by uuid where the tracker tells none. */
  owner?: Choice | undefined
  team: readonly Choice[]
  customers: readonly Choice[]
  /** YYYY-MM-DD. */
  startDate?: string | undefined
  dueDate?: string | undefined
  /** By the field's uuid. */
  fields: Readonly<Record<string, FieldInput>>
  /** Lines of `role uuid = person, person`. */
  roles: string
  inviteTeam: boolean
  inviteCustomers: boolean
  /** Where the card goes. */
  channel?: string | undefined
}

/** What is wrong with a form, as a sentence a person can act on. */
export interface ProjectProblem {
  /** The input it is about: one of `formInputs`, or `field:UUID`; undefined where nobody can tell. */
  input?: string | undefined
  text: string
}

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

/** The uuid of the data field that a block's input is for; undefined for any other block. */
export const fieldOf = (block: string): string | undefined => /^field:[a-z]+:(.+)$/.exec(block)?.[1]

export const invites = { team: 'team', customers: 'customers' } as const
