import { z } from 'zod'
import { actions } from '../kit/ids.ts'
import { bold, line, message, type Message, name, namedWhole, note } from '../kit/message.ts'
import { button, buttons } from '../kit/buttons.ts'

interface OfField {
  projectName: string
  fieldName: string
}

export interface FieldChange extends OfField {
  /** In words. Undefined if empty or unknown. */
  from?: string | undefined
  /** In words. Undefined if the write empties the field. */
  to?: string | undefined
}

const isShownWhole = ({ from = '', to = '' }: FieldChange) => namedWhole(from) && namedWhole(to)

/** Project uuid, field uuid, and the text to write. */
export const fieldToApply = z.tuple([z.string(), z.string(), z.string()])

type FieldEffect = FieldChange & { projectUuid: string; fieldUuid: string }

/** JSON of `fieldToApply`. */
const fieldValue = ({ projectUuid, fieldUuid, to }: FieldEffect): string => {
  const value: z.infer<typeof fieldToApply> = [projectUuid, fieldUuid, to ?? '']
  return JSON.stringify(value)
}

export const changeLines = (facts: FieldChange) => [
  line(bold(facts.fieldName), ' of ', name(facts.projectName), ' would change:'),
  line('From: ', facts.from === undefined ? 'empty' : name(facts.from)),
  line('To: ', facts.to === undefined ? 'empty' : name(facts.to)),
  !isShownWhole(facts) && note('The full value is longer than shown here.'),
]

/** The result of a dry run. Nothing is written until *Apply*. */
export const fieldEffect = (facts: FieldEffect): Message => {
  const apply = button(actions.applyField, 'Apply', {
    value: fieldValue(facts),
    style: 'primary',
    label: `Change ${facts.fieldName}`,
  })
  return message(
    ...changeLines(facts),
    line(
      'Nothing has changed yet. The tracker keeps no history of this field.',
      apply !== undefined && ' Press Apply to change it.',
    ),
    apply === undefined && 'The value is too long to change from here. Change it in the tracker.',
    buttons(apply),
  )
}

export const fieldWritten = (facts: FieldChange): Message => {
  const { projectName, fieldName, from, to } = facts
  return message(
    line(
      'The data field ',
      bold(fieldName),
      ' of ',
      name(projectName),
      to === undefined ? ' is now empty' : [' is now ', name(`“${to}”`)],
      from !== undefined && name(`; it was “${from}”`),
      '.',
    ),
    !isShownWhole(facts) && note('The full value is in the tracker.'),
  )
}

/** Retrying is safe: it writes the same value. */
export const fieldUnconfirmed = ({ projectName, fieldName }: OfField): Message =>
  message(
    line(
      'The tracker didn’t confirm the change to the data field ',
      bold(fieldName),
      ' of ',
      name(projectName),
      '. It may or may not have been saved.',
    ),
    'Press Apply again. Saving the same value twice does no harm.',
  )
