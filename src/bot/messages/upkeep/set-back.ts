import { line, message, type Message, when } from '../kit/message.ts'

interface SetBackFacts {
  /** ISO times. */
  since: string
  until: string
}

/** For admins and subscribers: what a failover or a restored copy may have lost. */
export const databaseSetBack = ({ since, until }: SetBackFacts): Message =>
  message(
    line(
      'The app’s database was rolled back and lost what happened between ',
      when(since),
      ' and ',
      when(until),
      '.',
    ),
    'The app finds its own messages in Slack again. If it can’t tell whether a reply became a comment, it asks the author.',
    'Check the tracker for comments from that time that are missing in Slack, and redo subscriptions and settings from that time.',
  )
