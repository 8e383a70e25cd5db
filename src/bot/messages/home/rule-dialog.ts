import type { ModalView } from '@slack/types'
import { button, buttons } from '../kit/buttons.ts'
import { input, typed } from '../kit/form-elements.ts'
import { actions, callbacks, inputs } from '../kit/ids.ts'
import { bold, line } from '../kit/message.ts'
import { modal } from '../kit/modal.ts'

/** On the Home tab, for admins. */
export const channelRule = (rule: string) => [
  line('A new project’s channel is named ', bold(rule), '. People can change the name before it’s created.'),
  buttons(button(actions.channelRule, 'Change', { label: 'Change how channels for projects are named' })),
]

export const ruleDialog = (rule: string): ModalView =>
  modal({ title: 'Names of channels', submit: 'Save', callback: callbacks.ruleDialog }, [
    input(
      inputs.channelRule.block,
      'Rule',
      { type: 'plain_text_input', max_length: 60, ...typed(rule, 60) },
      {
        hint: '{account} and {project} are filled in, in lowercase with hyphens: onb-{account} becomes onb-acme-corp.',
      },
    ),
  ])
