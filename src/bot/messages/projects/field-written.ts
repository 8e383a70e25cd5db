import { line, type Message, message, name, namedWhole, note } from '../kit/message.ts'

export interface FieldWrittenFacts {
  projectName: string
  fieldName: string
  from?: string | undefined
  /** Undefined: the field was emptied. */
  to?: string | undefined
}

/** The value is in the tracker. */
export const fieldWritten = ({ projectName, fieldName, from, to }: FieldWrittenFacts): Message =>
  message(
    line(
      'The data field ',
      name(fieldName, { bold: true }),
      ' of ',
      name(projectName),
      to === undefined ? ' is now empty' : ' is now ',
      to !== undefined && name(`“${to}”`),
      from !== undefined && name(`; it was “${from}”`),
      '.',
    ),
    !(namedWhole(from ?? '') && namedWhole(to ?? '')) && note('There is more of the value in the tracker.'),
  )
