import { line, type Message, message } from '../kit/message.ts'

/** Something was asked in a channel that the app cannot post to. */
export const notInChannel = (): Message =>
  message(
    line('The app is not in this channel, so it could not post updates here.'),
    line('Type /invite @Onboarding, then try again.'),
  )
