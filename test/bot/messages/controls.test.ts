import fc from 'fast-check'
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
import { acmeSubscription, buttonsOf, card, milestones, taskName, taskUuid, url } from './samples/facts.ts'
import { createDialog } from '../../../src/bot/features/projects/messages/create-dialog.ts'
import { createPreview } from '../../../src/bot/features/projects/messages/create-preview.ts'
import { actions } from '../../../src/bot/kit/ids.ts'
import { options } from '../../../src/bot/kit/form-elements.ts'
import { preview } from './samples/projects.ts'
import { anyText } from '../../support/any-text.ts'

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

const ofChannel = new Set<string>([actions.mute, actions.unmute, actions.manageSubscriptions])
const homeOfNobody = {
  mentions: false,
  yourDay: false,
  replyDue: { days: 1, canChange: false },
  reasons: [],
}

test.each([
  ['the name', 'acme', ['Mute #acme…', 'Manage subscriptions of #acme'], ['Unmute #acme']],
  ['nothing, if the name is unknown', undefined, ['Mute…', 'Manage subscriptions'], ['Unmute']],
])('controls of a channel on the Home tab say %s', (_, name, whileOpen, whileMuted) => {
  const given = { channel: 'C0ACME', isMember: true, name, subscriptions: [] }
  const spoken = (mute?: object) =>
    homeWorkspace({ ...homeOfNobody, channels: [{ ...given, mute }] })
      .blocks.flatMap((block) => (block.type === 'actions' ? block.elements : []))
      .filter(({ action_id: id }) => id !== undefined && ofChannel.has(id))
      .map((element) =>
        element.type === 'static_select'
          ? element.placeholder?.text
          : 'accessibility_label' in element && element.accessibility_label,
      )
  expect(spoken()).toEqual(whileOpen)
  expect(spoken({})).toEqual([...whileMuted, whileOpen[1]])
})

test('a channel’s long name leaves the controls of the Home tab within Slack’s limits', () => {
  const named = { channel: 'C0ACME', isMember: true, name: '漢'.repeat(300), subscriptions: [] }
  for (const channel of [named, { ...named, mute: {} }])
    validateMessage(homeWorkspace({ ...homeOfNobody, channels: [channel] }))
})

test('a look-up carries Share to channel in its row of buttons, and says who shared it', () => {
  const found = taskCard({ ...card, url })
  const answer = withShare(found, `task ${taskUuid}`)
  expect(buttonsOf(answer).map(({ text }) => text.text)).toEqual(['Comment', 'Open', 'Share to channel'])
  expect(shared(found, 'U0DANA').text).toMatch(/^Shared by <@U0DANA>\n/)
  expect(shared(answer, 'U0DANA').blocks, 'no second time').toEqual(shared(found, 'U0DANA').blocks)
})

test('an answer without buttons gets a row for Share to channel', () => {
  const answer = withShare(projectList({ total: 0, offset: 0, projects: [] }), 'projects')
  expect(buttonsOf(answer)).toMatchObject([{ action_id: 'share_to_channel', value: 'projects' }])
})

const text = anyText({ maxLength: 400 })
const choice = fc.record({ value: text, text, description: text })
const mayMake = { public: true, private: true }

test('of a hundred data fields, those with problems come first, and the dialog says how many do not fit', () => {
  const ofProject = (n: number) => ({ uuid: `f${n}`, name: `Field ${n}`, object_type: 'PROJECT' })
  const fields = Array.from({ length: 100 }, (_, n) => ofProject(n))
  const problems = fields.slice(80).map(({ uuid }) => ({ input: `field:${uuid}`, text: 'Too long.' }))
  const view = createDialog({ form: {}, fields, mayMake, problems, more: true })
  validateView(view)
  const shown = view.blocks.flatMap(({ block_id: id }) =>
    id?.startsWith('field:') ? [id.split(':')[2]] : [],
  )
  expect(shown.slice(0, 20)).toEqual(fields.slice(80).map(({ uuid }) => uuid))
  expect(shown).toHaveLength(60)
  expect(JSON.stringify(view)).toContain('40 more data fields don’t fit here')
})

test('what the tracker refused stands under the input it is about, the rest on top', () => {
  const fields = [{ uuid: 'f1', name: 'Region', object_type: 'PROJECT' }]
  const problems = [
    { input: 'create_owner', text: 'The owner is no internal user.' },
    { input: 'field:f1', text: 'No such region.' },
    { text: 'It was Friday.' },
  ]
  const { blocks } = createDialog({ form: {}, fields, mayMake, problems, more: true })
  const said = blocks.map((block) => (block.type === 'input' ? block.block_id : JSON.stringify(block)))
  const after = (id: string) => said[said.indexOf(id) + 1]
  expect(after('create_owner')).toContain('Not saved: The owner is no internal user.')
  expect(after('field:text:f1')).toContain('Not saved: No such region.')
  expect(said[0]).toContain('It was Friday.')
  expect(said[0]).toContain('is shown under its field')
})

test('a kept value that no longer is of its field’s kind is left out, for Slack would refuse the whole dialog', () => {
  const fields = [
    { uuid: 'f1', name: 'Value', object_type: 'PROJECT', field_type: 'number' },
    { uuid: 'f2', name: 'Go-live', object_type: 'PROJECT', field_type: 'date' },
  ]
  const kept = { f1: { kind: 'text' as const, text: 'much' }, f2: { kind: 'text' as const, text: 'soon' } }
  const view = JSON.stringify(createDialog({ form: { fields: kept }, fields, mayMake, more: true }))
  expect(view).not.toContain('much')
  expect(view).not.toContain('soon')
})

test.each([
  [['C0ONE'], 'There’s a channel with a matching name: ', '. Go back to choose it.'],
  [['C0ONE', 'C0TWO'], 'There are channels with matching names: ', '. Go back to choose one.'],
])('a preview without a channel counts the channels that it offers (%s)', (namesakes, before, after) => {
  const facts = { ...preview, channel: undefined, newChannel: undefined, namesakes }
  const words = JSON.stringify(createPreview(facts).blocks)
  expect(words).toContain(before)
  expect(words).toContain(after)
})

test('a menu has at most a hundred entries, each within Slack’s limits', () => {
  fc.assert(
    fc.property(fc.array(choice, { maxLength: 150 }), (given) => {
      const shown = options(given)
      return (
        shown.length <= 100 &&
        shown.every(
          ({ text: label, value, description }) =>
            label.text.length >= 1 &&
            label.text.length <= 75 &&
            (value ?? '').length >= 1 &&
            (value ?? '').length <= 150 &&
            (description?.text.length ?? 1) <= 75,
        )
      )
    }),
    { numRuns: 50 },
  )
})
