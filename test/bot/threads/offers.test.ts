import { expect, test } from 'vitest'
import { putChannelSettings } from '../../../src/bot/store/channels/channel-settings.ts'
import { defaultSettings } from '../../../src/bot/store/ledger/settings-in.ts'
import { likeliest } from '../../../src/bot/use-cases/threads/likeliest.ts'
import { commentEvent, channel, dana, runningBot, withMore } from '../support/running-bot.ts'
import { buttonOf, pressing, type Answered } from '../support/pressing.ts'
import { project, task, taskUuid } from '../support/stand-in-tracker.ts'
import { threadOfPeople } from '../support/thread-of-people.ts'

const casey = 'U0CASEY'
const lee = 'U0LEE'
const dataImport = '33333333-3333-4333-8333-333333333333'
const secret = '44444444-4444-4444-8444-444444444444'

/** A channel that Acme's people read, where the team wants to be asked, and the tasks that the bot has seen. */
const sharedChannel = async (changes: Parameters<typeof runningBot>[0] = {}, offers: 'on' | 'off' = 'on') => {
  const running = await runningBot(changes)
  const { slack, tracker, hook, slackEvent, idle } = running
  slack.shared.add(channel)
  await running.confirmed(`subscribe "${project.name}"`)
  tracker.tasks.set(dataImport, { ...task, uuid: dataImport, name: 'Data import', assignee_name: 'Lee Wong' })
  tracker.tasks.set(secret, { ...task, uuid: secret, name: 'Margin and discount', is_internal: true })
  for (const uuid of [taskUuid, dataImport, secret])
    await hook(commentEvent(tracker.addComment({ message_plain: 'Hello', associated_object_uuid: uuid })))
  await idle()
  await running.database.transaction((tx) =>
    putChannelSettings(tx, channel, { ...defaultSettings, offers }, { user: dana, at: 1 }),
  )
  const { press } = await pressing(running)
  let stamps = 0
  /** A message at the top of the channel. */
  const writes = async (text: string, facts: object = {}) => {
    const ts = `1763650000.${String(++stamps * 100).padStart(6, '0')}`
    const said = { type: 'message', user: casey, text, ts, ...facts }
    slack.said.push({ ...said, thread_ts: ts })
    const event = { ...said, channel, channel_type: 'channel', team: 'T2' }
    await slackEvent(event)
    await idle()
    return { ts, event }
  }
  const offersTo = (user: string) =>
    slack.ephemerals(user).filter(({ text }) => String(text).includes('Is this a comment on a task?'))
  /** Presses a button of the last offer, as this person. */
  const press1 = (label: string, user: string = dana): Promise<Answered> => {
    const { blocks } = offersTo(user).at(-1) as { blocks: string | Answered['blocks'] }
    const shown = typeof blocks === 'string' ? (JSON.parse(blocks) as Answered['blocks']) : blocks
    const { action, value } = buttonOf({ blocks: shown }, label)
    return press(action, value, { user: { id: user, team_id: 'T1' } })
  }
  return withMore(running, {
    writes,
    offersTo,
    press: press1,
    comments: () => tracker.attempts.map(({ message_plain: text, task_uuid: to }) => ({ text, to })),
  })
}

test.each(['sqlite', 'postgres'] as const)(
  'a customer’s message at the top is offered to the team alone; one press makes it a comment and its thread the task’s (%s)',
  async (engine) => {
    const { writes, offersTo, press, comments, slack, idle, tracker, hook } = await sharedChannel({ engine })
    const { ts } = await writes('When does the data import run?')
    expect(offersTo(dana)).toHaveLength(1)
    expect(offersTo(lee)).toHaveLength(1)
    expect(slack.ephemerals(casey)).toEqual([])
    const [offer] = offersTo(dana)
    expect(offer?.['text']).toContain('Possible tasks: “Data import”, “Kick-off call”.')
    expect(offer?.['text']).not.toContain('Margin')
    const answer = await press('Data import')
    expect(answer.text).toContain('becomes a comment on')
    await idle()
    expect(comments()).toEqual([
      {
        text: expect.stringMatching(
          /^Casey Jones \(Acme Corp, Slack, .*\): When does the data import run\?$/,
        ),
        to: dataImport,
      },
    ])
    expect(slack.reactions(ts)).toEqual(['white_check_mark'])
    expect(slack.thread(ts).join('\n')).toContain('synced this thread with the task')
    await hook(
      commentEvent(tracker.addComment({ message_plain: 'On Friday', associated_object_uuid: dataImport })),
    )
    await idle()
    expect(slack.thread(ts).at(-1)).toContain('On Friday')
  },
)

