import { line, link, type Message, message, name } from '../kit/message.ts'

export interface FieldNotWritableFacts {
  fieldName: string
  projectName: string
  url?: string | undefined
}

/** Values are written by their own uuid, which this tracker does not tell. */
export const fieldNotWritable = ({ fieldName, projectName, url }: FieldNotWritableFacts): Message =>
  message(
    line(
      'The data field ',
      name(fieldName, { bold: true }),
      ' cannot be written from here: the tracker offers no look-up of its value.',
    ),
    line('Write it in the tracker, on the page of ', link(url, projectName), '.'),
  )
