import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  projectWorkObject,
  taskWorkObject,
} from '../../../src/bot/features/work-objects/work-object-facts.ts'
import { workObjectRefusal } from '../../../src/bot/kit/work-object.ts'
import { richTextWords } from '../../../src/bot/kit/block-words.ts'
import { validateCard, validateFailure } from '../../../src/playground/block-kit/work-objects.ts'
import { internal, taskLink } from '../support/panes.ts'
import { validateCall } from '../../support/slack-limits.ts'
import { project, taskUuid } from '../support/stand-in-tracker.ts'
import { extremeTexts } from './free-text.ts'
import { anyText } from '../../support/any-text.ts'

test.each(['missing', 'hidden', 'away', 'broken'] as const)('Slack takes a pane that is %s', (why) => {
  const { status, title, message } = workObjectRefusal({ what: 'project', why })
  const failure = { status, custom_title: title, custom_message: message }
  validateCall('entity.presentDetails', { error: failure })
  expect(validateFailure(failure)).toEqual([])
})

describe('whatever the names and texts are', () => {
  const ref = { kind: 'task', uuid: taskUuid, portal: false } as const
  const made = (text: string) => {
    const person = { name: text }
    const route = {
      channel: 'C0ACME',
      shared: false,
      readersUnknown: false,
      readers: '',
      timeZone: 'UTC',
    } as const
    const shown = { ref, route, fallbackUrl: taskLink, postedUrl: taskLink }
    const task = {
      name: text,
      project: { name: text },
      module_name: text,
      status: text,
      assignee_name: text,
      due_date: text,
      detail: text,
      is_internal: true,
      internal_project_url: internal,
    }
    const known = {
      uuid: project.uuid,
      name: text,
      accountName: text,
      internalUrl: internal,
      portalUrl: undefined,
    }
    const view = { uuid: taskUuid, task, project: known, internal: true, seenAt: 1_763_700_000_000 }
    const card = {
      uuid: text,
      name: text,
      url: internal,
      accountName: text,
      state: text,
      status: `${text}!`,
      percentage: 40,
      overdue: true,
      dueDate: '2026-12-31',
    }
    const entities = [
      taskWorkObject(view, shown),
      projectWorkObject(card, {
        ...shown,
        ref: { ...ref, kind: 'project' },
        owner: person,
        startDate: text,
        asOf: view.seenAt,
      }),
    ]
    validateCall('chat.unfurl', { metadata: { entities } })
    return entities.flatMap(validateCard)
  }
  test.each(extremeTexts.map((text) => [text.slice(0, 8), text]))('Slack takes %j everywhere', (_, text) => {
    expect(made(text)).toEqual([])
  })
  test('Slack takes any other', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 400 }), (text) => made(text).length === 0),
      { numRuns: 50 },
    )
  })
  test('rich text becomes the words a person sees, and never markup of somebody else', () => {
    const section = (...elements: object[]) => ({ type: 'rich_text_section', elements })
    const words = richTextWords({
      type: 'rich_text',
      elements: [
        section(
          { type: 'text', text: 'Hi ' },
          { type: 'user', user_id: 'U1' },
          { type: 'text', text: ' <!here> ', style: { bold: true } },
          { type: 'emoji', name: 'tada' },
        ),
        {
          type: 'rich_text_list',
          style: 'ordered',
          elements: [
            section({ type: 'text', text: 'one' }),
            section({ type: 'link', url: 'https://a.example' }),
          ],
        },
        { type: 'rich_text_quote', elements: [{ type: 'text', text: 'said' }] },
        { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'x < y' }] },
      ],
    })
    expect(words).toMatchInlineSnapshot(`
      "Hi <@U1> *&lt;!here&gt;* :tada:
      1. one
      2. <https://a.example|https://a.example>
      &gt; said
      \`\`\`
      x &lt; y
      \`\`\`"
    `)
    fc.assert(
      fc.property(fc.jsonValue(), (value) => typeof richTextWords(value) === 'string'),
      { numRuns: 100 },
    )
  })
})
