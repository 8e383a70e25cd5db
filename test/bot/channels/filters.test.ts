import { expect, test } from 'vitest'
import { validateView } from '../../support/slack-limits.ts'
import { invitation, moduleEvent, subtaskEvent } from '../support/listening.ts'
import { channel, commentEvent, envelope, projectEvent, taskEvent } from '../support/running-bot.ts'
import { customer, project, taskUuid } from '../support/stand-in-tracker.ts'
import { steering } from '../support/steering.ts'

const casey = { uuid: customer, email: 'casey@acme.example', name: 'Casey Jones' }
const by = (facts: object) => ({ modified: { modified_at: '2026-11-21T10:00:00Z', modified_by: facts } })

test('/onboard settings filters opens a dialog that Slack takes; what is saved is said in the channel once', async () => {
  const { command, slack, opened, filter, until } = await steering()
  void command('settings filters')
  await until(() => expect(slack.made('views.open')).toHaveLength(1))
  expect(() => validateView(opened())).not.toThrow()
  expect(opened()).toMatchObject({ callback_id: 'filters_dialog', private_metadata: channel })
  const exclude = { events: ['subtasks', 'task_updated'], people: [casey] }
  const lists = { include: { modules: ['Kickoff'] }, exclude, tasks: 'visible' as const }
  await filter(lists, 'V-once')
  await filter(lists, 'V-once')
  const said = slack.roots(channel).filter(({ text }) => text.includes('filters'))
  expect(said.map(({ text }) => text)).toMatchInlineSnapshot(`
    [
      "<@U0DANA> changed this channel’s filters.
    Of what it is subscribed to, it receives:
    • only tasks of these modules: Kickoff
    • only customer-visible tasks
    • never these events: changed tasks and subtasks
    • never what these people did: Casey Jones",
    ]
  `)
  void command('settings filters')
  await until(() => expect(slack.made('views.open')).toHaveLength(2))
  expect(() => validateView(opened())).not.toThrow()
  const element = (id: string) => opened().blocks.find((block) => block.block_id === id)?.element
  expect(element('filter_include_modules')).toMatchObject({ initial_options: [{ value: 'Kickoff' }] })
  expect(element('filter_exclude_people')).toMatchObject({
    initial_options: [{ value: `${customer}|casey@acme.example`, text: { text: 'Casey Jones' } }],
  })
  expect(element('filter_tasks')).toMatchObject({ initial_option: { value: 'visible' } })
  expect((await command('settings everything')).text).toContain('the word filters')
  expect((await command('subscriptions')).text).toContain('Filter: only customer-visible tasks')
})

test('filters: nothing set is everything; an include list lets its matches through; an exclude list always wins', async () => {
  const { filter, customerSays, said, reasons } = await steering()
  await filter({})
  await customerSays('One')
  await filter({ include: { events: ['tasks'] } })
  await customerSays('Two')
  await filter({ include: { events: ['comments'] } })
  await customerSays('Three')
  await filter({ include: { events: ['comments'] }, exclude: { events: ['comment_new'] } })
  await customerSays('Four')
  await filter({})
  await customerSays('Five')
  expect(['One', 'Two', 'Three', 'Four', 'Five'].map((words) => said(words).length)).toEqual([1, 0, 1, 0, 1])
  expect(await reasons()).toEqual([
    'left out by the channel’s filters: the event comment new is not among those included',
    'left out by the channel’s filters: the event comment new is excluded',
  ])
})

test('filters: a comment goes by its task’s module and assignee and by its author; a subtask by its task', async () => {
  const { filter, customerSays, said, changeTask, send } = await steering()
  await filter({ include: { modules: ['kickoff'] }, exclude: { assignees: ['Robin Hill'], people: [casey] } })
  await customerSays('By Casey')
  await customerSays('By Lee', { created_by_uuid: 'u9', created_by_name: 'Casey Jones' })
  const byLee = by({ full_name: 'Lee Wong' })
  await send({ ...subtaskEvent('subtask_completed', { name: 'Before' }), ...byLee })
  changeTask({ assignee_name: 'robin hill ' })
  const another = { uuid: '33333333-3333-4333-8333-333333333334', name: 'Robin’s' }
  await send({ ...subtaskEvent('subtask_completed', another), ...byLee })
  changeTask({ assignee_name: null, module_name: 'Handover' })
  await customerSays('Of the handover', { created_by_uuid: 'u9' })
  expect(said('By Casey')).toEqual([])
  expect(said('By Lee')).toHaveLength(1)
  expect(said('Before')).toHaveLength(1)
  expect(said('Robin’s')).toEqual([])
  expect(said('Of the handover')).toEqual([])
})

