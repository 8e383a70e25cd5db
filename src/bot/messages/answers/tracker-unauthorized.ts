import { line, type Message, message, note } from '../kit/message.ts'

export interface TrackerUnauthorizedFacts {
  reference: string
}

/** The tracker does not accept the app's key: nobody in Slack can do anything but tell the admin. */
export const trackerUnauthorized = (facts: TrackerUnauthorizedFacts): Message =>
  message(
    line(
      'The tracker does not accept the app’s API key: it is unknown or deactivated. What is waiting is kept.',
    ),
    line(
      'Ask a Vendor Admin for a working key (settings page of the tracker), and whoever runs the app to set it.',
    ),
    note(`Reference: ${facts.reference}`),
  )
