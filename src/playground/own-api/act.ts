import { z } from 'zod'
import { isTyped, presentMessage } from '../workspace/present.ts'
import { teamOfBot } from '../workspace/teams.ts'
import { commands } from '../app-manifest.ts'
import { refusedAcknowledgement } from '../block-kit/acknowledgement.ts'
import type { Sent } from '../outgoing/send.ts'
import { applyReply } from '../outgoing/reply.ts'
import { ownerOf } from '../workspace/dialogs.ts'
import { checkedView } from '../web-api/views.ts'
import type { Channel, Json, Message, Person, View } from '../workspace/types.ts'
import { escapeText } from '../workspace/text.ts'
import { deny, teamWithApp, visibleChannel, type OwnContext } from './context.ts'
import { actionOf, findElement } from './elements.ts'
import { invite } from './invite.ts'

/** What people do that the app must know about, and what the app's answer causes. */

export type ActionResult = { ok: true } | { ok: false; error: string }

/** The error code in Slack's “failed with the error” text. */
const errorCode = (sent: Sent & { ok: false }): string =>
  sent.reason === 'http_timeout' ? 'operation_timeout' : 'dispatch_failed'

const parseObject = (body: string): Json | undefined => {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined
  } catch {
    return undefined
  }
}

/** Posts as Slackbot, visible to one person. */
const postAsSlackbot = (
  context: OwnContext,
  person: Person,
  channel: Channel,
  text: string,
  threadTs?: string,
) =>
  context.posting.post(channel, {
    user: 'USLACKBOT',
    username: 'Slackbot',
    text,
    visible_to: person.id,
    ...(threadTs !== undefined && { thread_ts: threadTs }),
  })

export const runCommand = async (
  context: OwnContext,
  person: Person,
  channel: Channel,
  line: string,
  threadTs?: string,
): Promise<ActionResult> => {
  const [command = '', ...words] = line.trim().split(/(?<=^\S+)\s+/)
  // As in Slack, people have the commands of the apps in their own workspace.
  const team = teamWithApp(context, person)
  const isApps = team !== undefined && commands.some((one) => one.command === command)
  if (!isApps && command !== '/invite') {
    postAsSlackbot(context, person, channel, `\`${escapeText(command)}\` is not a valid command.`)
    return { ok: false, error: 'invalid_command' }
  }
  if (threadTs !== undefined) {
    postAsSlackbot(context, person, channel, `\`${command}\` is not supported in threads. Sorry!`, threadTs)
    return { ok: false, error: 'not_in_threads' }
  }
  if (!isApps) {
    const refusal = invite(context, person, channel, words.join(' '))
    if (refusal === undefined) return { ok: true }
    postAsSlackbot(context, person, channel, refusal)
    return { ok: false, error: 'cant_invite' }
  }
  const sent = await context.interactions.command(person, team, channel, command, words.join(' '))
  if (!sent.ok) {
    const error = errorCode(sent)
    postAsSlackbot(context, person, channel, `\`${command}\` failed with the error “${error}”`)
    return { ok: false, error }
  }
  const body = parseObject(sent.body) ?? (sent.body.trim() === '' ? undefined : { text: sent.body })
  if (body && Object.keys(body).length > 0)
    applyReply(context, { user: person.id, team: team.id, channel: channel.id }, body)
  return { ok: true }
}

const showTrouble = (context: OwnContext, person: Person, where: { channel?: string; ts?: string }): void => {
  const text = 'This app responded with an error. Try again, or contact its developer.'
  context.workspace.announce({ kind: 'trouble', text, for: person.id, ...where })
}

export const actionSchema = z.looseObject({
  as: z.string(),
  channel: z.string().optional(),
  ts: z.string().optional(),
  view_id: z.string().optional(),
  action_id: z.string(),
  block_id: z.string().optional(),
  state: z.looseObject({ values: z.record(z.string(), z.unknown()) }).optional(),
})

const viewOf = (context: OwnContext, person: Person, id: string): View => {
  const home = context.dialogs.home(person.id)
  const found = home?.id === id ? home : context.dialogs.stack(person.id).find((one) => one.id === id)
  return found ?? deny(404, 'view_not_found')
}

export const surfaceOf = (
  context: OwnContext,
  person: Person,
  where: { channel?: string | undefined; ts?: string | undefined; view_id?: string | undefined },
): { channel: Channel; message: Message } | { view: View } => {
  if (where.view_id !== undefined) return { view: viewOf(context, person, where.view_id) }
  const channel = visibleChannel(context, person, where.channel)
  const message = context.workspace.message(channel.id, where.ts ?? '')
  const seen = message && (message.visible_to === undefined || message.visible_to === person.id)
  return seen ? { channel, message } : deny(404, 'message_not_found')
}

