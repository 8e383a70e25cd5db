import { expect, test } from 'vitest'
import { engines } from '../../support/databases.ts'
import {
  botWithThread,
  commentEvent,
  dana,
  runningBot,
  type RunningTestBot,
  withMore,
} from '../support/running-bot.ts'
import { type Answered, buttonOf } from '../support/pressing.ts'
import { project, task, taskUuid } from '../support/stand-in-tracker.ts'

const conversation = 'D0DANA'
const group = 'G0GROUP'
let stamps = 0

/** A person's conversation with the app. */
const direct = async <Running extends RunningTestBot>(start: () => Promise<Running>) => {
  const running = await start()
  const { slackEvent, idle, slack } = running
  const write = async (text: string, facts: object = {}) => {
    const ts = `${1_763_950_000 + ++stamps}.000100`
    const place = { channel: conversation, channel_type: 'im' }
    const event = { type: 'message', ...place, user: dana, team: 'T1', text, ts, ...facts }
    await slackEvent(event)
    await idle()
    return event
  }
  /** What the app wrote there. */
  const answers = (channel = conversation) =>
    slack.messages.filter((message) => message.channel === channel).map(({ text }) => text)
  return withMore(running, { write, answers })
}

test('a person who writes to the app is answered as after /onboard: help, look-ups, and what it doesn’t understand', async () => {
  const { write, answers, command, slack } = await direct(runningBot)
  await write('help')
  await write('projects Acme')
  await write(`<@U0BOT> task ${taskUuid}`)
  await write('weather')
  await write('hello there')
  await write('', { subtype: 'file_share', files: [{ name: 'plan.pdf' }] })
  const [help, projects, shown, unknown, hello, file] = answers()
  expect(help).toBe((await command('help')).text)
  expect(projects).toContain(project.name)
  // Nobody else reads along, so the link is the team's.
  expect(shown).toContain(project.internal_project_url)
  expect(unknown).toContain('weather')
  expect(hello).toBe(`Hello!\n${help}`)
  expect(file).toBe(help)
  expect(slack.ephemerals(dana)).toEqual([])
  expect(JSON.stringify(slack.messages)).not.toContain('Share to channel')
})

for (const engine of engines)
  test(`on ${engine}, a reply to the message about a mention is a comment on its task, as in a channel`, async () => {
    const running = await direct(() => botWithThread({ engine }))
    const { write, send, slack, tracker, until } = running
    tracker.users.push({
      uuid: 'dana',
      full_name: 'Dana Smith',
      email_address: 'dana@vendor.example',
      is_customer: false,
    })
    const { users } = slack
    slack.answers('users.lookupByEmail', {
      body: { ok: true, user: { ...users[dana], id: dana, team_id: 'T1' } },
    })
    const comment = tracker.addComment({ message_plain: '@Dana Smith, is Tuesday better?' })
    await send(commentEvent(comment, 'comment_mention'))
    await until(() => expect(slack.roots(dana)).toHaveLength(1))
    await running.idle()
    const [message] = slack.roots(dana)
    expect(message?.text).toContain('To answer, reply in this message’s thread. Acme Corp reads replies.')
    const { ts } = await write('Yes, Tuesday', { channel: dana, thread_ts: message?.ts })
    expect(tracker.asked()).toEqual(['Dana Smith (Slack): Yes, Tuesday'])
    expect(slack.signs(ts)).toEqual(['white_check_mark'])
    expect(slack.whispers(dana)).toEqual([])
  })

test('a sentence that is no command leads to a comment with its words, to a task, or to the commands', async () => {
  const { write, answers, slack, presses, suggests, viewIn } = await direct(botWithThread)
  await write('Yes, Tuesday is fine')
  expect(answers().at(-1)).toContain('doesn’t know what to do with “Yes, Tuesday is fine”')
  const { blocks } = slack.roots(conversation).at(-1) as unknown as Pick<Answered, 'blocks'>
  const texts = blocks.flatMap(({ elements = [] }) => elements.flatMap(({ text }) => text?.text ?? []))
  expect(texts).toEqual(['Comment on a task', 'Find a task', 'All commands'])
  const { action, value } = buttonOf({ blocks }, 'Comment on a task')
  await presses(action, value, { channel: { id: conversation } })
  const view = await viewIn()
  expect(view.blocks.at(-1)?.element?.initial_value).toBe('Yes, Tuesday is fine')
  expect(await suggests('comment_task', '', view)).toMatchObject([{ value: taskUuid }])
})

