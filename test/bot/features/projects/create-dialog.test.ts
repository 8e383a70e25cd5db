import { expect, test } from 'vitest'
import { validateView } from '../../../support/slack-limits.ts'
import { chosen, option, several, type View } from '../../support/acts.ts'
import { botThatCreates, filledIn, inputOf, wordsOf, projectName } from '../../support/creating.ts'
import { buttonOf, type Answered } from '../../support/pressing.ts'
import { dana } from '../../support/running-bot.ts'
import { projectRequests } from '../../support/rows/post-rows.ts'
import { externalIdOf } from '../../../../src/bot/features/projects/make-project.ts'
import { project } from '../../support/stand-in-tracker.ts'

const first = [
  'create_name',
  'create_account',
  'create_playbook',
  'create_start',
  'create_due',
  'create_channel',
  'create_new_channel',
]

const inputsOf = ({ blocks }: View) =>
  blocks.flatMap(({ block_id: id, element }) => (element && id ? [id] : []))

test('create asks for name, account, playbook, dates and channel; More… adds owner, people, invitations and data fields', async () => {
  const bot = await botThatCreates({ now: () => Date.parse('2026-11-21T10:00:00Z') })
  expect((await bot.askToCreate('create Globex – Rollout')).status).toBe(200)
  const view = await bot.opened()
  validateView(view)
  expect(bot.slack.made('views.open')).toHaveLength(1)
  expect(inputsOf(view)).toEqual(first)
  expect(inputOf(view, 'create_name')).toMatchObject({ initial_value: projectName })
  expect(inputOf(view, 'create_start')).toMatchObject({ initial_date: '2026-11-21' })
  expect(inputOf(view, 'create_channel')).not.toHaveProperty('initial_conversation')
  const more = await bot.showMore(view, { create_name: { value: 'Kept' } })
  validateView(more)
  expect(inputsOf(more)).toEqual([
    ...first,
    'create_owner',
    'create_team',
    'create_customers',
    'create_invites',
    'field:choice:f1',
    'field:number:f2',
  ])
  expect(inputOf(more, 'create_name')).toMatchObject({ initial_value: 'Kept' })
  expect(inputOf(more, 'create_owner')).toMatchObject({ initial_option: { value: 'dana@vendor.example' } })
  expect(inputOf(more, 'field:choice:f1')).toMatchObject({ type: 'static_select' })
})

test('the five inputs are enough: the person owns the project', async () => {
  const bot = await botThatCreates()
  await bot.askToCreate()
  const view = await bot.opened()
  const rest = ['create_owner', 'create_team', 'create_customers', 'create_invites']
  const five = Object.fromEntries(Object.entries(filledIn()).filter(([id]) => !rest.includes(id)))
  const { view: preview } = await bot.submitView({ ...view, id: 'V1' }, five)
  expect(wordsOf(preview)).toContain('Owner Dana Smith')
  await bot.create(preview)
  await bot.idle()
  expect(bot.tracker.wanted).toMatchObject([{ project_owner: 'Dana@vendor.example' }])
})

test('somebody whom the tracker does not know is asked for the owner', async () => {
  const bot = await botThatCreates()
  bot.tracker.users.shift()
  await bot.askToCreate()
  expect(inputsOf(await bot.opened())).toContain('create_owner')
})

test('the start date is today where the person is', async () => {
  const bot = await botThatCreates({ now: () => Date.parse('2026-11-21T13:00:00Z') })
  bot.slack.answers('users.info', {
    body: { ok: true, user: { id: dana, tz: 'Pacific/Auckland', team_id: 'T1' } },
  })
  await bot.askToCreate()
  expect(inputOf(await bot.opened(), 'create_start')).toMatchObject({ initial_date: '2026-11-22' })
})

test('a tracker that is away is told in the dialog; a trigger that is too old is told in the channel', async () => {
  const bot = await botThatCreates()
  bot.tracker.control.down = 'unreachable'
  await bot.askToCreate()
  expect(wordsOf(await bot.opened())).toContain('The tracker isn’t responding')
  bot.slack.refuses('views.open', 'expired_trigger_id')
  const answer = await bot.command('create Globex')
  expect(answer.text).toContain('The dialog took too long to open')
  expect(buttonOf(answer, 'Try again').value).toBe('create Globex')
})

test('the global shortcut opens the same dialog, without a channel', async () => {
  const bot = await botThatCreates()
  await bot.shortcut()
  expect(inputOf(await bot.opened(), 'create_channel')).not.toHaveProperty('initial_conversation')
})

test('menus: current playbooks come first and say so, accounts take what is typed, people are found by name and email', async () => {
  const bot = await botThatCreates()
  const private_metadata = JSON.stringify({ more: false, account: 'Acme Corp' })
  const suggest = async (action: string, value: string) =>
    (await bot.suggests(action, value, { private_metadata })).map((one) => [
      one.value,
      one.text.text,
      one.description?.text,
    ])
  expect(await suggest('create_playbook', 'Standard')).toEqual([
    ['p2', 'Standard Onboarding', 'Current version: As it is.'],
    ['p1', 'Standard Onboarding', 'Version 1 of 2: As it was.'],
  ])
  expect(await suggest('create_account', 'acme')).toEqual([
    ['Acme Corp', 'Acme Corp', undefined],
    ['acme', 'acme', 'As typed'],
  ])
  bot.tracker.users.push({ uuid: 'u3', customer_name: 'Umbrella', is_customer: true })
  expect(await suggest('create_account', 'umb')).toEqual([
    ['Umbrella', 'Umbrella', undefined],
    ['umb', 'umb', 'As typed'],
  ])
  expect(await suggest('create_owner', 'vendor.ex')).toEqual([
    ['Dana@vendor.example', 'Dana Smith', 'Dana@vendor.example'],
  ])
  expect(await suggest('create_customers', 'casey')).toEqual([
    ['casey@acme.example', 'Casey Jones', 'casey@acme.example'],
  ])
  expect(await suggest('create_team', 'casey')).toEqual([])
})

