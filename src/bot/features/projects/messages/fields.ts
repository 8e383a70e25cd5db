import type { ModalView, InputBlock } from '@slack/types'
import type { DataField } from '../../../../contract/data-field.ts'
import { callbacks, command, actions } from '../../../kit/ids.ts'
import { bold, line, message, type Message, name, note, namedWhole, link, say } from '../../../kit/message.ts'
import { answerText, count, unstopped } from '../../../kit/text.ts'
import {
  modal,
  datepicker,
  input,
  menu,
  initialValue,
  type Choice,
  option,
} from '../../../kit/form-elements.ts'
import { isoFromUs, usFromIso } from '../../../../contract/dates.ts'
import { slackLimits } from '../../../../slack-limits.ts'
import { type FieldInput, fieldKind, type FieldKind } from './project-form.ts'
import { z } from 'zod'
import { button, buttons } from '../../../kit/buttons.ts'

interface OfField {
  projectName: string
  fieldName: string
}

interface FieldChange extends OfField {
  /** In words. Undefined if empty or unknown. */
  from?: string | undefined
  /** In words. Undefined if the write empties the field. */
  to?: string | undefined
}

const isShownWhole = ({ from = '', to = '' }: Pick<FieldChange, 'from' | 'to'>) =>
  namedWhole(from) && namedWhole(to)

/** Project uuid, field uuid, and the text to write. */
export const fieldToApplySchema = z.tuple([z.string(), z.string(), z.string()])

export const fieldEffect = (facts: FieldChange & { projectUuid: string; fieldUuid: string }): Message => {
  const value: z.infer<typeof fieldToApplySchema> = [facts.projectUuid, facts.fieldUuid, facts.to ?? '']
  const apply = button(actions.applyField, 'Apply', {
    value: JSON.stringify(value),
    style: 'primary',
    label: `Apply the change of ${facts.fieldName}`,
  })
  return message(
    say`${bold(facts.fieldName)} of ${name(facts.projectName)} would change:`,
    say`From: ${facts.from === undefined ? 'empty' : name(facts.from)}`,
    say`To: ${facts.to === undefined ? 'empty' : name(facts.to)}`,
    !isShownWhole(facts) && note('The full value is longer than shown here.'),
    say`Nothing has changed yet. The tracker keeps no history of this field.${apply && ' Press Apply to change it.'}`,
    !apply && 'The value is too long to change from here. Change it in the tracker.',
    buttons(apply),
  )
}

export const fieldWritten = (facts: FieldChange): Message => {
  const { projectName, fieldName, from, to } = facts
  const now = to === undefined ? 'empty' : name(`“${to}”`)
  const before = from !== undefined && name(`; it was “${from}”`)
  return message(
    say`The data field ${bold(fieldName)} of ${name(projectName)} is now ${now}${before}.`,
    !isShownWhole(facts) && note('The full value is in the tracker.'),
  )
}

/** Retrying is safe: it writes the same value. */
export const fieldUnconfirmed = ({ projectName, fieldName }: OfField): Message =>
  message(
    say`The tracker didn’t confirm the change to the data field ${bold(fieldName)} of ${name(projectName)}.
      It may or may not have been saved.`,
    'Press Apply again. Saving the same value twice does no harm.',
  )

interface FieldRefusedFacts extends OfField {
  /** The tracker's own words. */
  failures: readonly string[]
  /** Allowed values, if the tracker lists them. */
  options?: readonly string[] | undefined
}

const optionsShown = 20

export const fieldRefused = (facts: FieldRefusedFacts): Message => {
  const { fieldName, projectName, failures, options = [] } = facts
  const hidden = options.length - optionsShown
  return message(
    say`The data field ${bold(fieldName)} of ${name(projectName)} wasn’t changed.`,
    ...failures.slice(0, 5).map((failure) => line('The tracker says: ', name(unstopped(failure)), '.')),
    options.length > 0 && line('Allowed values: ', name(options.slice(0, optionsShown).join(', ')), '.'),
    hidden > 0 && note(`${count(hidden, 'more value')} in the tracker.`),
    `Change the value and try again: ${command} set <field> = <value>`,
  )
}

/** Writing requires the value's own uuid, which this tracker does not return. */
export const fieldNotWritable = (facts: OfField & { url?: string | undefined }): Message =>
  message(
    say`The data field ${bold(facts.fieldName)} can’t be changed from here: the tracker doesn’t share its current
      value.`,
    say`Change it in the tracker, on the page of ${link(facts.url, facts.projectName)}.`,
  )

/** Whether a menu of Slack can hold the options. If not, the field becomes a text input. */
const fitsMenu = ({ options: all }: DataField) =>
  !!all &&
  all.length > 0 &&
  all.length <= slackLimits.options &&
  all.every((one) => one.length <= slackLimits.optionText && option({ value: one, text: one }) !== undefined)

