import { line, type Message, message, name, note, user } from '../kit/message.ts'

export interface PersonLinkedFacts {
  /** The person's name in the tracker. */
  trackerName: string
  /** The admin's Slack id. */
  by: string
}

/** To a member of the workspace: an admin said who they are in the tracker. */
export const personLinked = ({ trackerName, by }: PersonLinkedFacts): Message =>
  message(
    line(user(by), ' said that in the tracker you are ', name(trackerName, { bold: true }), '.'),
    line('Comments of that person show your picture, and comments that mention them are told to you.'),
    note('If that is wrong, the Home tab of the app has a button for it.'),
  )
