import { expect, onTestFinished, test } from 'vitest'
import { by, chosen, option, several } from '../../support/acts.ts'
import {
  botThatCreates,
  inputOf,
  integrationUuid,
  pressOpenAgain,
  projectName as name,
  wordsOf,
} from '../../support/creating.ts'
import { channel, dana, projectEvent, startNode } from '../../support/running-bot.ts'
import { projectRequests, spoilForms } from '../../support/rows/post-rows.ts'
import { setProjectRequest } from '../../../../src/bot/features/projects/store/project-requests.ts'
import { hurried } from '../../support/hurried.ts'

const lee = by('U0LEE')

test('Create makes the project, posts its card, links channel and record, and tells the person; the echo adds nothing', async () => {
  const bot = await botThatCreates()
  const { view } = await bot.preview({
    create_customers: several(option('casey@acme.example', 'Casey')),
    'field:number:f2': { value: '48000' },
  })
  expect(await bot.create(view)).toEqual({ response_action: 'clear' })
  await bot.idle()
  expect(bot.tracker.wanted).toEqual([
    {
      name,
      playbook_uuid: 'p2',
      account: 'Acme Corp',
      start_date: '11/23/2026',
      project_owner: 'dana@vendor.example',
      customer_users: ['casey@acme.example'],
      datafields: { f2: 48_000 },
      send_invite_email: false,
      send_invite_email_customers: false,
    },
  ])
  const uuid = bot.tracker.made[0]?.uuid
  expect(bot.tracker.links).toMatchObject([{ integration_uuid: integrationUuid, project_uuid: uuid }])
  expect(bot.told()).toEqual([expect.stringContaining('was created.\n<#C0ACME> is subscribed to it.')])
  expect((await bot.command('subscriptions')).text).toContain(name)
  await bot.command('subscribe account:Acme Corp all')
  await bot.send(projectEvent('project_created', { uuid, name }))
  const shown = bot.slack.roots(channel).filter(({ text }) => text.includes(name))
  expect(shown.map(({ text }) => text).sort()).toEqual([
    expect.stringMatching(/^<@U0DANA> subscribed this channel to [^]*It receives /),
    expect.stringMatching(/^Project /),
  ])
})

test('a double press is one project, and so is the same form submitted twice', async () => {
  const bot = await botThatCreates()
  const [one, other] = await Promise.all([bot.preview({}, {}, 'V9'), bot.preview({}, {}, 'V9')])
  await Promise.all([bot.create(one.view), bot.create(one.view), bot.create(other.view)])
  await bot.idle()
  await bot.create(one.view)
  await bot.idle()
  expect(bot.told()).toHaveLength(1)
  expect(bot.tracker.wanted).toHaveLength(1)
  expect(bot.slack.roots(channel)).toHaveLength(2)
})

test('two people at once, on two nodes of one PostgreSQL, make one project and both hear', async () => {
  const bot = await botThatCreates({ engine: 'postgres' })
  const { bot: second, close } = await startNode(bot, { integrationUuid })
  onTestFinished(close)
  const other = { create_channel: { selected_conversation: 'C0OTHER' } }
  const [mine, theirs] = await Promise.all([bot.preview(), bot.preview(other, lee)])
  await Promise.all([bot.create(mine.view), bot.create(theirs.view, lee)])
  await bot.idle()
  await second.lanes.idle()
  await expect.poll(() => bot.told('U0LEE').length + bot.told().length).toBe(2)
  expect(bot.tracker.wanted).toHaveLength(1)
  expect(bot.tracker.made).toHaveLength(1)
  expect(bot.slack.roots(channel)).toHaveLength(2)
  expect(bot.slack.roots('C0OTHER')).toHaveLength(2)
  expect([...bot.told(), ...bot.told('U0LEE')].join('\n')).toContain('so there’s one project, not two')
})

