import { type Errors, notice } from '../kit/form-elements.ts'
import type { DialogId } from '../kit/ids.ts'
import { settled, within } from '../kit/time.ts'
import { type Actor, type Here, may, type Right } from '../audience/actor.ts'
import { type BotDeps, NotConnected } from '../deps/deps.ts'
import { line, type Message, message, name } from '../kit/message.ts'
import { ApiProblem } from '../../contract/problem.ts'
import {
  noTrackerYet,
  quotaReached,
  rateLimited,
  trackerUnauthorized,
  trackerUnreachable,
  unexpected,
  dialogLate,
  pressForDialog,
  staleButton,
} from './messages/try-again.ts'
import { isLate, NoTrigger, SlackProblem } from '../slack/problem.ts'
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
  /** Nothing was found by the words that were typed. */
  missing?: true
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
  if (error instanceof NoTrigger && run !== undefined) return pressForDialog({ run })
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

/** A row of the table of subcommands. */
export interface Subcommand<Args extends object> extends HelpEntry {
  /** Access to its object is checked again at the look-up. */
  right: Right
  /** The right to start it and to find it in the help. Default: `right`. If lower, the answer says what is missing. */
  startedBy?: Right
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

/** Slack did not say in time who acts, or where. Nothing was done. */
export class NotFoundOut extends Error {
  override name = 'NotFoundOut' as const
}

/** A dialog's answer has to reach Slack within three seconds, with what the network takes. */
const dialogMs = 2_500
/** To store what was entered. */
const storeMs = 300

/** How long Slack still waits for a dialog's answer. */
export interface Patience {
  readonly left: () => number
  /** Throws `NotFoundOut` if Slack fails, or takes too long. */
  readonly ask: <T>(work: Promise<T>) => Promise<T>
}

export const dialogPatience = ({ ticks }: Pick<BotDeps, 'ticks'>): Patience => {
  const endsAt = ticks() + dialogMs
  const left = () => Math.max(0, endsAt - ticks())
  return {
    left,
    ask: async (work) => {
      const found = await within(Math.max(0, left() - storeMs), settled(work))
      if (found?.state === 'done') return found.value
      if (!found || found.error instanceof SlackProblem) throw new NotFoundOut('Slack did not say')
      throw found.error
    },
  }
}

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
    if (await updateView(deps, id, view)) return
    await pause(200)
  }
}

/**
 * What a submitted dialog comes to. Only `done` takes it away, so nothing that was entered is lost. `refused`: shown on
 * top. `failed`: it is unknown what would come of it, as its first input says. `late`: shows the errors after Slack's time.
 */
export type Became =
  | { done: Message }
  | { errors: Errors; late?: ModalView }
  | { refused: Message }
  | { failed: Message }
  | { next: ModalView }

const saidOf = (became: Exclude<Became, { next: unknown } | { done: unknown }>): Message => {
  if ('errors' in became) return message(...Object.values(became.errors).map((text) => line(name(text))))
  return 'refused' in became ? became.refused : became.failed
}

const lateView = (dialog: DialogId, became: Became): ModalView => {
  if ('next' in became) return became.next
  if ('errors' in became && became.late) return became.late
  if ('done' in became) return notice(dialog, became.done, { ends: true })
  return notice(dialog, saidOf(became), { onTop: true })
}

interface InTime {
  readonly dialog: DialogId
  readonly waiting: Message
  readonly patience: Patience
  readonly by: Actor
}

/** What comes of it in time; or else `waiting` on top of the dialog, where the result follows. */
export const inTime = async (
  deps: BotDeps,
  work: Promise<Became>,
  { dialog, waiting, patience, by }: InTime,
): Promise<Became & { later?: () => Promise<void> }> => {
  const becoming = work.catch((error: unknown): Became => ({ failed: explained(deps, error, { by }) }))
  const ready = await within(Math.min(viewPatienceMs, patience.left()), becoming)
  if (ready) return ready
  const externalId = `${dialog}-${deps.newUuid()}`
  const later = async () => {
    const view = { ...lateView(dialog, await becoming), external_id: externalId }
    await updateOnceOpen(deps, { externalId }, view)
  }
  return { next: notice(dialog, waiting, { externalId, onTop: true }), later }
}

interface Filling {
  readonly dialog: DialogId
  readonly waiting: Message
  readonly fill: () => Promise<ModalView>
}

/** Opens the view `waiting`, then fills it, or says why it can't be filled. */
export const openFilled = async (
  deps: BotDeps,
  by: Actor,
  triggerId: string,
  { dialog, waiting, fill }: Filling,
): Promise<void> => {
  const { viewId } = await deps.slack.openView(triggerId, notice(dialog, waiting))
  const view = await fill().catch((error: unknown) => notice(dialog, explained(deps, error, { by })))
  await updateView(deps, viewId, view)
}
