import { command } from '../kit/ids.ts'
import { bold, line, link, type Message, message, name, note } from '../kit/message.ts'
import { count, unstopped } from '../kit/words.ts'

interface FieldRefusedFacts {
  fieldName: string
  projectName: string
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
    line('The data field ', bold(fieldName), ' of ', name(projectName), ' wasn’t changed.'),
    ...failures.slice(0, 5).map((failure) => line('The tracker says: ', name(unstopped(failure)), '.')),
    options.length > 0 && line('Allowed values: ', name(options.slice(0, optionsShown).join(', ')), '.'),
    hidden > 0 && note(`${count(hidden, 'more value')} in the tracker.`),
    `Change the value and try again: ${command} set <field> = <value>`,
  )
}

interface FieldNotWritableFacts {
  fieldName: string
  projectName: string
  url?: string | undefined
}

/** Writing requires the value's own uuid, which this tracker does not return. */
export const fieldNotWritable = ({ fieldName, projectName, url }: FieldNotWritableFacts): Message =>
  message(
    line(
      'The data field ',
      bold(fieldName),
      ' can’t be changed from here: the tracker doesn’t share its current value.',
    ),
    line('Change it in the tracker, on the page of ', link(url, projectName), '.'),
  )