test('somebody who wants another project under the same name is told, and their channel is not linked to it', async () => {
  const bot = await botThatCreates()
  const other = { create_account: chosen('Globex') }
  const [mine, theirs] = await Promise.all([bot.preview(), bot.preview(other, lee)])
  await bot.create(mine.view)
  await bot.create(theirs.view, lee)
  await bot.idle()
  expect(bot.tracker.wanted).toHaveLength(1)
  expect(bot.told('U0LEE').at(-1)).toContain('A project with this name already exists. Choose another name.')
})

test('field errors of the tracker come with Open again, and the form comes back as it was filled in', async () => {
  const bot = await botThatCreates()
  const fields = [{ field: 'due_date', message: 'Must be on or after start_date.' }]
  bot.tracker.control.onProject = async () => ({ fails: 'invalid', fields })
  await bot.creates({ 'field:number:f2': { value: '48000' } })
  const { refusal, view } = await pressOpenAgain(bot)
  expect(refusal.text).toContain('Due date: Must be on or after start_date.')
  const due = view.blocks.findIndex(({ block_id: id }) => id === 'create_due')
  expect(JSON.stringify(view.blocks[due + 1])).toContain(
    'Not saved: Due date: Must be on or after start_date.',
  )
  expect(JSON.stringify(view.blocks[0])).toContain('Each problem is shown under its field.')
  expect(inputOf(view, 'create_name')).toMatchObject({ initial_value: name })
  expect(inputOf(view, 'create_playbook')).toMatchObject({ initial_option: { value: 'p2' } })
  expect(inputOf(view, 'field:number:f2')).toMatchObject({ initial_value: '48000' })
})

test.each(['quota', 'unauthorized', 'unreachable'] as const)(
  'while the tracker refuses for now (%s), the project waits and the person hears so once',
  async (kind) => {
    const bot = await botThatCreates()
    const { view } = await bot.preview()
    bot.tracker.control.down = kind
    await bot.create(view)
    await expect.poll(() => bot.told().length).toBe(1)
    expect(bot.told().at(-1)).toContain('isn’t ready yet. Nothing is lost, and you’ll hear when it is.')
    bot.tracker.control.down = undefined
    const [job] = await projectRequests(bot.database)
    await bot.bot.deps.lanes.resume('create', job?.lane ?? '')
    await expect.poll(() => bot.told().length).toBe(2)
    expect(bot.told().at(-1)).toContain('was created.')
  },
)

test('a channel that the app is not in is not linked: the person hears in a direct message', async () => {
  const bot = await botThatCreates()
  const { view } = await bot.preview({ create_channel: { selected_conversation: null } })
  expect(wordsOf(view)).toContain('No channel is linked')
  await bot.create(view)
  await bot.idle()
  const direct = bot.slack.messages.filter((message) => message.channel === dana)
  expect(direct.at(-1)?.text).toContain('No channel is subscribed to it')
})

test('Create by somebody else, or of a form that is gone, creates nothing', async () => {
  const bot = await botThatCreates()
  const { view } = await bot.preview()
  await bot.create(view, lee)
  const gone = {
    type: 'modal',
    callback_id: 'create_preview',
    private_metadata: '{"request":999}',
    blocks: [],
  }
  await bot.create(gone)
  await bot.idle()
  expect(bot.tracker.wanted).toEqual([])
})

/** The tracker answers the first creation with a 500, and makes nothing. */
const failsOnce = ({ tracker: { control } }: Awaited<ReturnType<typeof botThatCreates>>) => {
  const fates = ['fails', 'works']
  control.onProject = async () => (fates.shift() === 'fails' ? { fails: 'unknown' } : 'works')
}

test('a 500 that created the project all the same is found by its name, and nothing is made twice', async () => {
  const bot = await botThatCreates()
  bot.tracker.control.onProject = async () => ({ fails: 'unknown', created: true })
  await bot.creates()
  expect(bot.tracker.wanted).toHaveLength(1)
  expect(bot.told().at(-1)).toContain('was created.')
  expect(bot.slack.roots(channel)).toHaveLength(2)
})

