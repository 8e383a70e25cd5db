import { highest, may, type Right, rights } from '../../src/bot/audience/actor.ts'
import { buttons } from '../../src/bot/doors/buttons.ts'
import { dialogs } from '../../src/bot/doors/dialogs.ts'
import { menus, shortcuts } from '../../src/bot/doors/listeners.ts'
import type { Role } from '../../src/bot/slack/slack.ts'
import { helpEntries, subcommands } from '../../src/bot/doors/subcommands.ts'
import { read } from '../support/files.ts'
import { buttonLabels, dialogLabels, menuLabels, shortcutLabels } from './labels.ts'

const roles = Object.keys(highest) as Role[]

const meaning: Readonly<Record<Right, string>> = {
  nothing: 'Follow a link.',
  comment:
    'Comment on tasks that the channel may see; read the rest of a comment; open a card of the channel.',
  'ask here': 'Look up the projects and tasks that the channel is subscribed to.',
  work: 'Look up everything in the tracker, create and write, and manage the channels that the person is in.',
  administer: 'Run the doctor, connect the tracker, resume after the quota was used up, and match people.',
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map(row)

/** One line for each right that somebody needs here. What most need is `rest`, in few words. */
const byRight = <Name extends string>(
  labels: Readonly<Record<Name, string>>,
  rightFor: (name: Name) => Right,
  rest: Partial<Record<Right, string>> = {},
): string[] =>
  rights.flatMap((right) => {
    const names = (Object.keys(labels) as Name[]).filter((name) => rightFor(name) === right)
    if (names.length === 0) return []
    return [`- **${right}**: ${rest[right] ?? names.map((name) => labels[name]).join('; ')}.`]
  })

const commandLabels = Object.fromEntries(Object.keys(subcommands).map((name) => [name, `\`${name}\``])) as {
  [name in keyof typeof subcommands]: string
}

/** Each scope of manifest.yml with the comment behind it. */
export const scopesIn = (manifest: string): string[][] => {
  const [, scopes = ''] = /scopes:\n([^]*?)\nsettings:/.exec(manifest) ?? []
  const [needed = '', optional = ''] = scopes.split('bot_optional:')
  const listed = (text: string, kind: string) =>
    [...text.matchAll(/^ +- ([a-z_:.]+)(?: # (.*))?$/gm)].map(([, scope = '', reason = '']) => [
      `\`${scope}\``,
      kind + reason,
    ])
  return [...listed(needed, ''), ...listed(optional, 'optional: ')]
}

/** docs/permissions.md */
export const permissionsDocument = (): string =>
  [
    '# Who may do what',
    '',
    'For admins, and for those who review the app: what each person may do with it in Slack, and what the app may do in the workspace.',
    '',
    '`npm run permissions` writes this page from the tables that the bot itself asks, and from `manifest.yml`. `test/bot/audience/matrix.test.ts` tries every row for every kind of person.',
    '',
    '## What a person is',
    '',
    '- **admin**, **member**: of the workspace that installed the app, or of a sister workspace in Enterprise Grid. Admins and owners as Slack names them.',
    '- **guest**: a single-channel or multi-channel guest of this workspace.',
    '- **stranger**: of another organization, in a Slack Connect channel.',
    '- **unknown**: Slack did not say. They count as strangers.',
    '',
    'A channel with a guest in it counts as shared with another organization: nothing internal is posted there, and links go to the customer’s page.',
    '',
    ...table(
      ['right', 'what it allows', 'who has it'],
      rights.map((right) => [right, meaning[right], roles.filter((role) => may({ role }, right)).join(', ')]),
    ),
    '',
    'What somebody looks up, comments on, or changes is checked again where it happens: a guest or a stranger sees a project only where their channel is subscribed to it, and was when it was known to be shared; people manage only channels that they are in. What a client sends back is only a claim.',
    '',
    'A reply in a thread is always stored first. If its author is a guest or a stranger and the task has become internal since, it is not sent, and the author reads why.',
    '',
    '## Commands: `/onboard` and `@Onboarding`',
    '',
    ...byRight(commandLabels, (name) => subcommands[name].right, { work: 'every other command' }),
    '',
    '## Buttons',
    '',
    ...byRight(buttonLabels, (name) => buttons[name].right, { work: 'every other button' }),
    '',
    'A button that runs a command needs the right of that command too. *Invite the customer* and *Archive the channel* are for members of the project’s channel.',
    '',
    '## Dialogs',
    '',
    ...byRight(dialogLabels, (name) => dialogs[name].right, { work: 'every other dialog' }),
    '',
    '## Menus that are filled while a person types',
    '',
    ...byRight(menuLabels, (name) => menus[name].right, { work: 'every other menu' }),
    '',
    '## Shortcuts',
    '',
    ...byRight(shortcutLabels, (name) => shortcuts[name].right),
    '',
    'Opening the pane next to a card takes the right to comment. The Home tab is for members only, and tells guests so.',
    '',
    '## Scopes',
    '',
    'What the app may do in the workspace, and why it asks. Without an optional scope, only what its line says is missing.',
    '',
    ...scopesIn(read('manifest.yml')).map(([scope, reason]) => `- ${scope}: ${reason}`),
    '',
  ].join('\n')

/** docs/use.md with the subcommands as their help says them. */
export const withCommands = (use: string): string => {
  const lines = helpEntries().map(({ usage, summary }) => `- \`${usage}\`: ${summary.replace(/\.$/, '')}`)
  return use.replace(/(?<=\n## Commands\n\n[^\n]+\n\n)(?:- [^\n]+\n)+/, () => `${lines.join('\n')}\n`)
}
