import { bold, line, type Message, message, note, user } from '../kit/message.ts'

/** `by`: the admin who set the link, a Slack id. */
export const personLinked = ({ trackerName, by }: { trackerName: string; by: string }): Message =>
  message(
    line(user(by), ' matched you to ', bold(trackerName), '.'),
    'That person’s comments in Slack now show your picture, and you hear when they’re mentioned.',
    note('If that’s wrong, you can undo it on the app’s Home tab.'),
  )
