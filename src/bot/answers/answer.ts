import type { Errors } from '../kit/form-elements.ts'
import { within } from '../kit/time.ts'
import { type Actor, type Here, may, type Right } from '../audience/actor.ts'
import { type BotDeps, NotConnected } from '../deps/deps.ts'
import type { Message } from '../kit/message.ts'
import { ApiProblem } from '../../contract/problem.ts'
import {
  noTrackerYet,
  quotaReached,
  rateLimited,
  trackerUnauthorized,
  trackerUnreachable,
  unexpected,
  dialogLate,
  staleButton,
} from './messages/try-again.ts'
import { isLate, SlackProblem } from '../slack/problem.ts'
import { StaleValue } from '../kit/facts.ts'
import { badArguments, type HelpEntry } from './messages/answers.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { ModalView } from '@slack/types'

/** A press of a button, or a choice in a menu. */
export interface Press {
  value: string
  threadTs: string | undefined
  /** Slack's id of this press. Identifies repeats, and opens dialogs. */
  triggerId: string
  /** True if pressed in a dialog: a new view opens on top. */
  onTop?: boolean
}

/** `replace`: the answer replaces the pressed message. */
export interface MessageAnswer {
  message: Message
  inChannel?: boolean
  replace?: boolean
  /** Makes the answer that replaces `message`. */
  later?: () => Promise<Answer>
}
export type Answer = MessageAnswer | { remove: true }

/** Makes the answer to what a person typed or pressed. */
export type Work = (actor: Actor) => Promise<Answer | undefined>

export type OnPress<A extends Actor = Actor, P extends Press = Press> = (
  deps: BotDeps,
  actor: A,
  press: P,
) => Promise<Answer | undefined>

type Deps = Pick<BotDeps, 'log' | 'newUuid' | 'connecting'>

interface Asked {
  /** The command for *Try again*. */
  readonly run?: string | undefined
  readonly by?: Pick<Actor, 'role'> | undefined
}

const explain = (deps: Deps, error: unknown, reference: string, run: string | undefined): Message => {
  if (isLate(error)) return dialogLate({ run })
  if (!(error instanceof ApiProblem)) return unexpected({ reference })
  const { kind, requestId } = error
  switch (kind) {
    case 'unreachable':
    case 'unknown':
    case 'not-tracker':
      return trackerUnreachable({ reference, requestId, run })
    case 'unauthorized':
    case 'forbidden':
      return trackerUnauthorized({ reference, onHome: deps.connecting !== undefined })
    case 'quota':
      return quotaReached({ reference })
    case 'rate-limited':
      return rateLimited({ run })
    default:
      return unexpected({ reference })
  }
}

/** Explains an error with a reference that is also in the log. */
export const explained = (deps: Deps, error: unknown, { run, by }: Asked = {}): Message => {
  if (error instanceof StaleValue) return staleButton()
  if (error instanceof NotConnected)
    return noTrackerYet({ mayConnect: by !== undefined && may(by, 'administer') })
  const reference = deps.newUuid().slice(0, 8)
  deps.log.error({ err: error, reference }, 'a request could not be answered')
  return explain(deps, error, reference, run)
}

/** Words that a subcommand can't read. */
export interface Unread {
  ok: false
  problem: string
}

export interface CommandInput {
  text: string
  triggerId: string
  /** Where a mention or a press was, if in a thread. */
  threadTs?: string | undefined
}

/** A mention has no trigger id, so it can't open a dialog. */
export const isMention = ({ triggerId }: Pick<CommandInput, 'triggerId'>): boolean =>
  triggerId.startsWith('mention:')

/** A row of the table of subcommands. */
export interface Subcommand<Args extends object> extends HelpEntry {
  /** Access to its object is checked again at the look-up. */
  right: Right
  /** The right to start it and to find it in the help. Default: `right`. If lower, the answer says what is missing. */
  startedBy?: Right
  /** It opens a dialog, which a mention cannot. */
  opensDialog?: true
  /** `text`: what follows the subcommand's name, as Slack sends it. Never throws. */
  parse(text: string): ({ ok: true } & Args) | Unread
  run(deps: BotDeps, actor: Here, args: Args, input: CommandInput): Promise<Answer | undefined>
}

/** The problem, with the subcommand's usage and an example. */
export const unreadable = ({ usage, examples, name }: HelpEntry, problem: string): Message =>
  badArguments({ problem, usage, example: examples[0] ?? name })

export const withoutWords = () => ({ ok: true }) as const

/** Slack waits three seconds. A view that is ready in this time opens at once. */
const viewPatienceMs = 1_500

export const showView = async (
  { slack }: Pick<BotDeps, 'slack'>,
  { triggerId, onTop = false }: Pick<Press, 'triggerId' | 'onTop'>,
  view: ModalView,
): Promise<void> => {
  if (onTop) await slack.pushView(triggerId, view)
  else await slack.openView(triggerId, view)
}

type ViewId = string | { externalId: string }

/** Returns false if the view is closed or not open yet. */
export const updateView = async ({ slack }: Pick<BotDeps, 'slack'>, id: ViewId, view: ModalView) => {
  try {
    await slack.updateView(id, view)
    return true
  } catch (error) {
    if (error instanceof SlackProblem && error.code === 'not_found') return false
    throw error
  }
}

/** Slack learns the view's external id from our answer, which may still be on its way: tries for three seconds. */
const updateOnceOpen = async (deps: BotDeps, id: ViewId, view: ModalView): Promise<void> => {
  for (let attempt = 0; attempt < 15; attempt++) {
    const isUpdated = await updateView(deps, id, view)
    // Slack's own id names a view that was open. If Slack doesn't find it, it was closed.
    if (isUpdated || typeof id === 'string') return
    await pause(200)
  }
}

/** What a submitted dialog becomes. `errors` are shown at its inputs. If they come too late, `view` is shown. */
export interface Became {
  view: ModalView
  errors?: Errors | undefined
}

export interface InTime {
  instead?: ModalView
  errors?: Errors | undefined
  later?: () => Promise<void>
}

/** Slack waits three seconds. A slower result replaces the view `waiting`, which has this id. */
export const inTime = async (
  deps: BotDeps,
  becoming: Promise<Became>,
  { id, waiting }: { id: ViewId; waiting: ModalView },
): Promise<InTime> => {
  const ready = await within(viewPatienceMs, becoming)
  if (ready) return ready.errors ? { errors: ready.errors } : { instead: ready.view }
  return { instead: waiting, later: async () => updateOnceOpen(deps, id, (await becoming).view) }
}

interface Filling {
  readonly waiting: ModalView
  readonly fill: () => Promise<ModalView>
  readonly notice: (message: Message) => ModalView
}

/** Opens the view `waiting`, then fills it, or says why it can't be filled. */
export const openFilled = async (
  deps: BotDeps,
  by: Actor,
  triggerId: string,
  { waiting, fill, notice }: Filling,
): Promise<void> => {
  const { viewId } = await deps.slack.openView(triggerId, waiting)
  const view = await fill().catch((error: unknown) => notice(explained(deps, error, { by })))
  await updateView(deps, viewId, view)
}
