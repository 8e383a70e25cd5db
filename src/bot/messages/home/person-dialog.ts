import type { ModalView } from '@slack/types'
import { chosen, input, plain } from '../kit/form-elements.ts'
import { callbacks, inputs } from '../kit/ids.ts'
import { option } from '../kit/options.ts'

/** A person of the tracker, as a button carries them. */
export interface PersonToLink {
  uuid: string
  name: string
}

/** What can be said of a person. */
export const personIs = {
  member: 'The member chosen below',
  nobody: 'Nobody of this workspace',
  email: 'Whoever has the same e-mail address (undo)',
} as const
export type PersonIs = keyof typeof personIs

const answers = Object.entries(personIs).flatMap(([value, text]) => option({ value, text }) ?? [])

/** For admins: who in Slack a person of the tracker is. */
export const personDialog = (person: PersonToLink | undefined): ModalView => {
  const [first] = answers
  return {
    type: 'modal',
    callback_id: callbacks.personDialog,
    title: plain('Who is who', 24),
    submit: plain('Save', 24),
    close: plain('Cancel', 24),
    blocks: [
      input({
        id: inputs.personWho.block,
        label: 'Person in the tracker',
        hint: 'Their comments get this member’s picture, and mentions of them reach this member.',
        element: {
          type: 'external_select',
          action_id: inputs.personWho.action,
          min_query_length: 0,
          placeholder: plain('Type a name or an e-mail address', 150),
          ...chosen(person && { value: person.uuid, text: person.name }),
        },
      }),
      input({
        id: inputs.personIs.block,
        label: 'In Slack this is',
        element: {
          type: 'radio_buttons',
          action_id: inputs.personIs.action,
          options: answers,
          ...(first && { initial_option: first }),
        },
      }),
      input({
        id: inputs.personMember.block,
        label: 'Member of this workspace',
        optional: true,
        element: {
          type: 'users_select',
          action_id: inputs.personMember.action,
          placeholder: plain('Choose a member', 150),
        },
      }),
    ],
  }
}