test('nobody is asked twice: Slack’s repeats, a second press, another person’s press', async () => {
  const { writes, offersTo, press, comments, slackEvent, restart, idle } = await sharedChannel()
  const { event } = await writes('The kick-off call')
  await Promise.all([slackEvent(event), slackEvent(event)])
  await restart()
  await slackEvent(event)
  await idle()
  expect(offersTo(dana)).toHaveLength(1)
  const answers = await Promise.all([press(task.name), press('Data import', lee), press(task.name)])
  expect(answers.filter(({ text }) => text.includes('becomes a comment'))).toHaveLength(1)
  expect(answers.filter(({ text }) => text.includes('Already done'))).toHaveLength(2)
  await idle()
  expect(comments()).toHaveLength(1)
})

test('Not a comment: it stays in Slack, and whoever presses later hears so', async () => {
  const { writes, press, comments, idle } = await sharedChannel()
  await writes('Happy holidays')
  expect(await press('Not a comment')).toMatchObject({ delete_original: true })
  expect((await press(task.name, lee)).text).toContain(`<@${dana}> said that it isn’t a comment`)
  await idle()
  expect(comments()).toEqual([])
})

test('Another task… opens the dialog, and what is chosen there is the comment’s task', async () => {
  const running = await sharedChannel()
  const { writes, comments, idle, slack } = running
  const { ts } = await writes('Something else')
  const thread = await threadOfPeople(running)
  await thread.pressed('offer_other', ts)
  await thread.submit(await thread.opened(), thread.chosen(taskUuid))
  await expect.poll(() => JSON.stringify(thread.shown())).toContain('becomes a comment')
  await idle()
  expect(comments()).toMatchObject([{ to: taskUuid }])
  expect(slack.thread(ts).length).toBeGreaterThan(0)
})

test('nothing is offered without the setting, for our own people and apps, in threads, or where no task is seen', async () => {
  const off = await sharedChannel({}, 'off')
  await off.writes('When does the data import run?')
  expect(off.offersTo(dana)).toEqual([])
  const on = await sharedChannel()
  await on.writes('From Lee', { user: lee })
  await on.writes('From an app', { bot_id: 'B0OTHER' })
  await on.writes('In a thread', { thread_ts: '1763600000.000001' })
  await on.writes('<@U0BOT> help')
  expect(on.offersTo(dana)).toEqual([])
})

test('a message that was deleted meanwhile, and a refusal of the tracker, are told to the person who pressed', async () => {
  const { writes, press, comments, slack, tracker, idle } = await sharedChannel()
  await writes('Never mind')
  slack.said.length = 0
  expect((await press(task.name)).text).toContain('was deleted in Slack')
  tracker.control.onCreate = () => ({ fails: 'invalid', message: 'No links' })
  await writes('See https://x.example')
  await press(task.name)
  await idle()
  expect(comments()).toHaveLength(1)
  expect(slack.ephemerals(dana).at(-1)?.['text']).toContain('No links')
  expect(slack.ephemerals(casey)).toEqual([])
})

test('the likeliest task is found by words, then the module’s, then whom it is assigned to, then what happened last', () => {
  const of = (name: string, facts: object = {}) => ({
    uuid: name,
    name,
    projectUuid: 'p',
    projectName: 'P',
    isInternal: false,
    isDone: false,
    moduleName: undefined,
    assigneeName: undefined,
    activeAt: 0,
    ...facts,
  })
  const tasks = [
    of('Kickoff'),
    of('Data imports', { activeAt: 1 }),
    of('Contract', { moduleName: 'Legal review', activeAt: 2 }),
    of('Training', { assigneeName: 'Casey Jones', activeAt: 3 }),
    of('Hand-over', { activeAt: 9 }),
  ]
  const first = (text: string, ...people: string[]) => likeliest(tasks, text, people)[0]?.name
  expect(first('when is the kick-off? the kickoff call')).toBe('Kickoff')
  expect(first('Did the import work?')).toBe('Data imports')
  expect(first('our legal team asks')).toBe('Contract')
  expect(first('done!', 'Casey Jones')).toBe('Training')
  expect(first('ok')).toBe('Hand-over')
})
