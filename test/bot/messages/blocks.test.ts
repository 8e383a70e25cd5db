import { expect, test } from 'vitest'
import { commentLine, commentRest } from '../../../src/bot/kit/comment.ts'
import { taskCard } from '../../../src/bot/kit/task-card.ts'
import type { Message } from '../../../src/bot/kit/message.ts'
import { projectCard } from '../../../src/bot/kit/project-card.ts'
import { projectCompleted } from '../../../src/bot/sync/messages/project.ts'
import { projectList } from '../../../src/bot/features/projects/messages/lists.ts'
import { validateMessage } from '../../support/slack-limits.ts'
import {
  buttonsOf,
  card as plainCard,
  hostile,
  project,
  projectName,
  taskName,
  taskUrl,
  taskUuid,
} from './samples/facts.ts'

const card = { ...plainCard, status: 'In progress', dueDate: '2026-12-31', url: taskUrl }

const linesOf = ({ blocks }: Message) =>
  blocks
    .filter((block) => block.type === 'rich_text')
    .flatMap(({ elements }) => elements)
    .map((part) => JSON.stringify(part).split(String.raw`\n`).length)
    .reduce((sum, lines) => sum + lines, 0)

const richTexts = ({ blocks }: Message): string[] =>
  JSON.stringify(blocks)
    .split('"text":"')
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf('"')))

const plain = (text: string) => ({ type: 'plain_text', text, emoji: false })
const richText = (...elements: object[]) => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements }],
})

test('a task card is one block of literal text and one row of buttons', () => {
  const link = { type: 'link', text: taskName, url: taskUrl, style: { bold: true } }
  const comment = { accessibility_label: 'Comment on Hold the kick-off call', value: taskUuid }
  const open = { accessibility_label: 'Open Hold the kick-off call in the tracker', url: taskUrl }
  expect(taskCard(card).blocks).toStrictEqual([
    richText({ type: 'text', text: 'Task ' }, link),
    {
      type: 'context',
      elements: [plain('In progress · Due Dec 31, 2026 · Acme Corp – Standard Onboarding')],
    },
    {
      type: 'actions',
      elements: [
        { type: 'button', action_id: 'comment_on_task', text: plain('Comment'), ...comment },
        { type: 'button', action_id: 'open_url', text: plain('Open'), ...open },
      ],
    },
  ])
})

test('a card is its name and one quiet line, with everything known', () => {
  const known = { moduleName: 'Kick-off', assigneeName: 'Casey', internal: true, existedBefore: true }
  const everything = taskCard({ ...card, ...known })
  expect(linesOf(everything)).toBe(1)
  expect(everything.blocks.map(({ type }) => type)).toEqual(['rich_text', 'context', 'actions'])
})

test('a deleted task’s card is struck through, says that replies are not taken, and has no buttons', () => {
  const deleted = taskCard({ ...card, deleted: true })
  expect(deleted.text).toContain('Deleted in the tracker; replies no longer become comments')
  expect(JSON.stringify(deleted.blocks)).toContain('"strike":true')
  expect(buttonsOf(deleted)).toEqual([])
})

test('a customer’s text stands in rich text elements: it may be bold, but it pings nobody and is no HTML', () => {
  expect(commentLine({ authorName: 'Casey Miller', text: hostile })).toStrictEqual({
    text: 'Casey Miller: &lt;!channel&gt; &lt;@U123&gt; *x* &amp; &lt;b&gt;',
    blocks: [
      richText(
        { type: 'text', text: '<!channel> <@U123> ' },
        { type: 'text', text: 'x', style: { bold: true } },
        { type: 'text', text: ' & <b>' },
      ),
    ],
  })
})

test('a long comment is spread over blocks, cut, and its rest is a button away', () => {
  const text = Array.from({ length: 2_000 }, (_, index) => `word${index}`).join(' ')
  const posted = commentLine({ authorName: 'Casey', text, uuid: taskUuid, cutUrl: taskUrl })
  validateMessage(posted)
  const [more, open] = buttonsOf(posted)
  expect(more).toMatchObject({ action_id: 'show_more', text: { text: 'Show more' } })
  expect(open).toMatchObject({ url: taskUrl })
  expect(posted.text).toContain('The rest is in the tracker')
})

test('pressing Show more to the end shows every word once, in order', () => {
  const text = Array.from({ length: 3_000 }, (_, index) => `w${index}&`).join(' ')
  let seen = ''
  let page: Message | undefined = commentLine({ authorName: 'Casey', text, uuid: taskUuid })
  while (page) {
    const words = richTexts(page).filter((part) => /w\d/.test(part))
    seen += words.join('').replace(/…$/, '')
    const value: string | undefined = buttonsOf(page)[0]?.value
    const offset: number = Number(value?.split(':')[2])
    page = value ? commentRest({ uuid: taskUuid, authorName: 'Casey', text, offset }) : undefined
    if (page) validateMessage(page)
  }
  expect(seen).toBe(text)
})

test('links that Slack would refuse are left out, and the name stays', () => {
  const odd = taskCard({ ...card, url: 'javascript:alert(1)' })
  expect(JSON.stringify(odd.blocks)).not.toContain('javascript')
  expect(odd.text).toContain(taskName)
})

test.each([
  ['2026-11-20', '3 days late'],
  ['2026-11-16', '1 day early'],
  ['2026-11-17', 'on time'],
])('a project due on November 17 and completed on %s is announced as %s', (completedDate, words) => {
  const facts = { uuid: taskUuid, name: projectName, dueDate: '2026-11-17', completedDate }
  expect(projectCompleted(facts).text).toContain(words)
})

test('the next page of a list begins where this one ends, however long the names are', () => {
  const projects = Array.from({ length: 10 }, () => ({
    ...project,
    name: '漢'.repeat(150),
    ownerName: 'x'.repeat(300),
  }))
  const list = projectList({ total: 200, offset: 20, projects })
  const shown = list.text.split('漢漢|').length - 1 || list.text.split('|漢').length - 1
  const { value = '{}' } = buttonsOf(list).at(-1) ?? {}
  expect(JSON.parse(value)).toEqual({ list: 'projects', offset: 20 + shown })
  expect(shown).toBeGreaterThan(3)
})

test('a line of which nothing is known leaves no gap in a card', () => {
  const { blocks } = projectCard({ uuid: taskUuid, name: 'Acme', dueDate: '2026-09-01' })
  expect(blocks.filter(({ type }) => type === 'rich_text')).toHaveLength(1)
})