test('after a 500 that created nothing the project is looked for, and made once it certainly does not exist', async () => {
  const bot = await botThatCreates({ echoWaitMs: 0 })
  failsOnce(bot)
  await bot.creates()
  expect(bot.tracker.wanted).toHaveLength(2)
  expect(bot.tracker.made).toHaveLength(1)
  expect(bot.told().at(-1)).toContain('was created.')
})

test('while the time for it to appear lasts, a project without an answer is not asked for again', async () => {
  let now = Date.parse('2026-11-21T10:00:00Z')
  const bot = await botThatCreates({ now: () => now, laneOptions: { sweepMs: 20 } })
  bot.tracker.control.onProject = async () => ({ fails: 'unknown' })
  await bot.creates()
  expect(bot.told()).toEqual([
    'The project “Globex – Rollout” isn’t ready yet. Nothing is lost, and you’ll hear when it is.\nIf it takes long, /onboard status says whether the tracker is the reason.',
  ])
  now += 30_000
  await bot.idle()
  expect(bot.tracker.wanted).toHaveLength(1)
  const [row] = await projectRequests(bot.database)
  expect(row?.state).toBe('unknown')
})

test('after the clock was put back, the wait for a project without an answer begins anew, and ends', async () => {
  const { options, pass, passing } = hurried()
  const bot = await botThatCreates(options)
  failsOnce(bot)
  await bot.creates()
  pass(-3_600_000)
  await bot.idle()
  pass(50_000)
  await bot.idle()
  expect(bot.tracker.wanted).toHaveLength(1)
  const wanted = () => bot.tracker.wanted.length
  await expect.poll(passing(bot.idle, wanted)).toBe(2)
  await bot.idle()
  expect(bot.told().at(-1)).toContain('was created.')
})

test('where the tracker has too many names to be sure, a project without an answer is never asked for twice', async () => {
  const bot = await botThatCreates({ echoWaitMs: 0 })
  bot.tracker.control.total = 201
  bot.tracker.control.onProject = async () => ({ fails: 'unknown' })
  const { view } = await bot.preview()
  bot.tracker.links.length = 0
  await bot.create(view)
  await bot.idle()
  expect(bot.tracker.wanted).toHaveLength(1)
  expect(bot.told().at(-1)).toContain('It may or may not exist.')
})

test('a process that dies while the tracker creates finds the project on its return, and makes no second', async () => {
  const bot = await botThatCreates({ laneOptions: { graceMs: 50 } })
  const never = new Promise<'works'>(() => undefined)
  bot.tracker.control.onProject = (input) => {
    bot.tracker.made.push({ uuid: 'made', name: input.name, account: { name: input.account } })
    return never
  }
  await bot.create((await bot.preview()).view)
  await bot.until(() => expect(bot.tracker.wanted).toHaveLength(1))
  await bot.restart()
  await bot.until(() => expect(bot.told().at(-1)).toContain('was created.'))
  expect(bot.tracker.wanted).toHaveLength(1)
})

test('a stored form that cannot be read is set aside before anything is created, and its person hears so', async () => {
  const bot = await botThatCreates()
  await bot.preview()
  await spoilForms(bot.database)
  const [{ id } = { id: 0 }] = await projectRequests(bot.database)
  await setProjectRequest(bot.database.sql, id, { state: 'stored' })
  const { database, lanes } = bot.bot.deps
  await database.transaction((tx) =>
    lanes.enqueue(tx, [{ kind: 'create', lane: 'name', payload: { request: id } }]),
  )
  await bot.idle()
  expect(await lanes.aside({ kind: 'create' })).toMatchObject([{ payload: { request: id } }])
  expect((await projectRequests(bot.database))[0]?.state).toBe('unconfirmed')
  expect(bot.slack.roots('U0DANA').at(-1)?.text).toContain('didn’t confirm the project')
  expect(bot.tracker.wanted).toEqual([])
})