const kindOf = (field: DataField): FieldKind => {
  const { data: kind = 'text' } = fieldKind.safeParse(field.field_type)
  return kind === 'choice' && !fitsMenu(field) ? 'text' : kind
}

const flags: readonly Choice[] = [
  { value: 'true', text: 'Yes' },
  { value: 'false', text: 'No' },
]

/** The field's kind may have changed. Slack refuses a dialog with an initial value of a wrong type. */
const fits = (kind: FieldKind, { options: all }: DataField, text: string): boolean => {
  switch (kind) {
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text)
    case 'boolean':
      return flags.some(({ value }) => value === text)
    case 'date':
      return usFromIso(text) !== undefined
    case 'choice':
      return all?.includes(text) ?? false
    case 'text':
      return true
  }
}

/** The value in words. A text or a day stays as `/onboard set` takes it. */
export const valueText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value || undefined
  return value === null || value === undefined ? undefined : answerText(value)
}

/** What the input shows of a value. Unless somebody changes it, this is submitted. */
export const shownInInput = (field: DataField, value: unknown): string => {
  const kind = kindOf(field)
  const plain = valueText(value) ?? ''
  const text =
    kind === 'date' ? (isoFromUs(plain) ?? plain) : typeof value === 'boolean' ? String(value) : plain
  return fits(kind, field, text) ? (initialValue(text).initial_value ?? '') : ''
}

const elementOf = (kind: FieldKind, field: DataField, initial = ''): InputBlock['element'] => {
  const text = fits(kind, field, initial) ? initial : ''
  switch (kind) {
    case 'number':
      return { type: 'number_input', is_decimal_allowed: true, ...initialValue(text) }
    case 'boolean':
      return menu(flags, text)
    case 'date':
      return datepicker(text || undefined)
    case 'choice':
      return menu(
        (field.options ?? []).map((one) => ({ value: one, text: one })),
        text,
      )
    case 'text':
      return { type: 'plain_text_input', max_length: slackLimits.plainInput, ...initialValue(text) }
  }
}

/** The block's id has all that is needed to read a submission. */
export const fieldInput = (field: DataField, initial: Pick<FieldInput, 'text'> | undefined): InputBlock => {
  const kind = kindOf(field)
  return input(`field:${kind}:${field.uuid}`, field.name, elementOf(kind, field, initial?.text), {
    optional: true,
    hint:
      kind === 'text' && field.options?.length ? `Allowed values: ${field.options.join(', ')}` : undefined,
  })
}

interface FieldsDialogFacts {
  projectUuid: string
  projectName: string
  /** `shown`: made by `shownInInput`. */
  fields: readonly (DataField & { shown: string })[]
}

/** Slack allows 100 blocks. */
const fieldsShown = 90

export const fieldsDialog = ({ projectUuid, projectName, fields }: FieldsDialogFacts): ModalView => {
  const shown = fields.slice(0, fieldsShown)
  const left = fields.length - shown.length
  const metadata = JSON.stringify({ project: projectUuid })
  return modal({ submit: 'Save', callback: callbacks.fieldsDialog, metadata }, [
    ...message(line('Of ', bold(projectName), '. The tracker keeps no history of them.')).blocks,
    ...shown.map((field) => fieldInput(field, { text: field.shown })),
    ...message(left > 0 && note(`${count(left, 'more field')}: ${command} set <field> = <value>`)).blocks,
  ])
}

const mostListed = 20

export const fieldsSaved = ({ changes }: { changes: readonly Omit<FieldChange, 'projectName'>[] }): Message =>
  message(
    changes.length === 0 ? 'Nothing was changed.' : `${count(changes.length, 'data field')} changed:`,
    ...changes
      .slice(0, mostListed)
      .map(({ fieldName, from = 'empty', to = 'empty' }) =>
        line(bold(fieldName), ': ', name(from), ' → ', name(to)),
      ),
    changes.length > mostListed && note(`and ${changes.length - mostListed} more`),
    !changes.every(isShownWhole) && note('The full values are in the tracker.'),
  )

export const fieldsNotSaved = ({ failures }: { failures: readonly string[] }): Message =>
  message(
    'The tracker didn’t take all changes:',
    ...failures.slice(0, mostListed).map((failure) => line(name(failure))),
    failures.length > mostListed && note(`and ${failures.length - mostListed} more`),
    `${command} fields shows what is stored now.`,
  )

export const fieldsUnconfirmed = (): Message =>
  message(
    'The tracker didn’t confirm the changes. They may or may not have been saved.',
    `${command} fields shows what is stored now. Saving the same values twice does no harm.`,
  )
