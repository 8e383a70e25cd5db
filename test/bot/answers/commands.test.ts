import { actions } from '../../../src/bot/kit/ids.ts'
import { expect, test } from 'vitest'
import { engines } from '../../support/databases.ts'
import type { HelpEntry } from '../../../src/bot/answers/messages/answers.ts'
import { subcommandNames, subcommands } from '../../../src/bot/doors/subcommands.ts'
import { buttonOf } from '../support/pressing.ts'
import { botWithThread, commentEvent, dana, runningBot } from '../support/running-bot.ts'
import { moduleNames } from '../../../src/bot/store/channel-tasks.ts'
import { noteModuleName } from '../../../src/bot/store/notes.ts'
import { project, task, taskUuid } from '../support/stand-in-tracker.ts'

test('help is three sentences and the next steps; All commands replaces them; an unknown word answers with the nearest one', async () => {
  const { command, pressIn } = await runningBot()
  const short = await command('help')
  expect(short.text.split('\n')).toHaveLength(3)
  for (const next of ['Choose a project', 'Projects', 'New project'])
    expect(buttonOf(short, next).action).toContain(actions.runAgain)
  const all = await pressIn(short, 'All commands')
  expect(all.replace_original).toBe(true)
  for (const name of subcommandNames) expect(all.text).toContain(`/onboard ${name}`)
  const [first = '', admins = ''] = all.text.split('For admins')
  const ofChannels = Object.values<HelpEntry>(subcommands).filter(({ isFor }) => isFor === 'channels')
  expect(first.match(/^\/onboard/gm)).toHaveLength(ofChannels.length)
  expect(admins).toMatch(/\/onboard (status|doctor)/)
  expect(first + short.text).not.toMatch(/uuid|external id|-name/)
  expect((await command('porject x')).text).toContain('project')
  expect((await command('help subscibe')).text).toContain('Did you mean /onboard subscribe?')
})

test('projects finds by a part of the name; project shows one by name, URL and uuid', async () => {
  const { command } = await runningBot()
  expect((await command('projects Acme')).text).toContain(project.name)
  for (const words of ['Acme Corp – Standard', `<${project.internal_project_url}>`, project.uuid]) {
    const answer = await command(`project ${words}`)
    expect(answer.text).toContain('40%')
    expect(answer.response_type).toBe('ephemeral')
  }
  expect((await command('project Nowhere')).text).toContain('Nowhere')
})

test.each(['0051', 'CRM-7 & 8', '8c9d1f1e-52b0-4b8e-a7a5-0f2b6f0f7d11'])(
  'project finds by the external id %s',
  async (externalId) => {
    const { command, tracker } = await runningBot()
    const of = { project_uuid: project.uuid, integration_uuid: project.uuid, external_id: externalId }
    await tracker.api.createExternalLink({ ...of, external_type: 'CRM', external_label: 'CRM' })
    const typed = externalId.replace('&', '&amp;')
    expect((await command(`project ${typed}`)).text).toContain('40%')
    expect((await command(`subscribe ${typed}`)).text).toContain(project.name)
  },
)

test('several projects of a name are a choice', async () => {
  const { command, tracker } = await runningBot()
  const uuid = '33333333-3333-4333-8333-333333333333'
  tracker.projects.push({ ...project, uuid, name: 'Acme Corp – Enterprise' })
  const { text } = await command('project Acme Corp')
  expect(text).toContain('Enterprise')
  expect(text).toContain('Standard')
})

test('subscribe is said in the channel; subscriptions lists it; unsubscribe ends it', async () => {
  const { customerSays, command, slack } = await runningBot()
  const said = await command(`subscribe "${project.name}" comments`)
  expect(said.response_type).toBe('in_channel')
  expect((await command('subscriptions')).text).toContain(project.name)
  expect((await command(`unsubscribe "${project.name}"`)).response_type).toBe('in_channel')
  await customerSays('Nobody listens')
  expect(slack.messages).toHaveLength(0)
  expect((await command(`unsubscribe "${project.name}"`)).response_type).toBe('ephemeral')
})

test('an event that is excluded does not come', async () => {
  const { command, tracker, slack, send } = await runningBot()
  await command('subscribe all all -comment_reply')
  const comment = tracker.addComment({ message_plain: 'A reply' })
  await send(commentEvent(comment, 'comment_reply'))
  expect(slack.messages).toHaveLength(0)
  await send(commentEvent(comment, 'comment_new'))
  expect(slack.messages).toHaveLength(2)
})

test('task shows a card by uuid, and finds by text what the channel has seen', async () => {
  const { command } = await botWithThread()
  expect((await command(`task ${taskUuid}`)).text).toContain('Kick-off call')
  expect((await command('task kick-off')).text).toContain('Kick-off call')
  expect((await command('task nothing of the kind')).text).toContain('nothing of the kind')
})

