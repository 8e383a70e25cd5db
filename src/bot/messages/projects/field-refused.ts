import { command } from '../kit/ids.ts'
import { line, type Message, message, name, note } from '../kit/message.ts'
import { count, unstopped } from '../kit/words.ts'

export interface FieldRefusedFacts {
  fieldName: string
  projectName: string
  /** The tracker's own words, one for each failure. */
  failures: readonly string[]
  /** What the field takes, where the tracker says so. */
  options?: readonly string[] | undefined
}

/** The tracker would not take the value, or did not. */
export const fieldRefused = ({ fieldName, projectName, failures, options }: FieldRefusedFacts): Message =>
  message(
    line('The data field ', name(fieldName, { bold: true }), ' of ', name(projectName), ' was not written.'),
    ...failures.slice(0, 5).map((failure) => line('The tracker says: ', name(unstopped(failure)), '.')),
    options !== undefined &&
      options.length > 0 &&
      line('It takes: ', name(options.slice(0, 20).join(', ')), '.'),
    options !== undefined &&
      options.length > 20 &&
      note(`${count(options.length - 20, 'more value')} in the tracker.`),
    line(`Change the value and try again: ${command} set <field> = <value>`),
  )
