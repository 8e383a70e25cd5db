import type { ModalView } from '@slack/types'
import { input, modal, plain } from '../../../kit/form-elements.ts'
import { callbacks, inputs, command, actions } from '../../../kit/ids.ts'
import { line, type Message, message, name, bold, note, when, say } from '../../../kit/message.ts'
import { count, unstopped } from '../../../kit/text.ts'
import { button, buttons } from '../../../kit/buttons.ts'
import { connectButton } from '../../../answers/messages/try-again.ts'

interface ConnectFacts {
  /** The connected tracker, whose key is to be replaced. Undefined: none is connected. */
  connectedUrl?: string | undefined
}

const text = (placeholder: string) => ({
  type: 'plain_text_input' as const,
  placeholder: plain(placeholder, 150),
})

const keyInput = () =>
  input(inputs.trackerKey, 'API key', text('Paste the key'), {
    hint: 'It’s encrypted, and never shown again.',
  })

const replaceDialog = (url: string): ModalView =>
  modal({ submit: 'Replace', callback: callbacks.connectDialog }, [
    ...message(
      say`The new key must belong to the same organization at ${name(url)}. Everything else stays the same.`,
    ).blocks,
    keyInput(),
  ])

export const connectDialog = ({ connectedUrl }: ConnectFacts): ModalView => {
  if (connectedUrl !== undefined) return replaceDialog(connectedUrl)
  return modal({ submit: 'Connect', callback: callbacks.connectDialog }, [
    input(inputs.trackerUrl, 'Address', text('https://tracker.example.com'), {
      hint: 'Without /v1 at the end.',
    }),
    keyInput(),
    input(inputs.trackerIntegration, 'Integration UUID', text('Only for external links'), {
      optional: true,
      hint: 'If set, projects created from Slack get an external link from this integration.',
    }),
  ])
}

interface ConnectedFacts {
  url: string
  /** How many projects the key can access. */
  projects: number
  replaced?: boolean | undefined
}

export const tryingTracker = (): Message =>
  message('Checking the key with the tracker. The result will appear here.')

export const trackerConnected = ({ url, projects, replaced }: ConnectedFacts): Message =>
  message(
    say`${replaced && 'The key was replaced. '}Connected to ${bold(url)}.`,
    `This key can access ${count(projects, 'project')}. The app learns which user the key belongs to when it posts its first comment.`,
    'The app subscribes to the tracker’s events. Its Home tab says when the last one arrived.',
    note(`Next: in a channel, type ${command} subscribe and a project’s name.`),
  )

export interface HomeTracker {
  connected?:
    | {
        url: string
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
  const { url, problem, lastEventAt } = connected
  return [
    say`Connected to ${bold(url)}.`,
    problem === undefined ? 'It’s working.' : line(name(`Not working: ${unstopped(problem)}.`)),
    lastEventAt === undefined
      ? 'No events have arrived yet. The first comment in the tracker will confirm that they do.'
      : say`The last event arrived ${when(lastEventAt)}.`,
    buttons(
      button(actions.connectTracker, 'Replace key'),
      button(actions.disconnectTracker, 'Disconnect', { confirm: disconnect }),
    ),
  ]
}

export const homeWithoutTracker = () => [
  'No tracker is connected yet, so there are no projects to show.',
  note('Ask a workspace admin to connect it here, on the app’s Home tab.'),
]
