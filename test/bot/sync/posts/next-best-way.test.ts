import { expect, test } from 'vitest'
import { botWithThread, channel, dana, taskEvent, runningBot } from '../../support/running-bot.ts'
import { isLine } from '../../support/slack/trouble.ts'
import { task } from '../../support/stand-in-tracker.ts'
import { trackerSlow } from '../../../../src/bot/answers/messages/try-again.ts'
import type { Notice } from '../../../../src/bot/answers/notify.ts'

type Bot = Awaited<ReturnType<typeof botWithThread>>

/** What Slack sends when somebody deletes a card: with replies, it leaves a tombstone in its place. */
const deletions: Readonly<Record<string, (ts: string) => object>> = {
  'without a trace': (ts) => ({
    subtype: 'message_deleted',
    deleted_ts: ts,
    previous_message: { type: 'message', ts, bot_id: 'B0BOT', user: 'U0BOT' },
  }),
  'with a tombstone': (ts) => ({
    subtype: 'message_changed',
    hidden: true,
    message: {
      subtype: 'tombstone',
      text: 'This message was deleted.',
      user: 'USLACKBOT',
      ts,
      thread_ts: ts,
    },
    previous_message: { bot_id: 'B0BOT', ts },
  }),
}

const newRoot = ({ slack, root }: Bot) => slack.roots(channel).filter(({ ts }) => ts !== root.ts)

test.each(Object.keys(deletions))(
  'a card that is deleted %s is posted again, and the thread goes on there',
  async (how) => {
    const bot = await botWithThread()
    const deletion = deletions[how]?.(bot.root.ts)
    await bot.slackEvent({ type: 'message', channel, ts: '1763999999.000300', ...deletion })
    await bot.customerSays('Still there?')
    const [anew, ...others] = newRoot(bot)
    expect(others).toEqual([])
    expect(anew?.text).toContain('Kick-off call')
    expect(bot.slack.thread(anew?.ts)).toEqual(['Casey Jones, Acme Corp: Still there?'])
    await bot.says('in the former thread')
    const said = [...bot.tracker.comments.values()].map(({ message_plain: plain }) => plain)
    expect(said).toContain('Dana Smith (Slack): in the former thread')
  },
)

test('a card whose deletion Slack did not tell is posted again after its next change', async () => {
  const bot = await botWithThread()
  const { slack, tracker, root, send } = bot
  slack.refuses('chat.update', 'message_not_found')
  tracker.tasks.set(task.uuid, { ...task, name: 'Kick-off call on Monday' })
  await send(taskEvent('task_updated', { name: 'Kick-off call on Monday' }))
  expect(newRoot(bot)).toEqual([])
  await bot.customerSays('Which Monday?')
  const [anew] = newRoot(bot)
  expect(anew?.text).toContain('Kick-off call on Monday')
  expect(slack.thread(anew?.ts)).toEqual(['Casey Jones, Acme Corp: Which Monday?'])
  expect(slack.thread(root.ts).join()).not.toContain('Monday')
})

const isLocked =
  'The thread of “Kick-off call” is locked in Slack, so it goes on in a new one in this channel.'

test.each([
  ['restricted_action_thread_locked', [isLocked]],
  ['cannot_reply_to_message', [isLocked]],
  // Its first message is gone.
  ['thread_not_found', []],
])(
  'a thread that takes no messages (%s) goes on in a new one, and the channel hears once if it is locked',
  async (error, why) => {
    let later = 0
    const bot = await botWithThread({ now: () => Date.now() + later })
    const { slack, root } = bot
    later = 120_000
    slack.refuses({ method: 'chat.postMessage', thread_ts: root.ts }, error)
    await bot.customerSays('One')
    await bot.customerSays('Two')
    const told = newRoot(bot).filter(({ text }) => text.includes('is locked in Slack'))
    expect(told.map(({ text }) => text)).toEqual(why)
    const [anew, ...others] = newRoot(bot).filter((one) => !told.includes(one))
    expect(others).toEqual([])
    expect(slack.thread(anew?.ts)).toEqual(['Casey Jones, Acme Corp: One', 'Casey Jones, Acme Corp: Two'])
    await bot.says('in the locked one')
    const said = [...bot.tracker.comments.values()].map(({ message_plain: plain }) => plain)
    expect(said).toContain('Dana Smith (Slack): in the locked one')
  },
)