const emptyState = { values: {} }

export const act = async (
  context: OwnContext,
  person: Person,
  body: z.infer<typeof actionSchema>,
): Promise<ActionResult> => {
  const from = surfaceOf(context, person, body)
  const blocks = 'view' in from ? from.view.blocks : (from.message.blocks ?? [])
  const used = findElement(blocks, body.action_id, body.block_id) ?? deny(404, 'action_not_found')
  const action = actionOf(used, body, context.workspace.stamps.ts())
  const state = body.state ?? emptyState
  const surface = 'view' in from ? { view: { ...from.view, state } } : from
  const sent = await context.interactions.blockActions(person, surface, [action], state)
  if (sent.ok) return { ok: true }
  showTrouble(context, person, 'view' in from ? {} : { channel: from.channel.id, ts: from.message.ts })
  return { ok: false, error: errorCode(sent) }
}

export const submitView = async (
  context: OwnContext,
  person: Person,
  id: string,
  state: { values: Json },
): Promise<ActionResult & { errors?: Json }> => {
  const view = viewOf(context, person, id)
  const sent = await context.interactions.submit(person, { ...view, state })
  if (!sent.ok) return { ok: false, error: errorCode(sent) }
  const answer = parseObject(sent.body) ?? {}
  return applySubmission(context, person, view, answer)
}

/** Applies `response_action`. Without one, only the submitted dialog closes. */
const applySubmission = (
  context: OwnContext,
  person: Person,
  view: View,
  answer: Json,
): ActionResult & { errors?: Json } => {
  const { dialogs } = context
  const action = answer['response_action']
  const refused = refusedAcknowledgement(answer)
  if (refused) return { ok: false, error: [refused.error, ...refused.messages].join(' ') }
  const next = () => checkedView(answer['view'] as Json, 'modal')
  if (action === 'errors') return { ok: false, error: 'invalid_input', errors: answer['errors'] as Json }
  if (action === 'push') dialogs.place(person.id, ownerOf(view), next(), 'push')
  else if (action === 'update') dialogs.update((one) => one.id === view.id, next())
  else dialogs.close(person.id, view.id, action === 'clear')
  return { ok: true }
}

export const closeView = async (
  context: OwnContext,
  person: Person,
  id: string,
  all: boolean,
): Promise<ActionResult> => {
  const view = viewOf(context, person, id)
  const closed = all ? context.dialogs.stack(person.id) : [view]
  context.dialogs.close(person.id, id, all || view['clear_on_close'] === true)
  for (const one of closed.toReversed())
    if (one['notify_on_close'] === true) await context.interactions.closed(person, one, all)
  return { ok: true }
}

export const useShortcut = async (
  context: OwnContext,
  person: Person,
  body: { callback_id: string; channel?: string | undefined; ts?: string | undefined },
): Promise<ActionResult> => {
  const from = body.ts === undefined ? undefined : surfaceOf(context, person, body)
  const on = from && 'message' in from ? from : undefined
  const team = teamWithApp(context, person) ?? deny(404, 'app_not_installed')
  const sent = await context.interactions.shortcut(person, team, body.callback_id, on)
  if (sent.ok) return { ok: true }
  showTrouble(context, person, on ? { channel: on.channel.id, ts: on.message.ts } : {})
  return { ok: false, error: errorCode(sent) }
}

export const openHome = (context: OwnContext, person: Person, tab: 'home' | 'messages'): Json => {
  const direct = context.workspace.channels().find((one) => one.is_im && one.user === person.id)
  const team = teamWithApp(context, person)
  if (!direct || !team) return deny(404, 'no_home')
  const view = context.dialogs.home(person.id)
  context.events.emit(
    {
      type: 'app_home_opened',
      user: person.id,
      channel: direct.id,
      tab,
      event_ts: context.workspace.stamps.ts(),
      ...(view && tab === 'home' && { view }),
    },
    undefined,
    team,
  )
  return { ok: true, view: view ?? null }
}

/** A message for the page: Slack's form, plus fields only the page may see. */
export const pageMessage = (context: OwnContext, channel: string, message: Message): Json => ({
  ...presentMessage(context.workspace, channel, message),
  // The page formats what people typed by itself.
  ...(isTyped(message) && { blocks: undefined }),
  ...(message.bot_id && { user: message.user ?? teamOfBot(message.bot_id).bot.userId }),
  ...(message.visible_to && { ephemeral: true }),
  ...(message.metadata && { metadata: message.metadata }),
})