test('filters: module and assignee lists speak of tasks and modules: what happens to the project passes them', async () => {
  const { filter, send, said, change, changeTask } = await steering()
  await filter({ include: { modules: ['Handover'], assignees: ['Robin Hill'] } })
  await send(moduleEvent('100', { name: 'Kickoff' }), moduleEvent('100', { uuid: 'm2', name: 'Handover' }))
  changeTask({ status: 'Completed' })
  await send(taskEvent('task_completed'))
  change({ project_state: 'Completed' })
  await send(projectEvent('project_completed'))
  expect(said('Kickoff')).toEqual([])
  expect(said('Handover').filter(({ text }) => !text.includes('filters'))).toHaveLength(1)
  expect(said('Project completed')).toHaveLength(1)
})

test('filters: the acting person of an event is known by email address, else by name', async () => {
  const { filter, hook, idle, said, tracker } = await steering()
  const lee = { uuid: 'u3', email: 'lee@vendor.example', name: 'Lee Wong' }
  tracker.users.push({ uuid: 'u7', full_name: 'Robin Hill', email_address: 'robin@globex.example' })
  await filter({ include: { people: [lee] } })
  const invite = async (uuid: string, name: string, facts: object) => {
    tracker.users.push({ uuid, full_name: name })
    const payload = { ...invitation().payload, invited_user: { uuid, full_name: name } }
    await hook(envelope('project_invitation', payload, facts))
    await idle()
  }
  await invite('a1', 'Anna', by({ email_address: 'LEE@vendor.example', full_name: 'Somebody' }))
  await invite('b1', 'Bert', by({ first_name: 'Lee', last_name: 'Wong' }))
  await invite('c1', 'Cora', by({ email_address: 'other@vendor.example', full_name: 'Lee Wong' }))
  await invite('d1', 'Dirk', { modified: null })
  expect(['Anna', 'Bert', 'Cora', 'Dirk'].map((words) => said(words).length)).toEqual([1, 1, 0, 0])
})

test('filters: what an old tracker does not tell is on no list, and may be internal', async () => {
  const { filter, customerSays, said, changeTask, reasons } = await steering()
  changeTask({ module_name: undefined, assignee_name: undefined, is_internal: undefined })
  await filter({ exclude: { modules: ['Kickoff'], assignees: ['Casey Jones'] } })
  await customerSays('Nothing excludes it')
  await filter({ include: { modules: ['Kickoff'] } })
  await customerSays('Nothing includes it')
  await filter({ tasks: 'visible' })
  await customerSays('Perhaps internal')
  await filter({ tasks: 'internal' })
  await customerSays('Perhaps not')
  expect(said('Nothing excludes it')).toHaveLength(1)
  expect(said('Nothing includes it')).toEqual([])
  expect(said('Perhaps internal')).toEqual([])
  expect(said('Perhaps not')).toEqual([])
  expect((await reasons()).at(-1)).toBe('left out by the channel’s filters: the task may be internal')
})

test('filters: cards that stand there are kept up to date, whatever the filters leave out', async () => {
  const { filter, customerSays, threadOf, changeTask, send, slack, tracker, hook, idle } = await steering()
  const comment = await customerSays('Hello')
  await filter({ include: { events: ['project_completed'] } })
  changeTask({ status: 'Completed', assignee_name: 'Robin Hill' })
  await send(taskEvent('task_completed'))
  const { root, lines } = threadOf('Kick-off call')
  expect(root?.text).toContain('Completed')
  expect(root?.text).toContain('Robin Hill')
  expect(lines).toHaveLength(1)
  tracker.comments.set(comment.uuid, { ...comment, message_plain: 'Hello, edited' })
  await hook(commentEvent(comment, 'comment_updated'))
  await idle()
  expect(slack.thread(root?.ts)).toEqual([expect.stringContaining('Hello, edited')])
  tracker.comments.delete(comment.uuid)
  await hook(commentEvent(comment, 'comment_deleted'))
  await idle()
  expect(slack.thread(root?.ts)).toEqual([expect.stringContaining('deleted')])
})

