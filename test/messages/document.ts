import { unescape } from '../../src/bot/messages/kit/mrkdwn.ts'
import type { Chapter, Dialog, Group } from './chapters.ts'

/** Slack's `<URL|label>` and `<!date^…|words>` as a person hears them. */
const heard = (text: string): string =>
  unescape(text.replaceAll(/<([^<>|]+)\|([^<>]*)>/g, '$2').replaceAll(/<([^<>|]+)>/g, '$1'))

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

/** What a dialog says, from top to bottom: its labels, hints and words, and what is filled in. */
const wordsIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(wordsIn)
  if (typeof value !== 'object' || value === null) return []
  const { initial_option: _one, initial_options: _several, ...rest } = value as Record<string, unknown>
  return Object.entries(rest).flatMap(([key, inner]) =>
    ['text', 'initial_value', 'initial_date', 'initial_time'].includes(key) && typeof inner === 'string'
      ? [inner]
      : wordsIn(inner),
  )
}

const dialogText = ({ name, dialog }: Group & { dialog: Dialog }): string => {
  const { title, view } = dialog
  const words = [view.title, view.blocks, view.submit, view.close].flatMap(wordsIn)
  const said = words.flatMap((text) => text.split('\n')).filter((text) => text.trim() !== '')
  const brief = `${capital(title)}: ${said.join(' ')}`.replaceAll(/[[\]]/g, '').slice(0, 600)
  return `**${capital(title)}**\n\n![${brief}](messages/${name}.png)`
}

const alt = ({ messages }: Group) =>
  messages
    .map(({ title, message }) => `${capital(title)}: ${heard(message.text).replaceAll(/\s+/g, ' ')}`)
    .join(' ')
    .replaceAll(/[[\]]/g, '')

const fence = '```'

const groupText = (group: Group): string =>
  [
    `![${alt(group)}](messages/${group.name}.png)`,
    ...group.messages.map(
      ({ title, message }) => `**${capital(title)}**\n\n${fence}text\n${heard(message.text)}\n${fence}`,
    ),
  ].join('\n\n')

const partText = (group: Group): string =>
  group.dialog ? dialogText({ ...group, dialog: group.dialog }) : groupText(group)

const opening = `# Everything the app says

Made by \`npm run messages\` from the builders themselves (\`src/bot/messages\`, in the voice of its \`STYLE.md\`) and the facts of \`test/bot/messages/samples-of-*.ts\`. Below each picture is the same message as text, as notifications show it and screen readers read it. It has every fact of the picture; links are shown by name only.`

/** `docs/messages.md`. */
export const messagesDocument = (chapters: readonly Chapter[]): string =>
  `${[opening, ...chapters.flatMap(({ title, groups }) => [`## ${title}`, ...groups.map(partText)])].join('\n\n')}\n`
