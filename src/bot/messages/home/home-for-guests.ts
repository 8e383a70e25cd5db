import { type Message, message } from '../kit/message.ts'

/** In place of a Home tab, which shows what only members may see. */
export const homeForGuests = (): Message =>
  message(
    'This tab is for members of the workspace.',
    'As a guest, reply in a task’s thread, or use /onboard help in a channel that you’re in.',
  )
