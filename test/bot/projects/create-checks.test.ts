import { expect, test } from 'vitest'
import { ApiProblem } from '../../../src/contract/problem.ts'
import { validateView } from '../../support/slack-limits.ts'
import { botThatCreates, filledIn, inputOf, type View, wordsOf } from '../support/creating.ts'
import { type Answered, buttonOf } from '../support/pressing.ts'
import { channel, dana } from '../support/running-bot.ts'
import { project } from '../support/stand-in-tracker.ts'

type Bot = Awaited<ReturnType<typeof botThatCreates>>

const suggest = async (bot: Bot, action: string, value: string) => {
  const response = await bot.interaction({
    type: 'block_suggestion',
    ...bot.person,
    action_id: action,
    block_id: action,
    value,
    container: { type: 'view', view_id: 'V1' },
    view: { id: 'V1', private_metadata: '' },
  })
  const { options } = (await response.json()) as {
    options: { value: string; description?: { text: string } }[]
  }
  return options
}

const pressOpenAgain = async (bot: Bot, views = 1) => {
  const refusal = bot.slack.ephemerals(dana).at(-1) as unknown as Answered
  const { action, value } = buttonOf(refusal, 'Open again')
  await bot.interaction({
    type: 'block_actions',
    ...bot.person,
    channel: { id: channel },
    container: { type: 'message', channel_id: channel, message_ts: '1.0' },
    trigger_id: 't2',
    response_url: 'http://127.0.0.1:9/none',
    actions: [{ type: 'button', action_id: action, block_id: 'b', value, action_ts: '1' }],
  })
  const view = await bot.opened(views)
  validateView(view)
  return { refusal, view }
}

/** What stands right under an input of a view. */
const under = (view: View, block: string) =>
  JSON.stringify(view.blocks[view.blocks.findIndex(({ block_id: id }) => id === block) + 1])

test('what the tracker is sure to refuse is told under its input before anything is asked of it', async () => {
  const bot = await botThatCreates()
  const gone = { selected_options: [{ value: 'gone@vendor.example', text: { text: 'Gone Person' } }] }
  const { errors, view } = await bot.preview({
    create_name: { value: project.name },
    create_owner: { selected_option: { value: 'left@vendor.example', text: { text: 'Left Long-Ago' } } },
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
  ['Task role not found: 0b6f3c9d', 'create_roles', 'Task role not found'],
] as const

test('each of the tracker’s refusals stands under its input when the dialog is opened again', async () => {
  const bot = await botThatCreates()
  for (const [index, [message, block, words]] of refusals.entries()) {
    Object.assign(bot.tracker.api, {
      createProject: async () => {
        throw new ApiProblem('unresolved', message, { status: 400 })
      },
    })
    const { view: preview } = await bot.preview({
      create_customers: { selected_options: [{ value: 'casey@acme.example', text: { text: 'Casey' } }] },
      'field:number:f2': { value: '48000' },
    })
    await bot.create(preview)
    await bot.idle()
    const { refusal, view } = await pressOpenAgain(bot, index + 1)
    expect(refusal.text).toContain(words)
    expect(under(view, block)).toContain(words)
  }
})

test('more data fields than one dialog takes are a second page; both are kept, also when it is opened again', async () => {
  const bot = await botThatCreates()
  bot.tracker.fields.length = 0
  for (let n = 0; n < 100; n++)
    bot.tracker.fields.push({ uuid: `f${n}`, name: `Field ${n}`, object_type: 'PROJECT' })
  const page = (from: number, to: number, changes: Record<string, object> = {}) => ({
    ...Object.fromEntries(
      Array.from({ length: to - from }, (_, n) => [`field:text:f${from + n}`, { value: null }]),
    ),
    ...changes,
  })
  const facts = {
    id: 'V-two',
    callback_id: 'create_dialog',
    private_metadata: JSON.stringify({ more: true }),
  }
  const first = await bot.submitView(facts, {
    ...filledIn(),
    ...page(0, 60, { 'field:text:f3': { value: 'three' } }),
  })
  const second = first.view as View
  validateView(second)
  expect(second.callback_id).toBe('create_fields')
  expect(inputOf(second, 'field:text:f3')).toBeUndefined()
  expect(inputOf(second, 'field:text:f99')).toBeDefined()

  const fields = page(60, 100, { 'field:text:f99': { value: 'ninety-nine' } })
  const { view: preview } = await bot.submitView({ ...second, id: 'V-fields' }, fields)
  expect(wordsOf(preview as View)).toMatch(/three.*ninety-nine/)
  bot.tracker.control.onProject = async () => ({
    fails: 'invalid',
    fields: [{ field: 'name', message: 'No.' }],
  })
  await bot.create(preview)
  await bot.idle()
  expect(bot.tracker.wanted[0]).toMatchObject({ datafields: { f3: 'three', f99: 'ninety-nine' } })

  const { view: again } = await pressOpenAgain(bot)
  expect(JSON.parse(again.private_metadata ?? '')).toMatchObject({ more: true })
  const next = await bot.submitView(
    { ...again, id: 'V-again' },
    { ...filledIn({ create_name: { value: 'Another' } }), ...page(0, 60) },
  )
  expect(inputOf(next.view as View, 'field:text:f99')).toMatchObject({ initial_value: 'ninety-nine' })
  const lee = { user: { id: 'U0LEE', team_id: 'T1' } }
  const stranger = await bot.submitView({ ...(next.view as View), id: 'V-other' }, fields, lee)
  expect(JSON.stringify(stranger.view)).toContain('Nothing was saved.')
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
  const [first] = await suggest(bot, 'create_playbook', 'Standard')
  expect(first).toMatchObject({ value: 'v249', description: { text: 'Current version: Edition 249' } })
  expect(await suggest(bot, 'create_playbook', 'standard japan')).toMatchObject([
    { value: 'v37', description: { text: 'Version 38 of 250: For pilots in Japan' } },
  ])
  expect(await suggest(bot, 'create_playbook', 'Standard version 12')).toMatchObject([
    { value: 'v12', description: { text: 'Version 13 of 250: Edition 12' } },
    { value: 'v11' },
  ])
})

test('the preview names what the channel receives already, and channels that are called as the project or account', async () => {
  const bot = await botThatCreates()
  await bot.command(`subscribe ${project.name}`)
  bot.slack.fault.next = ({ method }) =>
    method === 'conversations.list'
      ? {
          body: {
            ok: true,
            channels: [
              { id: 'C0ROLL', name: 'globex-rollout' },
              { id: 'C0CORP', name: 'acme-corp-internal' },
              { id: 'C0ELSE', name: 'random' },
            ],
          },
        }
      : undefined
  const words = wordsOf((await bot.preview()).view as View)
  expect(words).toContain('That channel is already subscribed to: ')
  expect(words).toContain(project.name)
  expect(words).toContain('Channels with matching names: ')
  expect(words).toContain('C0ROLL')
  expect(words).toContain('C0CORP')
  expect(words).not.toContain('C0ELSE')
})