for (const engine of engines)
  test(`a task or module is found by its words in any letter case and alphabet (${engine})`, async () => {
    const { command, tracker, hook, idle, database } = await botWithThread({ engine })
    const names = [
      'Übergabe der Schlüssel',
      'ПЛАН запуска',
      'Émile’s review',
      'İstanbul visit',
      'Zu\u0308rich visit',
    ]
    for (const [at, name] of names.entries()) {
      const uuid = `${at}3333333-3333-4333-8333-333333333333`
      tracker.tasks.set(uuid, { ...task, uuid, name })
      await hook(commentEvent(tracker.addComment({ message_plain: 'Hi', associated_object_uuid: uuid })))
    }
    await idle()
    for (const typed of ['Übergabe', 'übergabe SCHLÜSSEL', 'ÜBERGABE'])
      expect((await command(`task ${typed}`)).text).toContain('Übergabe der Schlüssel')
    for (const typed of ['план Запуска', 'ПЛАН'])
      expect((await command(`task ${typed}`)).text).toContain('ПЛАН запуска')
    expect((await command("task émile's")).text).toContain('Émile’s review')
    expect((await command('task istanbul')).text).toContain('İstanbul visit')
    expect((await command('task zürich')).text).toContain('rich visit')
    expect((await command('task Zu\u0308rich')).text).toContain('rich visit')
    expect((await command(`task ${'übergabe der '.repeat(1_500)}`)).text).toContain('Übergabe der Schlüssel')
    const { sql } = database
    for (const name of ['Übergabe 50%', 'Übergabe 500']) await noteModuleName(project.uuid, name)(sql, 1)
    expect(await moduleNames(sql, 'übergabe', 9)).toHaveLength(2)
    expect(await moduleNames(sql, '50%', 9)).toEqual(['Übergabe 50%'])
  })

test("a comment made by command and edited in the tracker changes in the thread, in its author's name", async () => {
  const { types, tracker, slack, idle, root, edits } = await botWithThread()
  await types(`comment ${taskUuid} On Monday`)
  await idle()
  const made = tracker.newest()
  await edits(made, 'Dana Smith (Slack): On Tuesday')
  expect(slack.thread(root.ts).at(-1)).toContain('On Tuesday')
  expect(slack.thread(root.ts).at(-1)).not.toContain('API User')
})

test('comment posts a comment, shows it in the thread, and tells its author with a link; no echo', async () => {
  const { types, tracker, slack, idle, root, hook } = await botWithThread()
  tracker.control.onCreated = async (comment) => void (await hook(commentEvent(comment)))
  await types(`comment ${taskUuid} From the command`)
  await idle()
  expect(tracker.asked()).toEqual(['Dana Smith (Slack): From the command'])
  expect(slack.thread(root.ts).filter((text) => text.includes('From the command'))).toHaveLength(1)
  expect(slack.whispers(dana).join()).toContain('https://slack.example/')
})

test('a tracker that is away is told with a reference; nothing is thrown at the person', async () => {
  const { command, tracker } = await runningBot()
  tracker.control.down = 'unreachable'
  const { text } = await command('projects')
  expect(text).toMatch(/tracker/i)
  expect(text).not.toMatch(/at .*\.ts/)
})

test('the Comment button opens a dialog; submitting it twice is one comment', async () => {
  const { presses, submits, viewIn, tracker, idle } = await botWithThread()
  await presses('comment_on_task', taskUuid)
  const view = await viewIn()
  expect(JSON.stringify(view)).toContain('Acme Corp reads this comment.')
  const words = { comment_text: { type: 'plain_text_input', value: 'a <b> & c' } }
  const submit = () => submits({ ...view, id: 'V1' }, words)
  await Promise.all([submit(), submit()])
  await idle()
  expect(tracker.asked()).toEqual(['Dana Smith (Slack): a <b> & c'])
})

const levis = { ...project, uuid: '44444444-4444-4444-8444-444444444444', name: "Levi's move – Phase 1" }

test('a name that nothing has is not found by one of its words', async () => {
  const { command } = await runningBot()
  expect((await command('project Acme’s other rollout')).text).toContain('No project found')
})

test('an account is subscribed to and unsubscribed from as people type its name', async () => {
  const { command, tracker } = await runningBot()
  tracker.addAccounts("Levi's – EMEA")
  expect((await command('subscribe account:LEVI’S - emea comments')).text).toContain("Levi's – EMEA")
  expect((await command('subscriptions')).text).toContain("the account Levi's – EMEA")
  expect((await command('unsubscribe account:‘levi’s – EMEA’')).response_type).toBe('in_channel')
})

test('a word with a capital ends a name, and one without is an event', async () => {
  const { command, tracker } = await runningBot()
  tracker.projects.push({ ...levis, name: 'Data Projects' })
  expect((await command('subscribe Data Projects')).text).toContain('Data Projects')
  expect((await command(`subscribe ${project.name} comments`)).text).toContain(project.name)
  const { text } = await command('subscriptions')
  expect(text).toContain('Data Projects: comments, tasks')
  expect(text).toContain(`${project.name}: comments,`)
  expect((await command('subscribe Nothing Comments')).text).toContain('“Nothing Comments”')
})

test('a field is set by its name as people type it', async () => {
  const { command, tracker } = await runningBot()
  const name = "Customer's region – EU"
  tracker.fields.push({ uuid: 'f1', name, object_type: 'PROJECT' })
  tracker.values.push({ uuid: 'v1', datafield_uuid: 'f1', name, value: 'EMEA' })
  await command(`subscribe "${project.name}"`)
  expect((await command('set ‘customer’s region - eu’ = APAC')).text).toContain(name)
})