test('in a channel whose threads take no messages, they are posted beside them and name the task', async () => {
  const bot = await botWithThread()
  bot.slack.refuses(isLine, 'cannot_reply_to_message')
  await bot.customerSays('Can you hear me?')
  expect(newRoot(bot).map(({ text }) => text)).toEqual([expect.stringContaining('Can you hear me?')])
  expect(newRoot(bot)[0]?.text).toContain('Kick-off call')
})

test('words for one person in a thread that takes none are said beside it', async () => {
  const { slack, tracker, says, root } = await botWithThread()
  tracker.control.onCreate = () => ({ fails: 'invalid', message: 'Not allowed.' })
  const isThere = { method: 'chat.postEphemeral', thread_ts: root.ts }
  slack.refuses(isThere, 'restricted_action_thread_locked')
  await says('refused')
  const told = slack.ephemerals(dana).filter(({ thread_ts: threadTs }) => threadTs === undefined)
  expect(told).toHaveLength(1)
})

const refused = (error: string) => ({ body: { ok: false, error } })

test('an answer whose response URL is over comes to the person another way', async () => {
  const { types, slack, idle } = await botWithThread()
  slack.fault.next = ({ method }) => {
    if (method === 'over') return { status: 404, ...refused('expired_url') }
    return method === 'chat.postEphemeral' ? refused('user_not_in_channel') : undefined
  }
  await types('help', { response_url: `${slack.apiUrl}over` })
  await expect
    .poll(() => slack.made('chat.postMessage').filter(({ channel: to }) => to === dana))
    .toHaveLength(1)
  await idle()
})

test('an answer that its response URL takes with a plain ok is told once', async () => {
  const { types, slack, idle, until } = await botWithThread()
  const { default: fastify } = await import('fastify')
  const sink = fastify({ forceCloseConnections: true })
  let answers = 0
  sink.post('/', () => {
    answers += 1
    return 'ok'
  })
  const response_url = await sink.listen({ host: '127.0.0.1', port: 0 })
  await types('help', { response_url })
  await until(() => expect(answers).toBe(1))
  // A command that is answered after it: what the first one says elsewhere would be there by then.
  await types('help', { response_url })
  await until(() => expect(answers).toBe(2))
  await sink.close()
  await idle()
  expect(slack.ephemerals(dana)).toEqual([])
})

test('when the person who subscribed a channel has left, an admin hears that it is paused', async () => {
  const { command, slackEvent, slack, idle } = await botWithThread()
  await command('subscribe account:Acme Corp', { user_id: 'U0LEE' })
  slack.refuses({ method: 'chat.postMessage', channel: 'U0LEE' }, 'user_disabled')
  await slackEvent({ type: 'channel_archive', channel, user: dana })
  await idle()
  const told = slack.made('chat.postMessage').filter(({ channel: to }) => to === dana)
  expect(told.length).toBeGreaterThanOrEqual(2)
})

/** A direct message whose answer is lost on its way; `readable`: the app may look into the conversation. */
const lostAnswer = async (readable: boolean) => {
  const { slack, bot, until } = await runningBot()
  let lost = false
  slack.fault.next = ({ method, args }) => {
    if (method === 'chat.postMessage' && args['channel'] === dana && !lost) {
      lost = true
      return { status: 500, lost: true }
    }
    if (method === 'conversations.open')
      return { body: readable ? { ok: true, channel: { id: dana } } : { ok: false, error: 'missing_scope' } }
    return undefined
  }
  const notice: Notice = { op: 'direct', user: dana, message: trackerSlow() }
  await bot.deps.database.transaction((tx) =>
    bot.deps.lanes.enqueue(tx, [{ kind: 'notify', lane: 'x', payload: { channel, ts: '1.0', notice } }]),
  )
  await until(async () => {
    const counts = await bot.deps.lanes.counts()
    expect(counts.some(({ kind }) => kind === 'notify')).toBe(false)
  })
  return slack.made('chat.postMessage')
}

test('a direct message whose answer was lost is looked for, and not sent twice', async () => {
  expect(await lostAnswer(true)).toHaveLength(1)
})

test('where the app may not look, the second attempt carries the id of the first', async () => {
  const posts = await lostAnswer(false)
  expect(posts).toHaveLength(2)
  expect(posts[0]?.['client_msg_id']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(posts[1]?.['client_msg_id']).toBe(posts[0]?.['client_msg_id'])
})
