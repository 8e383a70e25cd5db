import { expect, test } from 'vitest'
import { commentLine, commentRest } from '../../../src/bot/kit/cards/comment-line.ts'
import type { Message } from '../../../src/bot/kit/message.ts'
import { projectCard } from '../../../src/bot/kit/cards/project-card.ts'
import { projectCompleted } from '../../../src/bot/sync/posts/messages/project-completed.ts'
import { projectList } from '../../../src/bot/features/projects/messages/lists.ts'
import { taskCard, type TaskCardFacts } from '../../../src/bot/kit/cards/task-card.ts'
import { validateMessage } from '../../support/slack-limits.ts'
import { hostile, project, projectName, taskName, taskUrl, taskUuid, url } from './facts.ts'

const card: TaskCardFacts = {
  uuid: taskUuid,
  name: taskName,
  projectName,
  status: 'In progress',
  dueDate: '2026-12-31',
  url: taskUrl,
  internal: false,
  existedBefore: false,
  deleted: false,
}

const linesOf = ({ blocks }: Message) =>
  blocks
    .filter((block) => block.type === 'rich_text')
    .flatMap(({ elements }) => elements)
    .map((part) => JSON.stringify(part).split(String.raw`\n`).length)
    .reduce((sum, lines) => sum + lines, 0)

const buttonsOf = ({ blocks }: Message) =>
  blocks
    .filter((block) => block.type === 'actions')
    .flatMap(({ elements }) => elements)
    .filter((element) => element.type === 'button')

const richTexts = ({ blocks }: Message): string[] =>
  JSON.stringify(blocks)
    .split('"text":"')
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf('"')))

test('a task card is one block of literal text and one row of buttons', () => {
  expect(taskCard(card).blocks).toMatchInlineSnapshot(`
    [
      {
        "elements": [
          {
            "elements": [
              {
                "text": "Task ",
                "type": "text",
              },
              {
                "style": {
                  "bold": true,
                },
                "text": "Hold the kick-off call",
                "type": "link",
                "url": "https://tracker.example/projects/3f0c8a52#task-8c9d1f1e",
              },
            ],
            "type": "rich_text_section",
          },
        ],
        "type": "rich_text",
      },
      {
        "elements": [
          {
            "emoji": false,
            "text": "In progress · Due Dec 31, 2026 · Acme Corp – Standard Onboarding",
            "type": "plain_text",
          },
        ],
        "type": "context",
      },
      {
        "elements": [
          {
            "accessibility_label": "Comment on Hold the kick-off call",
            "action_id": "comment_on_task",
            "text": {
              "emoji": false,
              "text": "Comment",
              "type": "plain_text",
            },
            "type": "button",
            "value": "8c9d1f1e-52b0-4b8e-a7a5-0f2b6f0f7d11",
          },
          {
            "accessibility_label": "Open Hold the kick-off call in the tracker",
            "action_id": "open_url",
            "text": {
              "emoji": false,
              "text": "Open",
              "type": "plain_text",
            },
            "type": "button",
            "url": "https://tracker.example/projects/3f0c8a52#task-8c9d1f1e",
          },
        ],
        "type": "actions",
      },
    ]
  `)
})

test('a card is its name and one quiet line, with everything known', () => {
  const everything = {
    ...card,
    moduleName: 'Kick-off',
    assigneeName: 'Casey',
    internal: true,
    existedBefore: true,
  }
  expect(linesOf(taskCard(everything))).toBe(1)
  expect(taskCard(everything).blocks.map(({ type }) => type)).toEqual(['rich_text', 'context', 'actions'])
})

test('a deleted task’s card is struck through, says that replies are not taken, and has no buttons', () => {
  const deleted = taskCard({ ...card, deleted: true })
  expect(deleted.text).toContain('Deleted in the tracker; replies no longer become comments')
  expect(JSON.stringify(deleted.blocks)).toContain('"strike":true')
  expect(buttonsOf(deleted)).toEqual([])
})

test('a customer’s text stands in rich text elements: it may be bold, but it pings nobody and is no HTML', () => {
  expect(commentLine({ authorName: 'Casey Miller', text: hostile })).toMatchInlineSnapshot(`
    {
      "blocks": [
        {
          "elements": [
            {
              "elements": [
                {
                  "text": "<!channel> <@U123> ",
                  "type": "text",
                },
                {
                  "style": {
                    "bold": true,
                  },
                  "text": "x",
                  "type": "text",
                },
                {
                  "text": " & <b>",
                  "type": "text",
                },
              ],
              "type": "rich_text_section",
            },
          ],
          "type": "rich_text",
        },
      ],
      "text": "Casey Miller: &lt;!channel&gt; &lt;@U123&gt; *x* &amp; &lt;b&gt;",
    }
  `)
})

test('the author is named in the blocks when the message cannot carry their name', () => {
  const [first] = commentLine({ authorName: 'Casey Miller', text: 'Hello', nameInBlocks: true }).blocks
  expect(JSON.stringify(first)).toContain('Casey Miller')
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

test('a project completed with nothing left open says so', () => {
  const openItems = { total: 0, named: [] }
  expect(projectCompleted({ uuid: taskUuid, name: projectName, openItems }).text).toContain(
    'Nothing is left open.',
  )
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

test('buttons of one row have ids of their own', () => {
  const facts = { uuid: taskUuid, name: projectName, url, portalUrl: 'https://tracker.example/portal' }
  expect(buttonsOf(projectCompleted(facts)).map((button) => button.action_id)).toEqual([
    'open_url:0',
    'open_url:1',
  ])
})

test('a line of which nothing is known leaves no gap in a card', () => {
  const { blocks } = projectCard({ name: 'Acme', dueDate: '2026-09-01' })
  expect(blocks.filter(({ type }) => type === 'rich_text')).toHaveLength(1)
})
