import { entered } from '../../contract/text.ts'
import { coversAny, type RoutedProject } from '../store/subscriptions.ts'
import {
  type HelpEntry,
  help as helpMessage,
  shortHelp,
  notACommand,
  unknownSubcommand,
  mayBeShared,
  shared as withSharer,
} from '../answers/messages/answers.ts'
import { type Answer, type Subcommand, type CommandInput, unreadable, type Work } from '../answers/answer.ts'
import { type Actor, type Here, isHere, may, refusal } from '../audience/actor.ts'
import { withCharacters } from '../kit/text.ts'
import { nearest } from '../answers/reference.ts'
import { statusCommands } from '../features/status/commands.ts'
import { digestCommands } from '../features/digests/commands.ts'
import { channelCommands } from '../features/channels/commands.ts'
import {
  fieldCommands,
  lookUpCommands,
  listChannelProjects,
  lookUpPlaybooks,
  lookUpProjects,
} from '../features/projects/commands.ts'
import { comment, commentAhead } from '../sync/replies/comment-on-task.ts'
import { sync } from '../sync/replies/sync-thread.ts'
import { listPageSchema } from '../kit/ids.ts'
import { staleButton } from '../answers/messages/try-again.ts'
import type { BotDeps } from '../deps/deps.ts'
import type { Message } from '../kit/message.ts'
import { within } from '../kit/time.ts'
import { listSubscriptions } from '../features/channels/subscriptions.ts'
import { showFields } from '../features/projects/data-fields.ts'
import { readValue } from '../kit/facts.ts'
import { notForSharedChannel } from '../audience/messages/not-here.ts'
import { subscriptionsFor } from '../audience/audience.ts'
import { channelProjects, namedProject } from '../answers/named-project.ts'
import { taskInView } from '../tracker/task-in-view.ts'

type Greeting = 'hello' | 'thanks'

const help: Subcommand<{ topic: string | undefined; greeting?: Greeting | undefined }> = {
  name: 'help',
  summary: 'Says what the app does, or explains one subcommand.',
  usage: 'help [subcommand]',
  isFor: 'admins',
  examples: ['help', 'help subscribe'],
  right: 'ask here',
  parse: (text) => {
    const [word = ''] = text.trim().toLowerCase().split(/\s+/)
    return { ok: true, topic: word || undefined }
  },
  run: async (_, actor, { topic, greeting }) => helpFor(actor, topic, greeting),
}

/** In the order of the help. Each room has the rows of its subcommands. */
export const subcommands = {
  help,
  ...lookUpCommands,
  comment,
  sync,
  ...fieldCommands,
  ...channelCommands,
  ...digestCommands,
  ...statusCommands,
} as const satisfies Record<string, Subcommand<object>>

export type SubcommandName = keyof typeof subcommands
export const subcommandNames = Object.keys(subcommands) as SubcommandName[]

const rows: ReadonlyMap<string, Subcommand<object>> = new Map(Object.entries(subcommands))

/** `text`: everything that was typed. A sentence is no typing error. */
const unknown = (word: string, text = word): Message => {
  const like = nearest(word, subcommandNames)
  const isSentence = like === undefined && text !== word
  return isSentence ? notACommand({ text }) : unknownSubcommand({ word, nearest: like })
}

const mayRun = (actor: Actor, { right, startedBy = right }: Subcommand<object>): boolean =>
  may(actor, startedBy)

/** All entries, or those that this person may use. */
export const helpEntries = (actor?: Actor): readonly HelpEntry[] =>
  [...rows.values()].filter((row) => !actor || mayRun(actor, row))

type Read<N extends SubcommandName> = Extract<ReturnType<(typeof subcommands)[N]['parse']>, { ok: true }>

type ParsedCommand =
  | { [N in SubcommandName]: { name: N } & Read<N> }[SubcommandName]
  | { ok: false; refusal: Message }

const helpWords = ['', '?', '-h', '--help']
const greetings: Readonly<Record<Greeting, readonly string[]>> = {
  hello: ['hi', 'hello', 'hey', 'hallo', 'hola', 'good'],
  thanks: ['thanks', 'thank', 'thx', 'danke', 'merci'],
}

const greetingIn = (word: string): Greeting | undefined => {
  const bare = word.replace(/[^\p{L}]+$/u, '')
  return (['hello', 'thanks'] as const).find((kind) => greetings[kind].includes(bare))
}

/**
 * What people mean by what they type or paste: plain spaces, no invisible characters (but joiners and selectors, which
 * emoji and some alphabets need), and 🚀 for `:rocket:`. `typed`: the first word. `word`: the same without Slack's
 * styles, as in `*project*`.
 */