test('a comment written to the app is one, once, and a reply under its card is another', async () => {
  const { write, slackEvent, idle, slack, tracker } = await direct(botWithThread)
  const event = await write(`comment ${taskUuid} Ready on Tuesday`)
  await slackEvent(event)
  await idle()
  expect(slack.whispers(dana)).toEqual([expect.stringContaining(`Your comment is on the task ${task.name}`)])
  const card = slack.roots(conversation).find(({ text }) => text.includes(`Task`))
  expect(card?.text).toContain(task.name)
  await write('And on Friday', { thread_ts: card?.ts })
  expect(tracker.asked()).toEqual([
    'Dana Smith (Slack): Ready on Tuesday',
    'Dana Smith (Slack): And on Friday',
  ])
})

test('what Slack repeats is answered once; apps, the app itself, Slackbot and edits are not answered', async () => {
  const { write, answers, slackEvent, restart } = await direct(runningBot)
  const event = await write('help')
  await Promise.all([slackEvent(event), slackEvent(event)])
  await restart()
  await slackEvent(event)
  await write('help', { bot_id: 'B0OTHER' })
  await write('help', { user: 'U0BOT' })
  await write('help', { user: 'USLACKBOT' })
  await write('help', { subtype: 'message_changed', message: { ts: event.ts, user: dana, text: 'help' } })
  expect(answers()).toHaveLength(1)
})

test('an answer whose post got no answer is not posted twice', async () => {
  const { write, answers, slack, until, idle } = await direct(runningBot)
  slack.answers('chat.postMessage', { status: 500, lost: true }, 1)
  await write('help')
  await until(() => expect(slack.made('conversations.history')).toHaveLength(1))
  await idle()
  expect(answers()).toHaveLength(1)
})

test('a guest and a person of another organization are told what they may do, and nothing else', async () => {
  const { write, answers } = await direct(runningBot)
  await write('projects', { user: 'U0CASEY', team: 'T2' })
  await write('projects', { user: 'U0GUEST' })
  const [stranger, guest] = answers()
  expect(stranger).toContain('Only members of the workspace')
  expect(guest).not.toContain(project.name)
})

test('what belongs in a channel says so, and a tracker that is away is told', async () => {
  const { write, answers, slack, tracker } = await direct(runningBot)
  const alone = { body: { ok: true, channel: { id: conversation, is_im: true } } }
  slack.answers({ method: 'conversations.info', channel: conversation }, alone)
  await write('subscribe all')
  await write(`sync ${taskUuid}`)
  tracker.control.down = 'unreachable'
  await write('projects')
  expect(answers()).toEqual([
    expect.stringContaining('Use a channel with the same people'),
    expect.stringContaining('Which thread?'),
    expect.stringContaining('tracker'),
  ])
})

test('in a group’s conversation it answers those who address it, alone, and once however Slack tells of it', async () => {
  const { write, answers, slackEvent, idle, slack } = await direct(runningBot)
  const of = { channel: group, channel_type: 'mpim' }
  await write('help', of)
  const event = await write('<@U0BOT> projects', of)
  await slackEvent({ ...event, type: 'app_mention' })
  await idle()
  expect(answers(group)).toEqual([])
  expect(slack.whispers(dana)).toEqual([expect.stringContaining(project.name)])
})

test('nothing of a project is posted in a conversation because somebody wrote there', async () => {
  const { write, answers, customerSays } = await direct(botWithThread)
  await write(`project ${project.uuid}`)
  await customerSays('A later comment')
  expect(answers()).toHaveLength(1)
})
