import { bold, line, type Message, message, note, user } from '../kit/message.ts'

/** `by`: the admin who set the link, a Slack id. */
export const personLinked = ({ trackerName, by }: { trackerName: string; by: string }): Message =>
  message(
    line(user(by), ' said that in the tracker you are ', bold(trackerName), '.'),
    'Comments of that person show your picture, and comments that mention them are told to you.',
    note('If that is wrong, the Home tab of the app has a button for it.'),
  )
