import { expect, test } from 'vitest'
import { botWithThread, dana, runningBot } from '../support/running-bot.ts'
import { project, task, taskUuid } from '../support/stand-in-tracker.ts'

const conversation = 'D0DANA'
const group = 'G0GROUP'
type Running = Pick<Awaited<ReturnType<typeof runningBot>>, 'slackEvent' | 'idle' | 'slack'>
let stamps = 0

const direct = ({ slackEvent, idle, slack }: Running) => {
  const write = async (text: string, facts: object = {}) => {
    const ts = `${1_763_950_000 + ++stamps}.000100`
    const event = {
      type: 'message',
      channel: conversation,
      channel_type: 'im',
      user: dana,
      team: 'T1',
      text,
      ts,
    }
    await slackEvent({ ...event, ...facts })
    await idle()
    return { ...event, ...facts }
  }
  /** What the app wrote there. */
  const answers = (channel = conversation) =>
    slack.messages.filter((message) => message.channel === channel).map(({ text }) => text)
  return { write, answers }
}

test('a person who writes to the app is answered as after /onboard: help, look-ups, and what it doesn’t understand', async () => {
  const running = await runningBot()
  const { write, answers } = direct(running)
  await write('help')
  await write('projects Acme')
  await write(`<@U0BOT> task ${taskUuid}`)
  await write('weather')
  await write('hello there')
  await write('', { subtype: 'file_share', files: [{ name: 'plan.pdf' }] })
  const [help, projects, shown, unknown, hello, file] = answers()
  expect(help).toBe((await running.command('help')).text)
  expect(projects).toContain(project.name)
  // Nobody else reads along, so the link is the team's.
  expect(shown).toContain(project.internal_project_url)
  expect(unknown).toContain('weather')
  expect(hello).toBe(`Hello!\n${help}`)
  expect(file).toBe(help)
  expect(running.slack.ephemerals(dana)).toEqual([])
})

test('a comment written to the app is one, once, and a reply under its card is another', async () => {
  const running = await botWithThread()
  const { write, answers } = direct(running)
  const event = await write(`comment ${taskUuid} Ready on Tuesday`)
  await running.slackEvent(event)
  await running.idle()
  expect(answers()[0]).toContain('Your comment is on its way')
  const card = running.slack.roots(conversation).find(({ text }) => text.includes(`Task`))
  expect(card?.text).toContain(task.name)
  await write('And on Friday', { thread_ts: card?.ts })
  expect(running.tracker.asked()).toEqual([
    'Dana Smith (Slack): Ready on Tuesday',
    'Dana Smith (Slack): And on Friday',
  ])
})

test('what Slack repeats is answered once; apps, the app itself, Slackbot and edits are not answered', async () => {
  const running = await runningBot()
  const { write, answers } = direct(running)
  const event = await write('help')
  await Promise.all([running.slackEvent(event), running.slackEvent(event)])
  await running.restart()
  await running.slackEvent(event)
  await write('help', { bot_id: 'B0OTHER' })
  await write('help', { user: 'U0BOT' })
  await write('help', { user: 'USLACKBOT' })
  await write('help', { subtype: 'message_changed', message: { ts: event.ts, user: dana, text: 'help' } })
  expect(answers()).toHaveLength(1)
})

test('an answer whose post got no answer is not posted twice', async () => {
  const running = await runningBot()
  const { write, answers } = direct(running)
  running.slack.answers('chat.postMessage', { status: 500, lost: true }, 1)
  await write('help')
  await running.until(() => expect(running.slack.made('conversations.history')).toHaveLength(1))
  await running.idle()
  expect(answers()).toHaveLength(1)
})

test('a guest and a person of another organization are told what they may do, and nothing else', async () => {
  const running = await runningBot()
  const { write, answers } = direct(running)
  await write('projects', { user: 'U0CASEY', team: 'T2' })
  await write('projects', { user: 'U0GUEST' })
  const [stranger, guest] = answers()
  expect(stranger).toContain('Only members of the workspace')
  expect(guest).not.toContain(project.name)
})

test('what belongs in a channel says so, and a tracker that is away is told', async () => {
  const running = await runningBot()
  const { write, answers } = direct(running)
  const alone = { body: { ok: true, channel: { id: conversation, is_im: true } } }
  running.slack.answers({ method: 'conversations.info', channel: conversation }, alone)
  await write('subscribe all')
  await write(`sync ${taskUuid}`)
  running.tracker.control.down = 'unreachable'
  await write('projects')
  expect(answers()).toEqual([
    expect.stringContaining('Use a channel with the same people'),
    expect.stringContaining('Which thread?'),
    expect.stringContaining('tracker'),
  ])
})

test('in a group’s conversation it answers those who address it, alone, and once however Slack tells of it', async () => {
  const running = await runningBot()
  const { write, answers } = direct(running)
  const of = { channel: group, channel_type: 'mpim' }
  await write('help', of)
  const event = await write('<@U0BOT> projects', of)
  await running.slackEvent({ ...event, type: 'app_mention' })
  await running.idle()
  expect(answers(group)).toEqual([])
  expect(running.slack.whispers(dana)).toEqual([expect.stringContaining(project.name)])
})

test('nothing of a project is posted in a conversation because somebody wrote there', async () => {
  const running = await botWithThread()
  const { write, answers } = direct(running)
  await write(`project ${project.uuid}`)
  await running.customerSays('A later comment')
  expect(answers()).toHaveLength(1)
})
