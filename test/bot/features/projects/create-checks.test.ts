import { expect, test } from 'vitest'
import { ApiProblem } from '../../../../src/contract/problem.ts'
import { botThatCreates, pressOpenAgain, type View, wordsOf } from '../../support/creating.ts'
import { channel } from '../../support/running-bot.ts'
import { project } from '../../support/stand-in-tracker.ts'

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
  const words = wordsOf((await bot.preview()).view as View)
  expect(words).toContain('It is already subscribed to: ')
  expect(words).toContain(project.name)
  const without = await bot.preview({ create_channel: { selected_conversation: null } })
  const offered = wordsOf(without.view as View)
  expect(offered).toContain('There are channels with matching names: ')
  expect(offered).toContain('C0ROLL')
  expect(offered).toContain('C0CORP')
  expect(offered).not.toContain('C0ELSE')
})
