import { z } from 'zod'
import { actions, command } from '../../../kit/ids.ts'
import {
  bold,
  line,
  message,
  type Message,
  name,
  namedWhole,
  note,
  link,
  messageOfMost,
  say,
} from '../../../kit/message.ts'
import { button, buttons, pageEnd } from '../../../kit/buttons.ts'
import { count, unstopped } from '../../../kit/text/words.ts'

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

export const isShownWhole = ({ from = '', to = '' }: Pick<FieldChange, 'from' | 'to'>) =>
  namedWhole(from) && namedWhole(to)

/** Project uuid, field uuid, and the text to write. */
export const fieldToApply = z.tuple([z.string(), z.string(), z.string()])

type FieldEffect = FieldChange & { projectUuid: string; fieldUuid: string }

/** The result of a dry run. Nothing is written until *Apply*. */
export const fieldEffect = (facts: FieldEffect): Message => {
  const value: z.infer<typeof fieldToApply> = [facts.projectUuid, facts.fieldUuid, facts.to ?? '']
  const apply = button(actions.applyField, 'Apply', {
    value: JSON.stringify(value),
    style: 'primary',
    label: `Change ${facts.fieldName}`,
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
  /** The tracker's own words, one entry per failure. */
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

interface FieldListFacts {
  projectUuid: string
  projectName: string
  url?: string | undefined
  total: number
  /** How many fields earlier pages showed. */
  offset: number
  /** `value` is undefined if it is empty, or unknown when `valuesKnown` is false. */
  fields: readonly { name: string; value?: string | undefined }[]
  /** False if the tracker cannot look up values. */
  valuesKnown: boolean
}

export const fieldsShown = 25

const page = (facts: FieldListFacts, shown: FieldListFacts['fields']) => {
  const { total, valuesKnown } = facts
  const { seen, showMore } = pageEnd(facts, shown, { list: 'fields', query: facts.projectUuid })
  return [
    line(
      `${count(total, 'data field')} of `,
      link(facts.url, facts.projectName, { bold: true }),
      total === 0 && '. A Vendor Admin adds them in the tracker.',
    ),
    ...shown.map((field) => line(bold(field.name), valuesKnown && [': ', name(field.value ?? 'empty')])),
    !valuesKnown && total > 0 && note('The tracker doesn’t share values, so only names are shown.'),
    seen,
    buttons(
      valuesKnown &&
        button(actions.editFields, 'Edit', { value: facts.projectUuid, label: 'Edit all data fields' }),
      showMore,
    ),
  ]
}

export const fieldList = (facts: FieldListFacts): Message =>
  messageOfMost(facts.fields, fieldsShown, (shown) => page(facts, shown))
