import type { ModalView } from '@slack/types'
import { input, radio, search, modal, plain } from '../../../kit/form-elements.ts'
import { callbacks, inputs } from '../../../kit/ids.ts'
import { bold, line, type Message, message, note, user } from '../../../kit/message.ts'

export interface PersonToLink {
  uuid: string
  name: string
}

const personIs = {
  member: 'The member selected below',
  nobody: 'Nobody in this workspace',
  email: 'Whoever has the same email address (undo)',
} as const
export type PersonIs = keyof typeof personIs

const answers = Object.entries(personIs).map(([value, text]) => ({ value, text }))

export const personDialog = (person: PersonToLink | undefined): ModalView => {
  const chosen = person && { value: person.uuid, text: person.name }
  return modal({ title: 'Match a person', submit: 'Save', callback: callbacks.personDialog }, [
    input(
      inputs.personWho.block,
      'Person in the tracker',
      search('Type a name or an email address', chosen),
      {
        hint: 'Their comments will show the Slack member’s picture, and that member is notified when they’re mentioned.',
      },
    ),
    input(inputs.personIs.block, 'This person in Slack', radio(answers)),
    input(
      inputs.personMember.block,
      'Member of this workspace',
      { type: 'users_select', placeholder: plain('Choose a member', 150) },
      { optional: true },
    ),
  ])
}

/** `by`: the admin who set the link, a Slack id. */
export const personLinked = ({ trackerName, by }: { trackerName: string; by: string }): Message =>
  message(
    line(user(by), ' matched you to ', bold(trackerName), '.'),
    'That person’s comments in Slack now show your picture, and you hear when they’re mentioned.',
    note('If that’s wrong, you can undo it on the app’s Home tab.'),
  )
