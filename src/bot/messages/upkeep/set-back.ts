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
      'The app’s database was set back: it has forgotten what happened between ',
      when(since),
      ' and ',
      when(until),
      '.',
    ),
    'The app looks for its messages in Slack by itself. Where nobody can tell whether a reply became a comment, its author is asked.',
    'Look in the tracker for comments of that time that are missing in Slack, and make subscriptions and settings of that time again.',
  )
