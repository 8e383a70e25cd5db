import { expect, test } from 'vitest'
import { validateView } from '../../../support/slack-limits.ts'
import { by, chosen, option, several, type View } from '../../support/acts.ts'
import { botThatCreates, wordsOf, pressOpenAgain } from '../../support/creating.ts'
import { channel } from '../../support/running-bot.ts'
import { project } from '../../support/stand-in-tracker.ts'
import { ApiProblem } from '../../../../src/contract/problem.ts'
import { eraseForms, projectRequests, spoilForms } from '../../support/rows/post-rows.ts'

test('the preview is five lines: name and account, playbook, dates, people, channel', async () => {
  const bot = await botThatCreates()
  const { response_action: action, view } = await bot.preview({
    create_playbook: chosen('p1', 'Standard Onboarding'),
    create_customers: several(option('casey@acme.example', 'Casey')),
    create_due: { selected_date: '2027-01-15' },
    'field:choice:f1': chosen('EMEA'),
  })
  expect(action).toBe('push')
  validateView(view ?? {})
  const words = wordsOf(view)
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

const guests = 'C0OTHER'

test.each([
  ['the team', undefined, 'subscribed to the project. Acme Corp reads WHAT'],
  ['guests', 'guests', 'Guests read HERE. TITLE Acme Corp and everybody in HERE read WHAT'],
  [
    'another organization',
    'shared',
    'People from Acme Corp read HERE. TITLE Acme Corp and everybody in HERE read WHAT',
  ],
] as const)(
  'the preview says of a channel that %s reads who will read the project, and in which other channel',
  async (_, kind, said) => {
    const bot = await botThatCreates()
    bot.slack.guests.add(guests)
    if (kind) bot.slack[kind].add(channel)
    for (const id of [channel, guests]) bot.bot.deps.slack.forgetChannel(id)
    await bot.confirmed('subscribe account:"Acme Corp"', { channel_id: guests })
    const { view } = await bot.preview()
    const words = [...wordsOf(view).matchAll(/"(?:text|channel_id)":"([^"]*)"/g)]
      .map(([, word]) => word)
      .join('')
    const what = `its tasks and comments, except internal ones, also in ${guests}.`
    const title = 'With Create, the channel is subscribed to Globex – Rollout (Acme Corp).'
    expect(words).toContain(said.replaceAll('HERE', channel).replace('TITLE', title).replace('WHAT', what))
  },
)

test('a name that nobody can be sure of is said in the preview, which offers Create', async () => {
  const bot = await botThatCreates()
  bot.tracker.control.total = 201
  const unsure = await bot.preview()
  expect(wordsOf(unsure.view)).toContain('Too many projects have similar names')
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
    expect(wordsOf(view)).toContain('The preview will appear here.')
    answer.resolve()
    const shown = await bot.opened()
    expect(bot.slack.made('views.update')[0]?.['external_id']).toBe(view?.external_id)
    expect(shown.submit !== undefined).toBe(hasCreate)
    expect(wordsOf(shown)).toContain(words)
  },
)

/** What stands right under an input of a view. */
const under = (view: View, block: string) =>
  JSON.stringify(view.blocks[view.blocks.findIndex(({ block_id: id }) => id === block) + 1])

test('what the tracker is sure to refuse is told under its input before anything is asked of it', async () => {
  const bot = await botThatCreates()
  const gone = several(option('gone@vendor.example', 'Gone Person'))
  const { errors, view } = await bot.preview({
    create_name: { value: project.name },
    create_owner: chosen('left@vendor.example', 'Left Long-Ago'),
    create_team: gone,
    create_customers: gone,
    'field:text:f9': { value: 'of a field that was archived meanwhile' },
  })
  expect(view).toBeUndefined()
  expect(errors).toMatchInlineSnapshot(`
    {
      "create_customers": "No longer in the tracker’s customers: Gone Person. Choose again.",
      "create_name": "A project with this name already exists. Choose another name.",
      "create_owner": "No longer in the tracker’s team: Left Long-Ago. Choose again.",
      "create_team": "No longer in the tracker’s team: Gone Person. Choose again.",
      "field:text:f9": "This data field is archived. Leave it empty.",
    }
  `)
  expect(bot.tracker.wanted).toEqual([])
})

const refusals = [
  ['Playbook not found.', 'create_playbook', 'Choose another one'],
  ['Account not found.', 'create_account', 'Type it exactly as in the tracker'],
  ['Project owner invalid.', 'create_owner', 'Choose somebody else'],
  ['Not an eligible customer: casey@acme.example', 'create_customers', 'The tracker says: Not an eligible'],
  ['Not project data fields: f2', 'field:number:f2', 'Leave it empty'],
  ['Data field Value cannot be written: too large', 'field:number:f2', 'too large'],
] as const

test('each of the tracker’s refusals stands under its input when the dialog is opened again', async () => {
  const bot = await botThatCreates()
  for (const [index, [message, block, words]] of refusals.entries()) {
    Object.assign(bot.tracker.api, {
      createProject: async () => {
        throw new ApiProblem('unresolved', message, { status: 400 })
      },
    })
    await bot.creates({
      create_customers: several(option('casey@acme.example', 'Casey')),
      'field:number:f2': { value: '48000' },
    })
    const { refusal, view } = await pressOpenAgain(bot, index + 1)
    expect(refusal.text).toContain(words)
    expect(under(view, block)).toContain(words)
    expect(bot.slack.roots(channel)).toEqual([])
  }
})

test('a playbook’s version beyond the first two hundred is found by its description or number', async () => {
  const bot = await botThatCreates()
  const all = Array.from({ length: 250 }, (_, n) => ({
    uuid: `v${n}`,
    name: 'Standard Onboarding',
    description: n === 37 ? 'For pilots in Japan' : `Edition ${n}`,
  }))
  Object.assign(bot.tracker.api, {
    listPlaybooks: async ({ name = '', offset = 0 }: { name?: string; offset?: number }) => {
      const found = all.filter((one) => one.name.includes(name))
      return { playbooks: found.slice(offset, offset + 200), pagination: { total: found.length } }
    },
  })
  const [first] = await bot.suggests('create_playbook', 'Standard')
  expect(first).toMatchObject({ value: 'v249', description: { text: 'Current version: Edition 249' } })
  expect(await bot.suggests('create_playbook', 'standard japan')).toMatchObject([
    { value: 'v37', description: { text: 'Version 38 of 250: For pilots in Japan' } },
  ])
  expect(await bot.suggests('create_playbook', 'Standard version 12')).toMatchObject([
    { value: 'v12', description: { text: 'Version 13 of 250: Edition 12' } },
    { value: 'v11' },
  ])
})

test('the preview names what the channel receives already, and channels that are called as the project or account', async () => {
  const bot = await botThatCreates()
  await bot.command(`subscribe ${project.name}`)
  bot.slack.answers('conversations.list', {
    body: {
      ok: true,
      channels: [
        { id: 'C0ROLL', name: 'globex-rollout' },
        { id: 'C0CORP', name: 'acme-corp-internal' },
        { id: 'C0ELSE', name: 'random' },
      ],
    },
  })
  const words = wordsOf((await bot.preview()).view)
  expect(words).toContain('It is already subscribed to: ')
  expect(words).toContain(project.name)
  const without = await bot.preview({ create_channel: { selected_conversation: null } })
  const offered = wordsOf(without.view)
  expect(offered).toContain('There are channels with matching names: ')
  expect(offered).toContain('C0ROLL')
  expect(offered).toContain('C0CORP')
  expect(offered).not.toContain('C0ELSE')
})

test('the same form again, once the first is erased, is told that the name is taken', async () => {
  const bot = await botThatCreates()
  const lee = by('U0LEE')
  const [mine, theirs] = await Promise.all([bot.preview(), bot.preview({}, lee)])
  await bot.create(mine.view)
  await bot.idle()
  await eraseForms(bot.database)
  await bot.create(theirs.view, lee)
  await bot.idle()
  expect(bot.tracker.wanted).toHaveLength(1)
  expect(bot.told('U0LEE').at(-1)).toContain('A project with this name already exists. Choose another name.')
})

test('once the form that made a project is erased, whoever asked for the same later is not taken for its maker', async () => {
  const bot = await botThatCreates()
  const lee = by('U0LEE')
  const [mine, theirs, again] = [await bot.preview(), await bot.preview({}, lee), await bot.preview()]
  await bot.create(mine.view)
  await bot.idle()
  await bot.create(theirs.view, lee)
  await bot.idle()
  const ids = (await projectRequests(bot.database)).map(({ id }) => id)
  await eraseForms(bot.database, Math.min(...ids))
  await bot.create(again.view)
  await bot.idle()
  expect(bot.tracker.wanted).toHaveLength(1)
  expect(bot.told('U0LEE').at(-1)).toContain('so there’s one project, not two')
  expect(bot.told().at(-1)).toContain('A project with this name already exists. Choose another name.')
})

test('Create in the preview of a form that cannot be read says that the dialog is out of date', async () => {
  const bot = await botThatCreates()
  const { view } = await bot.preview()
  await spoilForms(bot.database)
  const answer = await bot.create(view)
  expect(answer).toMatchObject({
    response_action: 'update',
    view: { title: { text: 'Create this project?' } },
  })
  expect(JSON.stringify(answer)).toContain('Out of date')
  expect((await projectRequests(bot.database))[0]?.state).toBe('draft')
})
