import { expect, test } from 'vitest'
import { externalIdOf } from '../../../../src/bot/features/projects/make-project.ts'
import { validateView } from '../../../support/slack-limits.ts'
import { botThatCreates, inputOf, projectName, type View, wordsOf } from '../../support/creating.ts'
import { project } from '../../support/stand-in-tracker.ts'

type Bot = Awaited<ReturnType<typeof botThatCreates>>

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
  bot.tracker.users.splice(
    1,
    1,
    contact('casey', 'Casey Jones', 'Acme Corp'),
    contact('robin', 'Robin Reed', 'Globex'),
  )
  return bot
}

const chosen = (value: string, text: string) => ({
  selected_option: { value, text: { type: 'plain_text', text } },
})
const several = (value: string, text: string) => ({
  selected_options: [{ value, text: { type: 'plain_text', text } }],
})

/** What the menu of customers offers in a dialog with this metadata. */
const offered = async (bot: Bot, view: Pick<View, 'private_metadata'>) =>
  (await bot.suggests('create_customers', '', view)).map(({ text }) => text.text)

test('the menu of customers offers those of the chosen account alone', async () => {
  const bot = await twoAccounts()
  await bot.askToCreate('create Globex – Rollout')
  const first = await bot.opened()
  expect(await offered(bot, first)).toEqual([])
  const ofAcme = await bot.chooseAccount(first, 'Acme Corp', { create_name: { value: 'kept' } })
  expect(() => validateView(ofAcme)).not.toThrow()
  expect(inputOf(ofAcme, 'create_name')).toMatchObject({ initial_value: 'kept' })
  expect(await offered(bot, ofAcme)).toEqual(['Casey Jones'])
  expect(await offered(bot, await bot.chooseAccount(ofAcme, 'Globex'))).toEqual(['Robin Reed'])
})

test('another account’s customer is refused under the input', async () => {
  const bot = await twoAccounts()
  const robin = several('robin@customers.example', 'Robin Reed')
  const { errors } = await bot.preview({ create_customers: robin })
  expect(errors).toEqual({ create_customers: 'Not contacts of Acme Corp: Robin Reed. Remove them.' })
  expect(bot.tracker.wanted).toEqual([])
})

test('the preview asks the tracker for the account and its spelling', async () => {
  const bot = await twoAccounts()
  const { view } = await bot.preview({ create_account: chosen('Acme Crop', 'Acme Crop') })
  expect(wordsOf(view as View)).toContain('the name must match exactly. Did you mean Acme Corp?')
  const { view: right } = await bot.preview({ create_account: chosen('acme corp', 'acme corp') })
  expect(wordsOf(right as View)).toContain(' acme corp\\n')
})

test('the preview computes the due date from the playbook’s duration', async () => {
  const bot = await twoAccounts()
  const duration = 'the end of the playbook’s duration'
  expect(wordsOf((await bot.preview()).view as View)).toContain(duration)
  Object.assign(bot.tracker.playbooks.find(({ uuid }) => uuid === 'p2') ?? {}, { duration_days: 42 })
  const computed = wordsOf((await bot.preview()).view as View)
  expect(computed).toContain('Nov 23, 2026 to Jan 4, 2027 (the playbook’s 42 days)')
  expect(computed).not.toContain(duration)
  const { view: given } = await bot.preview({ create_due: { selected_date: '2026-12-24' } })
  expect(wordsOf(given as View)).not.toContain('42 days')
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
