import { command } from '../kit/ids.ts'
import { bold, line, type Message, message, note, when } from '../kit/message.ts'
import { count } from '../kit/words.ts'

interface ConnectedFacts {
  url: string
  /** How many projects the key can access. */
  projects: number
  /** Undefined before the first event. */
  lastEventAt?: string | undefined
  /** Only the key is new. */
  replaced?: boolean | undefined
}

export const tryingTracker = (): Message =>
  message('Checking the key with the tracker. The result will appear here.')

export const trackerConnected = ({ url, projects, lastEventAt, replaced }: ConnectedFacts): Message =>
  message(
    line(replaced ? 'The key was replaced. Connected to ' : 'Connected to ', bold(url), '.'),
    `This key can access ${count(projects, 'project')}. The app learns which user the key belongs to when it posts its first comment.`,
    lastEventAt === undefined
      ? 'The app is subscribing to events, one per second. The first comment in the tracker will confirm that they arrive.'
      : line('Events arrive: the last one ', when(lastEventAt), '.'),
    note(`Next: in a channel, type ${command} subscribe and a project’s name.`),
  )
