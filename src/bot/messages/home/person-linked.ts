import { bold, line, type Message, message, note, user } from '../kit/message.ts'

/**
 * To a member of the workspace: an admin said who they are in the tracker. `trackerName`: their name there; `by`:
 * the admin's Slack id.
 */
export const personLinked = ({ trackerName, by }: { trackerName: string; by: string }): Message =>
  message(
    line(user(by), ' said that in the tracker you are ', bold(trackerName), '.'),
    'Comments of that person show your picture, and comments that mention them are told to you.',
    note('If that is wrong, the Home tab of the app has a button for it.'),
  )
