import type { ModalView } from '@slack/types'
import { input, radio, search, modal } from '../../../kit/form-elements.ts'
import { callbacks, inputs } from '../../../kit/ids.ts'
import { buttons, chooseProject } from '../../../kit/buttons.ts'
import { type Message, message } from '../../../kit/message.ts'
import { presetChoice, presetChoices, type PresetName } from '../../../audience/messages/settings-words.ts'

/** Once the app was invited to a channel that receives nothing. */
export const channelWelcome = (): Message =>
  message(
    'Onboarding is in this channel. Nothing arrives here until somebody chooses a project.',
    buttons(chooseProject()),
  )

interface SubscribeDialogFacts {
  channel: string
  channelName: string
  /** The channel's, for all that it receives. */
  preset: PresetName
}

/** *Choose a project*: what to receive, and how much of it. */
export const subscribeDialog = ({ channel, channelName, preset }: SubscribeDialogFacts): ModalView => {
  const kept = { ...presetChoice('custom'), description: 'As this channel is set now' }
  const presets = presetChoices.filter(({ value }) => value !== 'custom')
  return modal(
    {
      title: 'Choose a project',
      submit: 'Subscribe',
      callback: callbacks.subscribeDialog,
      metadata: channel,
    },
    [
      input(inputs.subscribeTo.block, `Project for #${channelName}`, search('Type part of its name'), {
        hint: 'Or all projects of an account, also those to come.',
      }),
      input(
        inputs.subscribePreset.block,
        'What arrives',
        radio(preset === 'custom' ? [kept, ...presets] : presets, preset),
        { hint: 'For everything that the channel receives. Change it any time in its settings.' },
      ),
    ],
  )
}
