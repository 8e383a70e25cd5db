import { line, type Message, message, name } from '../kit/message.ts'

export interface FieldUnconfirmedFacts {
  fieldName: string
  projectName: string
}

/** Nobody can tell whether the value was written; writing it again does no harm. */
export const fieldUnconfirmed = ({ fieldName, projectName }: FieldUnconfirmedFacts): Message =>
  message(
    line(
      'The tracker did not confirm the data field ',
      name(fieldName, { bold: true }),
      ' of ',
      name(projectName),
      '. It may be written, or not.',
    ),
    line('Press Apply again: writing the same value twice does no harm.'),
  )