test('what is missing or wrong is told at its field, and nothing is stored', async () => {
  const bot = await botThatCreates()
  const { errors } = await bot.preview({
    create_name: { value: '   ' },
    create_playbook: chosen(),
    create_due: { selected_date: '2026-11-01' },
  })
  expect(errors).toEqual({
    create_name: 'Give the project a name.',
    create_playbook: 'Choose a playbook.',
    create_due: 'The due date is before the start date.',
  })
  expect(await projectRequests(bot.database)).toEqual([])
})

test('a mention cannot open a dialog, so it answers with the button that does', async () => {
  const bot = await botThatCreates()
  await bot.mentions('create Globex')
  await bot.idle()
  const answer = bot.slack.ephemerals(dana).at(-1) as unknown as Answered
  expect(bot.slack.made('views.open')).toEqual([])
  void bot.pressIn(answer, 'Open dialog')
  expect(inputOf(await bot.opened(), 'create_name')).toMatchObject({ initial_value: 'Globex' })
})

const contact = (uuid: string, name: string, account: string) => ({
  uuid,
  full_name: name,
  email_address: `${uuid}@customers.example`,
  is_customer: true,
  customer_name: account,
})

/** A bot whose tracker has customers of two accounts. */
const twoAccounts = async () => {
  const bot = await botThatCreates()
  const contacts = [contact('casey', 'Casey Jones', 'Acme Corp'), contact('robin', 'Robin Reed', 'Globex')]
  bot.tracker.users.splice(1, 1, ...contacts)
  /** What the menu of customers offers in a dialog with this metadata. */
  const offered = async (view: Pick<View, 'private_metadata'>) =>
    (await bot.suggests('create_customers', '', view)).map(({ text }) => text.text)
  return Object.assign(bot, { offered })
}

test('the menu of customers offers those of the chosen account alone', async () => {
  const bot = await twoAccounts()
  await bot.askToCreate('create Globex – Rollout')
  const first = await bot.opened()
  expect(await bot.offered(first)).toEqual([])
  const ofAcme = await bot.chooseAccount(first, 'Acme Corp', { create_name: { value: 'kept' } })
  validateView(ofAcme)
  expect(inputOf(ofAcme, 'create_name')).toMatchObject({ initial_value: 'kept' })
  expect(await bot.offered(ofAcme)).toEqual(['Casey Jones'])
  expect(await bot.offered(await bot.chooseAccount(ofAcme, 'Globex'))).toEqual(['Robin Reed'])
})

test('another account’s customer is refused under the input', async () => {
  const bot = await twoAccounts()
  const robin = option('robin@customers.example', 'Robin Reed')
  const { errors } = await bot.preview({ create_customers: several(robin) })
  expect(errors).toEqual({ create_customers: 'Not contacts of Acme Corp: Robin Reed. Remove them.' })
  expect(bot.tracker.wanted).toEqual([])
})

test('the preview asks the tracker for the account and its spelling', async () => {
  const bot = await twoAccounts()
  const { view } = await bot.preview({ create_account: chosen('Acme Crop') })
  expect(wordsOf(view)).toContain('the name must match exactly. Did you mean Acme Corp?')
  const { view: right } = await bot.preview({ create_account: chosen('acme corp') })
  expect(wordsOf(right)).toContain(' acme corp\\n')
})

test('the preview computes the due date from the playbook’s duration', async () => {
  const bot = await twoAccounts()
  const duration = 'the end of the playbook’s duration'
  expect(wordsOf((await bot.preview()).view)).toContain(duration)
  Object.assign(bot.tracker.playbooks.find(({ uuid }) => uuid === 'p2') ?? {}, { duration_days: 42 })
  const computed = wordsOf((await bot.preview()).view)
  expect(computed).toContain('Nov 23, 2026 to Jan 4, 2027 (the playbook’s 42 days)')
  expect(computed).not.toContain(duration)
  const { view: given } = await bot.preview({ create_due: { selected_date: '2026-12-24' } })
  expect(wordsOf(given)).not.toContain('42 days')
})

test('a form whose project exists under its external id is not offered again', async () => {
  const bot = await twoAccounts()
  const { view } = await bot.preview({}, {}, 'V1')
  const { request } = JSON.parse(String(view?.private_metadata)) as { request: number }
  bot.tracker.links.push({
    project_uuid: project.uuid,
    external_id: externalIdOf(projectName, request),
    external_integration_uuid: 'i',
    external_type: 'Slack',
  })
  const { errors } = await bot.preview({}, {}, 'V1')
  expect(errors).toEqual({ create_name: 'A project with this name already exists. Choose another name.' })
})
