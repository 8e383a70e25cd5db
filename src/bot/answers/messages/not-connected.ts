import { button, buttons } from '../../kit/buttons.ts'
import { actions } from '../../kit/ids.ts'
import { type Message, message } from '../../kit/message.ts'

const askAdmin = 'Ask a workspace admin to connect it on the app’s Home tab.'

export const connectButton = () =>
  buttons(button(actions.connectTracker, 'Connect the tracker', { style: 'primary' }))

/** `mayConnect`: the person is an admin. */
export const noTrackerYet = ({ mayConnect }: { mayConnect: boolean }): Message =>
  mayConnect
    ? message(
        'No tracker is connected to this workspace yet.',
        'Connect it here or on the app’s Home tab.',
        connectButton(),
      )
    : message(`No tracker is connected to this workspace yet. ${askAdmin}`)

/** For the person who installed the app. */
export const appInstalled = ({ mayConnect }: { mayConnect: boolean }): Message =>
  mayConnect
    ? message(
        'Onboarding is installed. Connect your tracker next.',
        'You need its address and an API key, which a Vendor Admin creates there.',
        connectButton(),
      )
    : message(`Onboarding is installed. Its tracker isn’t connected yet. ${askAdmin}`)
