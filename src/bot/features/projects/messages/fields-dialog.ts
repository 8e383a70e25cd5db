import type { ModalView } from '@slack/types'
import type { DataField } from '../../../../contract/data-field.ts'
import { callbacks, command } from '../../../kit/ids.ts'
import { bold, line, message, type Message, name, note } from '../../../kit/message.ts'
import { modal, notice } from '../../../kit/form-elements.ts'
import { isShownWhole } from './field-written.ts'
import { count } from '../../../kit/text/words.ts'
import { fieldInput } from './field-input.ts'

const title = 'Data fields'

interface FieldsDialogFacts {
  projectUuid: string
  projectName: string
  /** `shown`: of `shownInInput`. */
  fields: readonly (DataField & { shown: string })[]
}

/** Slack allows 100 blocks. */
const most = 90

/** *Edit*: all fields that can be written, with their values. */
export const fieldsDialog = ({ projectUuid, projectName, fields }: FieldsDialogFacts): ModalView => {
  const shown = fields.slice(0, most)
  const left = fields.length - shown.length
  const metadata = JSON.stringify({ project: projectUuid })
  return modal({ title, submit: 'Save', callback: callbacks.fieldsDialog, metadata }, [
    ...message(line('Of ', bold(projectName), '. The tracker keeps no history of them.')).blocks,
    ...shown.map((field) => fieldInput(field, { text: field.shown })),
    ...message(left > 0 && note(`${count(left, 'more field')}: ${command} set <field> = <value>`)).blocks,
  ])
}

export const fieldsNotice = (said: Pick<Message, 'blocks'>): ModalView => notice({ title }, said)

interface FieldChanged {
  fieldName: string
  from?: string | undefined
  to?: string | undefined
}

const listed = 20

export const fieldsSaved = ({ changes }: { changes: readonly FieldChanged[] }): Message =>
  message(
    changes.length === 0 ? 'Nothing was changed.' : `${count(changes.length, 'data field')} changed:`,
    ...changes
      .slice(0, listed)
      .map(({ fieldName, from = 'empty', to = 'empty' }) =>
        line(bold(fieldName), ': ', name(from), ' → ', name(to)),
      ),
    changes.length > listed && note(`and ${changes.length - listed} more`),
    !changes.every(isShownWhole) && note('The full values are in the tracker.'),
  )

export const fieldsNotSaved = ({ failures }: { failures: readonly string[] }): Message =>
  message(
    'The tracker didn’t take all changes:',
    ...failures.slice(0, listed).map((failure) => line(name(failure))),
    failures.length > listed && note(`and ${failures.length - listed} more`),
    `${command} fields shows what is stored now.`,
  )

export const fieldsUnconfirmed = (): Message =>
  message(
    'The tracker didn’t confirm the changes. They may or may not have been saved.',
    `${command} fields shows what is stored now. Saving the same values twice does no harm.`,
  )
