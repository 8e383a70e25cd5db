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
    label: `Write ${fieldName}`,
  })
  return message(
    line(bold(fieldName), ' of ', name(facts.projectName), ' would change:'),
    line('From: ', from === undefined ? 'empty' : name(from)),
    line('To: ', to === undefined ? 'empty' : name(to)),
    !isShownWhole(facts) && note('There is more of it than stands here.'),
    line(
      'Nothing is written yet. The tracker keeps no history of it.',
      apply !== undefined && ' Press Apply to write it.',
    ),
    apply === undefined && 'It is too long to be applied from here: write it in the tracker.',
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
    !isShownWhole(facts) && note('There is more of the value in the tracker.'),
  )
}

/** Retrying is safe: it writes the same value. */
export const fieldUnconfirmed = ({ projectName, fieldName }: OfField): Message =>
  message(
    line(
      'The tracker did not confirm the data field ',
      bold(fieldName),
      ' of ',
      name(projectName),
      '. It may be written, or not.',
    ),
    'Press Apply again: writing the same value twice does no harm.',
  )
