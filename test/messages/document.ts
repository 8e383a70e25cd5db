import { unescape } from '../../src/bot/messages/mrkdwn.ts'
import type { Chapter, Group } from './chapters.ts'

/** Slack's `<URL|label>` and `<!date^…|words>` as a person hears them. */
const heard = (text: string): string =>
  unescape(text.replaceAll(/<([^<>|]+)\|([^<>]*)>/g, '$2').replaceAll(/<([^<>|]+)>/g, '$1'))

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

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

const opening = `# Everything the app says

Made by \`npm run messages\` from the builders themselves (\`src/bot/messages\`, in the voice of its \`STYLE.md\`) and the facts of \`test/bot/messages/samples-of-*.ts\`. Under each picture stands the same as text: what a notification shows and a screen reader says. It has every fact of its picture, links by their names alone.`

/** `docs/messages.md`. */
export const messagesDocument = (chapters: readonly Chapter[]): string =>
  `${[opening, ...chapters.flatMap(({ title, groups }) => [`## ${title}`, ...groups.map(groupText)])].join('\n\n')}\n`