test.each(['sqlite', 'postgres'] as const)(
  'filters: a comment left out as new is posted once when it is announced as a mention that is wanted (%s)',
  async (engine) => {
    const { filter, customerSays, said, hook, idle } = await steering({ engine })
    await filter({ include: { events: ['comment_mention'] } })
    const comment = await customerSays('@Dana, please look')
    expect(said('please look')).toEqual([])
    await hook(commentEvent(comment, 'comment_mention'))
    await hook(commentEvent(comment, 'comment_mention'))
    await hook(commentEvent(comment, 'comment_new'))
    await idle()
    expect(said('please look')).toHaveLength(1)
  },
)

test('filters only ever narrow: an internal task stays out of a shared channel', async () => {
  const { slack, command, filter, customerSays, changeTask, said, opened, until } = await steering({
    shared: true,
  })
  await command(`subscribe "${project.name}" all`)
  changeTask({ is_internal: true })
  await filter({ tasks: 'internal', include: { events: ['comments'] } })
  await customerSays('Between us')
  expect(said('Between us')).toEqual([])
  void command('settings filters')
  await until(() => expect(slack.made('views.open')).toHaveLength(1))
  expect(JSON.stringify(opened())).not.toContain('Only internal tasks')
})

test('filters: lists that leave nothing are refused at their inputs, and nothing changes', async () => {
  const { filter, customerSays, said } = await steering()
  const people = [casey]
  expect(
    await filter({
      include: { events: ['comment_new', 'comment_reply'], modules: ['Kickoff'], people },
      exclude: { events: ['comments'], modules: ['KICKOFF', 'Handover'], people },
    }),
  ).toMatchObject({
    response_action: 'errors',
    errors: {
      filter_exclude_events: expect.stringContaining('nothing would arrive') as string,
      filter_exclude_modules: expect.stringContaining('nothing would arrive') as string,
      filter_exclude_people: expect.stringContaining('nothing would arrive') as string,
    },
  })
  await customerSays('Still here')
  expect(said('Still here')).toHaveLength(1)
})

test('filters: modules, assignees and people are found by typing', async () => {
  const { customerSays, tracker, interaction, person } = await steering()
  await customerSays('A task of Kickoff')
  tracker.users.push(
    { uuid: 'u3', full_name: 'Lee Wong', email_address: 'lee@vendor.example', is_customer: false },
    { uuid: customer, full_name: 'Casey Jones', email_address: 'casey@acme.example', is_customer: true },
  )
  const offered = async (menu: string, value: string) => {
    const response = await interaction({
      type: 'block_suggestion',
      ...person,
      action_id: menu,
      block_id: menu,
      value,
      view: { id: 'V1', type: 'modal', callback_id: 'filters_dialog', private_metadata: channel },
    })
    const { options } = (await response.json()) as { options: { value: string; text: { text: string } }[] }
    return options.map((option) => `${option.text.text} = ${option.value}`)
  }
  expect(await offered('filter_include_modules', 'kick')).toEqual(['Kickoff = Kickoff', 'kick = kick'])
  expect(await offered('filter_exclude_assignees', 'jones')).toEqual([
    'Casey Jones = Casey Jones',
    'jones = jones',
  ])
  expect(await offered('filter_exclude_people', 'lee@')).toEqual(['Lee Wong = u3|lee@vendor.example'])
})

test('filters: a task’s module is believed from its event where the tracker does not tell it', async () => {
  const { filter, changeTask, send, said } = await steering()
  changeTask({ module_name: undefined, status: 'Completed' })
  await filter({ include: { modules: ['Kickoff'] } })
  await send(taskEvent('task_completed', { module_name: 'Kickoff', uuid: taskUuid }))
  expect(said('Kick-off call').length).toBeGreaterThan(0)
})
