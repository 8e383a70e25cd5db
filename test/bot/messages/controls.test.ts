import { expect, test } from 'vitest'
import {
  subscriptionList,
  subscriptionsDialog,
} from '../../../src/bot/features/channels/messages/subscription-list.ts'
import { shared, withShare } from '../../../src/bot/answers/messages/answers.ts'
import { homeWorkspace } from '../../../src/bot/features/home/messages/home.ts'
import { projectList } from '../../../src/bot/features/projects/messages/lists.ts'
import { taskCard } from '../../../src/bot/kit/task-card.ts'
import { commentDialog } from '../../../src/bot/sync/messages/task-dialogs.ts'
import { validateMessage, validateView } from '../../support/slack-limits.ts'
import {
  buttonsOf,
  acmeSubscription,
  milestones,
  projectName,
  taskName,
  taskUuid,
  url,
} from './samples/facts.ts'

test.each([
  ['team', 'Only your team reads this comment.'],
  ['customers', 'Acme Corp reads this comment.'],
  ['unknown', 'The tracker doesn’t say whether Acme Corp reads this comment.'],
] as const)('the comment dialog says who reads the comment, above its text (%s)', (readers, said) => {
  const chosen = { choice: { value: taskUuid, text: taskName }, readers, accountName: 'Acme Corp' }
  const view = commentDialog({ taskUuid, chosen })
  validateView(view)
  expect(view.private_metadata).toBe(JSON.stringify({ taskUuid }))
  const notes = view.blocks.filter(({ type }) => type === 'context')
  expect(notes.map((block) => 'elements' in block && block.elements)).toEqual([
    [{ type: 'plain_text', text: said, emoji: false }],
  ])
  expect(view.blocks.map(({ type }) => type)).toEqual(['section', 'context', 'input'])
})

test.each([
  ['names the command for the rest', 21, true],
  ['says nothing of a rest that there isn’t', 1, false],
])('a dialog with one page of the subscriptions %s', (_, total, hasRest) => {
  const list = subscriptionList({
    channel: 'C0ACME',
    total,
    offset: 0,
    settings: milestones,
    mixed: false,
    subscriptions: [acmeSubscription],
  })
  const view = subscriptionsDialog('C0ACME', list)
  validateView(view)
  const words = JSON.stringify(view)
  expect(words).not.toContain('Show more')
  expect(words.includes('See the rest with /onboard subscriptions in the channel.')).toBe(hasRest)
})

const homeOfNobody = {
  mentions: false,
  yourDay: false,
  reasons: [],
}

test.each([
  ['the name', 'acme', ['Mute #acme…', 'Manage subscriptions of #acme'], ['Unmute #acme']],
  ['nothing, if the name is unknown', undefined, ['Mute…', 'Manage subscriptions'], ['Unmute']],
])('controls of a channel on the Home tab say %s', (_, name, whileOpen, whileMuted) => {
  const given = { channel: 'C0ACME', mine: true, name, subscriptions: [] }
  const spoken = (mute?: object) =>
    homeWorkspace({ ...homeOfNobody, channels: [{ ...given, mute }] })
      .blocks.flatMap((block) => (block.type === 'actions' ? block.elements : []))
      .filter(({ action_id: id }) => /^(mute|unmute|manage)_/.test(id ?? ''))
      .map((element) =>
        element.type === 'static_select'
          ? element.placeholder?.text
          : 'accessibility_label' in element && element.accessibility_label,
      )
  expect(spoken()).toEqual(whileOpen)
  expect(spoken({})).toEqual([...whileMuted, whileOpen[1]])
})

test('a channel’s long name leaves the controls of the Home tab within Slack’s limits', () => {
  const channels = [{ channel: 'C0ACME', mine: true, name: '漢'.repeat(300), subscriptions: [] }]
  expect(() => validateMessage(homeWorkspace({ ...homeOfNobody, channels }))).not.toThrow()
  expect(() =>
    validateMessage(
      homeWorkspace({ ...homeOfNobody, channels: channels.map((one) => ({ ...one, mute: {} })) }),
    ),
  ).not.toThrow()
})

test('a look-up carries Share to channel in its row of buttons, and says who shared it', () => {
  const card = taskCard({
    uuid: taskUuid,
    name: taskName,
    projectName,
    url,
    internal: false,
    existedBefore: false,
    deleted: false,
  })
  const answer = withShare(card, `task ${taskUuid}`)
  expect(buttonsOf(answer).map(({ text }) => text.text)).toEqual(['Comment', 'Open', 'Share to channel'])
  expect(shared(card, 'U0DANA').text).toMatch(/^Shared by <@U0DANA>\n/)
  expect(shared(answer, 'U0DANA').blocks, 'no second time').toEqual(shared(card, 'U0DANA').blocks)
})

test('an answer without buttons gets a row for Share to channel', () => {
  const answer = withShare(projectList({ total: 0, offset: 0, projects: [] }), 'projects')
  expect(buttonsOf(answer)).toMatchObject([{ action_id: 'share_to_channel', value: 'projects' }])
})