const asMeant = (text: string) => {
  const meant = entered(
    withCharacters(
      text
        .replaceAll(/\p{Zs}/gu, ' ')
        .replaceAll(/[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, ''),
    ),
  )
  const [typed = ''] = /^\S*/.exec(meant) ?? []
  return { meant, typed, word: typed.replace(/^[*_~`]+|[*_~`]+$/g, '').toLowerCase() }
}

/** If so, the message's files are part of the comment. */
export const isComment = (text: string): boolean => asMeant(text).word === 'comment'

/** Reads what follows `/onboard` or `@Onboarding`, with Slack's markup. Ignores case. Never throws. */
export const parseCommand = (text: string): ParsedCommand => {
  const { meant, typed, word } = asMeant(text)
  if (helpWords.includes(word)) return { name: 'help', ok: true, topic: undefined }
  const row = rows.get(word)
  if (!row) {
    const greeting = greetingIn(word)
    const isHelp = greeting !== undefined || meant.endsWith('?')
    return isHelp
      ? { name: 'help', ok: true, topic: undefined, greeting }
      : { ok: false, refusal: unknown(typed, meant) }
  }
  const read = row.parse(entered(meant.slice(typed.length)))
  if (!read.ok) return { ok: false, refusal: unreadable(row, read.problem) }
  // The table pairs each name with its own parser; TypeScript loses the pairing in the union.
  return { ...read, name: word } as ParsedCommand
}

const helpFor = (actor: Actor, topic: string | undefined, greeting?: Greeting): Answer => {
  if (topic === undefined) return { message: shortHelp({ may: may(actor, 'work'), greeting }) }
  const row = rows.get(topic)
  if (!row) return { message: unknown(topic) }
  return { message: helpMessage({ entries: mayRun(actor, row) ? [row] : [] }) }
}

/** Slack waits three seconds for an acknowledgement. */
const patienceMs = 1_500

/** Stores a comment before Slack gets its answer. The returned work is for a person who may ask here. */
export const takeCommand = async (
  deps: BotDeps,
  acting: Promise<Actor>,
  input: CommandInput,
): Promise<Work> => {
  const parsed = parseCommand(input.text)
  const run: Work = async (actor) => {
    if (!isHere(actor)) return { message: staleButton() }
    if (!parsed.ok) return { message: parsed.refusal }
    const row: Subcommand<object> = subcommands[parsed.name]
    if (!mayRun(actor, row)) return { message: refusal(actor, 'work') }
    // `parsed` is what this row's own parser made.
    return row.run(deps, actor, parsed, input)
  }
  if (!parsed.ok || parsed.name !== 'comment') return run
  const actor = await within(patienceMs, acting)
  if (!actor || !isHere(actor) || !mayRun(actor, subcommands.comment)) return run
  return (await commentAhead(deps, actor, parsed, input)) ?? run
}

export const listMore = async (deps: BotDeps, actor: Here, value: string): Promise<Answer> => {
  const page = readValue(listPageSchema, value)
  if (!may(actor, subcommands[page.list === 'channel' ? 'project' : page.list].right))
    return { message: refusal(actor, 'work') }
  switch (page.list) {
    case 'projects':
      return lookUpProjects(deps, actor, page)
    case 'channel':
      return listChannelProjects(deps, actor, page.offset)
    case 'playbooks':
      return lookUpPlaybooks(deps, actor, page)
    case 'fields':
      return showFields(deps, actor, { by: 'uuid', uuid: page.query ?? '' }, page.offset)
    case 'help':
      return {
        message: helpMessage({ entries: helpEntries(actor) }),
        replace: true,
      }
    case 'subscriptions':
      return listSubscriptions(deps, actor.place.channel, page.offset)
  }
}

/** Undefined if the answer could contain any project. */
const projectsIn = async (
  deps: BotDeps,
  actor: Here,
  parsed: ParsedCommand,
): Promise<readonly RoutedProject[] | undefined> => {
  if (!parsed.ok) return undefined
  if (parsed.name === 'task' && parsed.task?.by === 'uuid') {
    const view = await taskInView(deps, parsed.task.uuid, parsed.task.projectUuid)
    return view && [view.project]
  }
  if (parsed.name !== 'project') return undefined
  if (!parsed.project) return channelProjects(deps, actor)
  const found = await namedProject(deps, actor, parsed.project, (uuid) => uuid)
  return 'item' in found ? [found] : undefined
}

/** A shared channel gets only projects that were subscribed while it was known to be shared. */
const maySharedChannelSee = async (deps: BotDeps, actor: Here, text: string): Promise<boolean> => {
  if (!actor.place.shared) return true
  const projects = await projectsIn(deps, actor, parseCommand(text))
  if (!projects) return false
  const received = await subscriptionsFor(deps, actor.place)
  return projects.every((project) => coversAny(received, project))
}

/** *Share to channel*: repeats the look-up, so that the channel sees the current state. */
export const shareAnswer = async (
  deps: BotDeps,
  actor: Here,
  input: CommandInput,
): Promise<Answer | undefined> => {
  const look = await takeCommand(deps, Promise.resolve(actor), input)
  const answer = await look(actor)
  if (!answer || !('message' in answer) || !mayBeShared(answer.message)) return answer
  if (!(await maySharedChannelSee(deps, actor, input.text))) return { message: notForSharedChannel() }
  return { message: withSharer(answer.message, actor.user), inChannel: true }
}
