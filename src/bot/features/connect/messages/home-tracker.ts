import { button, buttons } from '../../../kit/buttons.ts'
import { actions } from '../../../kit/ids.ts'
import { bold, line, name, note, user, when } from '../../../kit/message.ts'
import { unstopped } from '../../../kit/text/words.ts'
import { connectButton } from '../../../answers/messages/try-again.ts'

export interface HomeTracker {
  /** Undefined until an admin has connected one. */
  connected?:
    | {
        url: string
        since?: string | undefined
        /** A Slack id. */
        by?: string | undefined
        /** Why it is unusable now. */
        problem?: string | undefined
        lastEventAt?: string | undefined
      }
    | undefined
}

const disconnect = {
  title: 'Disconnect the tracker?',
  text: 'Channels get no more updates, and replies wait. Subscriptions and settings stay for when a tracker is connected again.',
  yes: 'Disconnect',
}

/** For admins, where the environment doesn't name the tracker. */
export const homeTracker = ({ connected }: HomeTracker) => {
  if (!connected) return ['No tracker is connected yet. Connect it to see projects here.', connectButton()]
  const { url, since, by, problem, lastEventAt } = connected
  return [
    line(
      'Connected to ',
      bold(url),
      since !== undefined && [' since ', when(since)],
      by !== undefined && [', by ', user(by)],
      '.',
    ),
    problem === undefined ? 'It’s working.' : line(name(`Not working: ${unstopped(problem)}.`)),
    lastEventAt === undefined
      ? 'No events have arrived yet. The first comment in the tracker will confirm that they do.'
      : line('The last event arrived ', when(lastEventAt), '.'),
    buttons(
      button(actions.connectTracker, 'Replace key'),
      button(actions.disconnectTracker, 'Disconnect', { confirm: disconnect }),
    ),
  ]
}

/** For everybody else. */
export const homeWithoutTracker = () => [
  'No tracker is connected yet, so there are no projects to show.',
  note('Ask a workspace admin to connect it here, on the app’s Home tab.'),
]
