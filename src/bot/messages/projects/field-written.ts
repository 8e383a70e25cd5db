import { z } from 'zod'
import { actions } from '../kit/ids.ts'
import { bold, line, message, type Message, name, namedWhole, note } from '../kit/message.ts'
import { button, buttons } from '../kit/buttons.ts'

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

const isShownWhole = ({ from = '', to = '' }: FieldChange) => namedWhole(from) && namedWhole(to)

/** Project uuid, field uuid, and the text to write. */
export const fieldToApply = z.tuple([z.string(), z.string(), z.string()])

/** The result of a dry run. Nothing is written until *Apply*. */
export const fieldEffect = (facts: FieldChange & { projectUuid: string; fieldUuid: string }): Message => {
  const { projectUuid, fieldUuid, fieldName, from, to } = facts
  const value: z.infer<typeof fieldToApply> = [projectUuid, fieldUuid, to ?? '']
  const apply = button(actions.applyField, 'Apply', {
    value: JSON.stringify(value),
    style: 'primary',
    label: `Change ${fieldName}`,
  })
  return message(
    line(bold(fieldName), ' of ', name(facts.projectName), ' would change:'),
    line('From: ', from === undefined ? 'empty' : name(from)),
    line('To: ', to === undefined ? 'empty' : name(to)),
    !isShownWhole(facts) && note('The full value is longer than shown here.'),
    line(
      'Nothing has changed yet. The tracker keeps no history of this field.',
      apply !== undefined && ' Press Apply to change it.',
    ),
    apply === undefined && 'It’s too long to change from here. Change it in the tracker.',
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
