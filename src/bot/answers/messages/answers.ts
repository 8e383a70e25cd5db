import { button, buttons, chooseProject } from '../../kit/buttons.ts'
import { actions, command, type ListPage } from '../../kit/ids.ts'
import {
  bold,
  fitMessage,
  gap,
  line,
  type Message,
  message,
  note,
  name,
  user,
  say,
} from '../../kit/message.ts'
import { clean, listed, oneLine } from '../../kit/text.ts'
import type { ActionsBlock } from '@slack/types'

export interface HelpEntry {
  name: string
  summary: string
  /** Includes the subcommand's name: `project [name or link]`. */
  usage: string
  /** Who uses it: the help begins with what people in channels use. */
  isFor: 'channels' | 'admins'
  examples: readonly string[]
}

interface ShortHelpFacts {
  /** Whether the person may use everything in the tracker. Guests only look things up. */
  may: boolean
  greeting?: 'hello' | 'thanks' | undefined
}

const allCommands = JSON.stringify({ list: 'help', offset: 0 } satisfies ListPage)

const run = (text: string, value: string) => button(actions.runAgain, text, { value })

export const shortHelp = ({ may, greeting }: ShortHelpFacts): Message => {
  if (greeting === 'thanks') return message('You’re welcome.')
  return message(
    greeting === 'hello' && 'Hello!',
    'Comments and changes of your onboarding projects arrive in Slack, each task in a thread.',
    'A reply in a task’s thread becomes a comment on the task.',
    may
      ? 'Choose what this channel receives, or look something up:'
      : 'Look something up, here or in the project’s channel:',
    buttons(
      may && chooseProject(),
      may ? run('Projects', 'projects') : run('This channel’s projects', 'project'),
      may && run('New project', 'create'),
      button(actions.listMore, 'All commands', { value: allCommands }),
    ),
  )
}

/** Every subcommand with one example, or a single subcommand with all its examples. */
export const help = ({ entries }: { entries: readonly HelpEntry[] }): Message => {
  const [only] = entries
  if (only && entries.length === 1)
    return message(
      line(bold(`${command} ${only.usage}`)),
      only.summary,
      ...only.examples.map((example) => `Example: ${command} ${example}`),
    )
  const linesOf = (wanted: HelpEntry['isFor']) =>
    entries
      .filter(({ isFor }) => isFor === wanted)
      .flatMap(({ usage, summary, examples: [example] }) => [
        line(bold(`${command} ${usage}`)),
        line('   ', summary, example !== undefined && ` Example: ${command} ${example}`),
      ])
  const forAdmins = linesOf('admins')
  return message(
    'What you can do here:',
    ...linesOf('channels'),
    ...(forAdmins.length > 0 ? [gap, line(bold('For admins')), ...forAdmins] : []),
    note(
      `Replies in a task’s thread become comments on the task. For one command, try ${command} help subscribe.`,
    ),
  )
}

const steps = {
  project: `Try a shorter part of the name, or paste its link. ${command} projects lists all projects.`,
  task: 'Try a shorter part of its name, or paste its link from the tracker. By name, only this channel’s projects are searched.',
  'data field': `${command} fields lists a project’s data fields.`,
}

/** Does not say whether the object is missing or hidden from the channel. */
export const notFound = ({ what, query }: { what: keyof typeof steps; query: string }): Message =>
  message(say`No ${what} found for ${name(`“${query}”`)}.`, steps[what])

/** For a command without a name. */
export const noTaskSeen = ({ knowsAll }: { knowsAll: boolean }): Message =>
  message(
    knowsAll
      ? 'This channel’s projects have no open task.'
      : 'The app knows no open task of this channel’s projects yet.',
    `Paste a task’s link from the tracker: ${command} task and the link.`,
  )

const mostNearest = 3

interface AccountUnknownFacts {
  query: string
  nearest: readonly string[]
  /** False if the tracker's list of customers can't be read. */
  sawCustomers: boolean
}

/** The interface lists no accounts, so an account without projects and customers looks like a typo. */
export const accountUnknown = ({ query, nearest, sawCustomers }: AccountUnknownFacts): Message => {
  const account = name(`“${query}”`)
  const suggestions = name(listed(nearest.slice(0, mostNearest), 'or'))
  const more = nearest.length > mostNearest && `, or one of ${nearest.length - mostNearest} more`
  return message(
    sawCustomers
      ? say`No project or customer in the tracker has the account ${account}, so nothing changed.`
      : say`No project in the tracker has the account ${account}, and its customers can’t be read, so nothing changed.`,
    nearest.length > 0
      ? say`Did you mean ${suggestions}${more}? ${command} projects shows the accounts’ names.`
      : `${command} projects shows the accounts’ names. A new account can be named once it has a project or a customer.`,
  )
}

export const notOurs = (): Message =>
  message(
    'That message wasn’t posted by this app in this channel.',
    'Copy the link of a card, comment or announcement (⋮ → Copy link), and ask in the channel it’s in.',
  )

export const unknownSubcommand = (facts: { word: string; nearest?: string | undefined }): Message =>
  message(
    say`${command} has no ${name(`“${facts.word}”`)}.${facts.nearest && ` Did you mean ${command} ${facts.nearest}?`}`,
    `${command} help lists all commands.`,
  )

/** For words that begin with no command, in a conversation with the app or after its name. */
export const notACommand = ({ text }: { text: string }): Message =>
  message(
    line('The app doesn’t know what to do with ', name(`“${oneLine(text)}”`), ', so it was sent nowhere.'),
    'Send it as a comment, find a task, or see what the app can do:',
    buttons(
      run('Comment on a task', `comment ${clean(text)}`) ?? run('Comment on a task', 'comment'),
      run('Find a task', 'task'),
      button(actions.listMore, 'All commands', { value: allCommands }),
    ),
  )

type BadArguments = Record<'problem' | 'usage' | 'example', string>

export const badArguments = ({ problem, usage, example }: BadArguments): Message =>
  message(line(name(problem)), `Usage: ${command} ${usage}`, `Example: ${command} ${example}`)

/** `run`: the look-up command as typed. */
export const withShare = (answer: Message, run: string): Message => {
  const share = button(actions.share, 'Share to channel', { value: run })
  const last = answer.blocks.at(-1)
  if (!share) return answer
  if (last?.type !== 'actions' || last.elements.length >= 5)
    return { ...answer, blocks: [...answer.blocks, ...buttons(share).blocks] }
  return {
    ...answer,
    blocks: [...answer.blocks.slice(0, -1), { ...last, elements: [...last.elements, share] }],
  }
}

const isShare = (element: ActionsBlock['elements'][number]): boolean =>
  'action_id' in element && element.action_id === actions.share

/** Refusals have no *Share* button, so they stay private. */
export const mayBeShared = ({ blocks }: Message): boolean =>
  blocks.some((block) => block.type === 'actions' && block.elements.some(isShare))

const withoutShare = (blocks: Message['blocks']): Message['blocks'] =>
  blocks
    .map((block) =>
      block.type === 'actions'
        ? { ...block, elements: block.elements.filter((element) => !isShare(element)) }
        : block,
    )
    .filter((block) => block.type !== 'actions' || block.elements.length > 0)

export const shared = (answer: Message, by: string): Message => {
  const who = message(line('Shared by ', user(by)))
  return fitMessage({
    text: `${who.text}\n${answer.text}`,
    blocks: [...who.blocks, ...withoutShare(answer.blocks)],
  })
}
