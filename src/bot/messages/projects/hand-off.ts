import type { KnownBlock, ModalView } from '@slack/types'
import { callbacks } from '../kit/ids.ts'
import { input, typed } from '../kit/form-elements.ts'
import { fitting, slackLimits } from '../kit/limits.ts'
import { line, message } from '../kit/message.ts'
import { modal } from '../kit/modal.ts'
import { dayText } from '../kit/mrkdwn.ts'
import { asked, daysLate, lateness } from '../kit/words.ts'

export interface HandOffFacts {
  name: string
  accountName?: string | undefined
  ownerName?: string | undefined
  startDate?: string | undefined
  dueDate?: string | undefined
  completedDate?: string | undefined
  url?: string | undefined
  open: readonly { name: string; assignee?: string | undefined }[]
  answers: readonly { task: string; name: string; answer: string }[]
  fields: readonly { name: string; value: string }[]
}

/** Text from outside must stay one line of plain text in Markdown. */
const plainLine = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_[\]<>#|~]/g, String.raw`\$&`)

const item = (name: string, value: string | undefined) =>
  value === undefined || value === '' ? [] : [`- **${plainLine(asked(name))}** ${plainLine(value)}`]

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', `## ${title}`, ...lines]

const day = (date: string | undefined) => date && dayText(date)

const byTask = (answers: HandOffFacts['answers']) =>
  [...new Set(answers.map(({ task }) => task))].flatMap((task) => [
    `### ${plainLine(task)}`,
    ...answers.filter((one) => one.task === task).flatMap((one) => item(one.name, one.answer)),
  ])

/** Markdown as canvases read it. */
const handOffText = (facts: HandOffFacts): string => {
  const days = daysLate(facts.dueDate, facts.completedDate)
  return [
    `# ${plainLine(facts.name)}`,
    ...item('Customer', facts.accountName),
    ...item('Owner', facts.ownerName),
    ...item('Started', day(facts.startDate)),
    ...item('Planned for', day(facts.dueDate)),
    ...item('Completed', day(facts.completedDate)),
    ...item('Against the plan', days === undefined ? undefined : lateness(days)),
    ...(facts.url === undefined ? [] : [`- [Project in the tracker](${facts.url})`]),
    ...section(
      'Still open',
      facts.open.map((task) => `- [ ] ${plainLine(task.name)}, ${plainLine(task.assignee ?? 'unassigned')}`),
    ),
    ...section('Answers', byTask(facts.answers)),
    ...section(
      'Data fields',
      facts.fields.flatMap(({ name, value }) => item(name, value)),
    ),
  ].join('\n')
}

/** At line breaks where there are any, because an input holds a limited text. */
const partsOf = (text: string): string[] => {
  const parts: string[] = []
  for (let rest = text; rest !== '';) {
    const end = fitting(rest, slackLimits.plainInput)
    const broken = end < rest.length ? rest.lastIndexOf('\n', end) : end
    const at = broken > 0 ? broken : end
    parts.push(rest.slice(0, at))
    rest = rest.slice(at).replace(/^\n/, '')
  }
  return parts
}

/** A dialog holds 100 blocks; nobody copies so many. */
const mostParts = 20

const hint = 'Internal notes may be in the data fields: check them before customers read the copy.'

/** Copied by hand: an app without a canvas scope writes no canvas. */
export const handOffDialog = (facts: HandOffFacts): ModalView => {
  const parts = partsOf(handOffText(facts)).slice(0, mostParts)
  const inputs = parts.map((part, at): KnownBlock =>
    input(
      `hand_off_${at}`,
      parts.length === 1
        ? 'Copy this into a canvas'
        : `Copy this into a canvas: ${at + 1} of ${parts.length}`,
      { type: 'plain_text_input', multiline: true, ...typed(part) },
      { optional: true, ...(at === parts.length - 1 && facts.fields.length > 0 && { hint }) },
    ),
  )
  return modal({ title: 'Hand-off summary', submit: 'Done', callback: callbacks.handOff }, inputs)
}

export const handOffNotice = (words: string, externalId: string): ModalView =>
  modal({ title: 'Hand-off summary', externalId }, message(line(words)).blocks)
