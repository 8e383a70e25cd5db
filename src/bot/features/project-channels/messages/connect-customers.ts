import type { ModalView } from '@slack/types'
import { input, typed, modal } from '../../../kit/form-elements.ts'
import { callbacks, inputs } from '../../../kit/ids.ts'
import { bold, channel, gap, line, message, name } from '../../../kit/message.ts'
import { count } from '../../../kit/text/words.ts'

interface InvitationFacts {
  projectUuid: string
  channel: string
  emails: readonly string[]
}

/** One address per line. They come from the account's contacts in the tracker. */
export const inviteDialog = ({ projectUuid: project, channel: id, emails }: InvitationFacts): ModalView =>
  modal(
    {
      title: 'Invite the customer',
      submit: 'Next',
      callback: callbacks.inviteDialog,
      metadata: JSON.stringify({ project, channel: id }),
    },
    [
      ...message(line('By Slack Connect, to ', channel(id), '. You confirm the addresses next.')).blocks,
      input(
        inputs.inviteEmails.block,
        'Email addresses',
        { type: 'plain_text_input', multiline: true, ...typed(emails.join('\n')) },
        { hint: 'One per line. The account’s contacts in the tracker are filled in.' },
      ),
    ],
  )

/** Names every address. Nothing is sent before it is confirmed. */
export const invitePreview = ({ projectUuid: project, channel: id, emails }: InvitationFacts): ModalView =>
  modal(
    {
      title: 'Send invitations?',
      submit: 'Send',
      close: 'Back',
      callback: callbacks.invitePreview,
      metadata: JSON.stringify({ project, channel: id, emails }),
    },
    message(
      line('Slack sends ', bold(count(emails.length, 'invitation')), ' to ', channel(id), ':'),
      ...emails.map((email) => line('• ', name(email))),
      gap,
      'Anyone who accepts can read the whole channel, including earlier messages. From now on, internal tasks and links to the team’s page stay out.',
    ).blocks,
  )
