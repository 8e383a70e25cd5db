import { line, type Message, message, name } from '../kit/message.ts'

export interface AdminsOnlyFacts {
  /** What was asked, such as `see what doctor finds`. */
  action: string
}

/** A member of the workspace asked for what is for its admins. */
export const adminsOnly = ({ action }: AdminsOnlyFacts): Message =>
  message(
    line(name(`Only admins and owners of this Slack workspace can ${action}.`)),
    line('Ask one of them; /onboard status is for everybody.'),
  )
