import { z } from 'zod'
import type { KnownBlock } from '@slack/types'
import { message, note } from '../../../kit/message.ts'

const choiceSchema = z.object({ value: z.string(), text: z.string(), description: z.string().optional() })

export const fieldKind = z.enum(['text', 'number', 'boolean', 'date', 'choice'])
export type FieldKind = z.output<typeof fieldKind>

/** A date is YYYY-MM-DD, a boolean `true` or `false`. */
const fieldInputSchema = z.object({ kind: fieldKind, text: z.string() })
export type FieldInput = z.output<typeof fieldInputSchema>

/** Stored unchanged, so that the dialog can reopen with it. */
export const projectFormSchema = z.object({
  name: z.string(),
  /** `value` is a version's uuid. */
  playbook: choiceSchema.optional(),
  /** `value` is the account's name. */
  account: choiceSchema.optional(),
  /** Of the owner, team and customers, `value` is an email address, or a uuid if the tracker shows no address. */
  owner: choiceSchema.optional(),
  team: z.array(choiceSchema),
  customers: z.array(choiceSchema),
  /** YYYY-MM-DD. */
  startDate: z.string().optional(),
  dueDate: z.string().optional(),
  /** Keyed by the field's uuid. */
  fields: z.record(z.string(), fieldInputSchema),
  inviteTeam: z.boolean(),
  inviteCustomers: z.boolean(),
  channel: z.string().optional(),
  /** The key of the readers that the preview names. */
  readers: z.string().optional(),
  /** The kind of a channel that is made after the project. */
  newChannel: z.enum(['public', 'private']).optional(),
})
export type ProjectForm = z.output<typeof projectFormSchema>

/** A sentence that tells a person what to change. */
export const projectProblemSchema = z.object({
  /** One of `formInputs`, or `field:UUID`; undefined when the input is unknown. */
  input: z.string().optional(),
  text: z.string(),
})
export type ProjectProblem = z.output<typeof projectProblemSchema>

/** Block and action ids. Those of data fields are `field:KIND:UUID`. */
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
  /** The channel's input while it starts with a proposed channel. */
  proposedChannel: 'create_channel_proposed',
  newChannel: 'create_new_channel',
  invites: 'create_invites',
} as const

/** Undefined for the block of any other input. */
export const fieldIn = (block: string): { kind: FieldKind; uuid: string } | undefined => {
  const [, word, uuid] = /^field:([a-z]+):(.+)$/.exec(block) ?? []
  const { data: kind } = fieldKind.safeParse(word)
  return kind && uuid ? { kind, uuid } : undefined
}

export const invites = { team: 'team', customers: 'customers' } as const

export const nameTaken = 'A project with this name already exists. Choose another name.'

/** Slack shows errors under inputs only after a submission. Text blocks also work when a dialog opens. */
const problemNote = (problems: readonly ProjectProblem[]): KnownBlock[] =>
  problems.length === 0
    ? []
    : message(note(`⚠️ Not saved: ${problems.map(({ text }) => text).join(' ')}`)).blocks

const isAbout = (block: KnownBlock, { input }: ProjectProblem) => {
  if (input === undefined || block.block_id === undefined) return false
  const field = fieldIn(block.block_id)?.uuid
  return block.block_id === input || (field !== undefined && `field:${field}` === input)
}

/** `rest`: problems whose input is not in this dialog. */
export const underInputs = (blocks: readonly KnownBlock[], problems: readonly ProjectProblem[]) => ({
  blocks: blocks.flatMap((block) => [block, ...problemNote(problems.filter((one) => isAbout(block, one)))]),
  rest: problems.filter((one) => !blocks.some((block) => isAbout(block, one))),
})
