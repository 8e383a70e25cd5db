import type { ModalView } from '@slack/types'
import { button, buttons } from '../kit/buttons.ts'
import { actions } from '../kit/ids.ts'
import { bold, line, message, when } from '../kit/message.ts'
import { modal } from '../kit/modal.ts'

export interface HomeAssistant {
  /** When the person's key was made, in ISO 8601. Undefined if there is none. */
  keySince?: string | undefined
}

const replace = {
  title: 'Replace the key?',
  text: 'The key that you have now stops working at once.',
  yes: 'Replace key',
}

export const homeAssistant = ({ keySince }: HomeAssistant) => [
  keySince === undefined
    ? 'Create a key so that an AI assistant, such as the one in your editor, can look up what you can look up here.'
    : line(
        'Your assistant key was created ',
        when(keySince),
        '. Anyone who has it can look up what you can.',
      ),
  buttons(
    button(
      actions.assistantKey,
      keySince === undefined ? 'Create assistant key' : 'Replace assistant key',
      keySince === undefined ? {} : { confirm: replace },
    ),
    keySince !== undefined && button(actions.revokeAssistantKey, 'Revoke key'),
  ),
]

/** The key is shown this once. */
export const assistantKeyDialog = ({ key, url }: { key: string; url: string }): ModalView =>
  modal(
    { title: 'Assistant key' },
    message(
      'Copy the key now: it’s shown only once. Keep it like a password.',
      line('Address: ', bold(url)),
      line('Key: ', bold(key)),
      'It looks up what you can look up. Comments and changes still wait for your confirmation in Slack.',
    ).blocks,
  )
