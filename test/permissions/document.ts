import { highest, may, type Right, rights } from '../../src/bot/audience/may.ts'
import { buttons } from '../../src/bot/doors/slack/buttons.ts'
import { dialogs } from '../../src/bot/doors/slack/dialogs.ts'
import { menus } from '../../src/bot/doors/slack/options.ts'
import { pane } from '../../src/bot/doors/slack/pane.ts'
import { shortcuts } from '../../src/bot/doors/slack/shortcuts.ts'
import type { Standing } from '../../src/bot/slack/standing.ts'
import { rightsOf } from '../../src/bot/doors/tables/commands.ts'
import { buttonLabels, dialogLabels, menuLabels, paneLabels, shortcutLabels } from './labels.ts'

const standings = Object.keys(highest) as Standing[]

const meaning: Readonly<Record<Right, string>> = {
  nothing: 'Follow a link.',
  comment:
    'Comment on tasks that the channel may see; read the rest of a comment; open a card of the channel.',
  'ask here': 'Look up the projects and tasks that the channel is subscribed to.',
  work: 'Look up everything in the tracker, create and write, and manage the channels that the person is in.',
  administer: 'Run the doctor, connect the tracker, resume after the quota was used up, and match people.',
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const table = (head: string, rows: readonly (readonly [string, Right])[]) => [
  row([head, 'right', ...standings]),
  row(['---', '---', ...standings.map(() => ':-:')]),
  ...rows.map(([what, right]) =>
    row([what, right, ...standings.map((standing) => (may({ standing }, right) ? '✓' : '–'))]),
  ),
]

const listed = <Name extends string>(
  labels: Readonly<Record<Name, string>>,
  of: (name: Name) => Right,
): (readonly [string, Right])[] =>
  (Object.entries(labels) as [Name, string][]).map(([name, label]) => [`${label} (\`${name}\`)`, of(name)])

/** docs/permissions.md */
export const permissionsDocument = (): string =>
  [
    '# Who may do what',
    '',
    'This page is made from the tables that the bot itself asks: `npm run permissions` writes it, and a test compares. Every row is tried for every kind of person, in a channel of our own, in a shared one and in one of another customer, with honest and with altered values (`test/bot/access/matrix.test.ts`).',
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
      'what it allows',
      rights.map((right) => [meaning[right], right] as const),
    ),
    '',
    'Rights are checked in one place, when a request arrives. What somebody looks up, comments on, or changes is checked again where it happens: a guest or a stranger sees a project only where their channel is subscribed to it, and was when it was known to be shared; nobody manages a channel that they aren’t in. What a client sends back (a button’s value, a dialog’s metadata) is only a claim.',
    '',
    'A reply in a thread is always stored first. It is not sent when its author is a guest or a stranger and the task has become internal since; they are told so.',
    '',
    '## Commands: `/onboard` and `@Onboarding`',
    '',
    ...table(
      'subcommand',
      Object.entries(rightsOf).map(([name, right]) => [`\`${name}\``, right] as const),
    ),
    '',
    '## Buttons',
    '',
    ...table(
      'button',
      listed(buttonLabels, (name) => buttons[name].right),
    ),
    '',
    'A button that runs a command needs the right of that command too.',
    '',
    '## Dialogs',
    '',
    ...table(
      'dialog',
      listed(dialogLabels, (name) => dialogs[name].right),
    ),
    '',
    '## Menus that are filled while a person types',
    '',
    ...table(
      'menu',
      listed(menuLabels, (name) => menus[name].right),
    ),
    '',
    '## Shortcuts',
    '',
    ...table(
      'shortcut',
      listed(shortcutLabels, (name) => shortcuts[name].right),
    ),
    '',
    '## The pane beside a card',
    '',
    ...table(
      'pane',
      listed(paneLabels, (name) => pane[name].right),
    ),
    '',
    'Opening a pane, or its comments, takes the right to comment. The Home tab is for members only, and tells guests so.',
    '',
  ].join('\n')
