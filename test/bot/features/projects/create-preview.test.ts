import { expect, test } from 'vitest'
import { validateView } from '../../../support/slack-limits.ts'
import { botThatCreates, type View, wordsOf } from '../../support/creating.ts'
import { channel } from '../../support/running-bot.ts'
import { project } from '../../support/stand-in-tracker.ts'

test('the preview is five lines: name and account, playbook, dates, people, channel', async () => {
  const bot = await botThatCreates()
  const { response_action: action, view } = await bot.preview({
    create_playbook: { selected_option: { value: 'p1', text: { text: 'Standard Onboarding' } } },
    create_customers: { selected_options: [{ value: 'casey@acme.example', text: { text: 'Casey' } }] },
    create_due: { selected_date: '2027-01-15' },
    'field:choice:f1': { selected_option: { value: 'EMEA', text: { text: 'EMEA' } } },
  })
  expect(action).toBe('push')
  validateView(view ?? {})
  const words = wordsOf(view as View)
  expect(words).toContain('not the current version; there are 2')
  expect(words).toContain('Nov 23, 2026 to ')
  expect(words).toContain('Jan 15, 2027')
  expect(words).toContain('Casey Jones')
  expect(words).toContain('EMEA')
  const { view: plain } = await bot.preview()
  const lines = JSON.stringify(plain?.blocks).split('\\n')
  expect(lines).toHaveLength(5)
  expect(bot.tracker.wanted).toEqual([])
})

test('the preview warns of a channel that another organization reads, and of one that the app is not in', async () => {
  const bot = await botThatCreates()
  bot.slack.shared.add(channel)
  expect(wordsOf((await bot.preview()).view as View)).toContain('except internal tasks')
  bot.slack.refuses('conversations.info', 'channel_not_found')
  const elsewhere = await bot.preview({ create_channel: { selected_conversation: 'C0ELSE' } })
  expect(wordsOf(elsewhere.view as View)).toContain('Invite the app first; otherwise no channel is linked.')
})

test('a name that nobody can be sure of is said in the preview, which offers Create', async () => {
  const bot = await botThatCreates()
  bot.tracker.control.total = 201
  const unsure = await bot.preview()
  expect(wordsOf(unsure.view as View)).toContain('Too many projects have similar names')
  expect(unsure.view?.submit).toBeDefined()
})

test.each([
  ['a free name has Create', {}, true, 'Standard Onboarding'],
  [
    'a taken name has none, and says so',
    { create_name: { value: project.name } },
    false,
    'already exists. Go back and choose another name.',
  ],
])(
  'a preview that the tracker holds up takes the place of the words that say so: %s',
  async (_, form, hasCreate, words) => {
    const bot = await botThatCreates()
    const answer = Promise.withResolvers<void>()
    bot.tracker.control.onList = () => answer.promise
    const { view } = await bot.preview(form)
    expect(wordsOf(view as View)).toContain('The preview will appear here.')
    answer.resolve()
    const shown = await bot.opened()
    expect(bot.slack.made('views.update')[0]?.['external_id']).toBe(view?.external_id)
    expect(shown.submit !== undefined).toBe(hasCreate)
    expect(wordsOf(shown)).toContain(words)
  },
)
