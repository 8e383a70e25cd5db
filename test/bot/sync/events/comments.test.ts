import { expect, test } from 'vitest'
import { hurried } from '../../support/hurried.ts'
import { botWithThread, channel, commentEvent } from '../../support/running-bot.ts'
import { apiUser, customer, project } from '../../support/stand-in-tracker.ts'
import { actions } from '../../../../src/bot/kit/ids.ts'
import { valueOf } from '../../support/pressing.ts'
import { outcomes } from '../../support/rows/post-rows.ts'

test("a customer's comment appears in the task's thread, in the author's name, under the task's card", async () => {
  const { slack, root } = await botWithThread()
  expect(root.text).toContain('Kick-off call')
  const [reply] = slack.messages.filter(({ thread_ts: thread }) => thread === root.ts)
  expect(reply?.username).toBe('Casey Jones, Acme Corp')
  expect(reply?.text).toContain('Where do we start?')
})

test('twenty deliveries of one event are one message', async () => {
  const { hook, slack, tracker, root, idle } = await botWithThread()
  const event = commentEvent(tracker.addComment({ message_plain: 'Once, please.' }))
  const answers = await Promise.all(Array.from({ length: 20 }, () => hook(event)))
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  await idle()
  expect(slack.thread(root.ts).filter((text) => text.includes('Once, please.'))).toHaveLength(1)
})

test('the same comment announced as new, reply and mention is posted once', async () => {
  const { hook, slack, tracker, root, idle } = await botWithThread()
  const comment = tracker.addComment({ message_plain: 'Three names.' })
  for (const name of ['comment_new', 'comment_reply', 'comment_mention'] as const)
    await hook(commentEvent(comment, name))
  await idle()
  expect(slack.thread(root.ts).filter((text) => text.includes('Three names.'))).toHaveLength(1)
})

test('a comment by the API user is dropped', async () => {
  const { customerSays, slack, root, database } = await botWithThread()
  await customerSays('From our own key', { created_by_uuid: apiUser })
  expect(slack.thread(root.ts)).toHaveLength(1)
  expect((await outcomes(database)).at(-1)).toBe('own comment')
})

test('a comment that the tracker does not have is not posted', async () => {
  const { hook, slack, root, idle, comment } = await botWithThread()
  const uuid = '99999999-9999-4999-8999-999999999999'
  const invented = { ...comment, uuid, message_plain: 'You won a prize' }
  expect((await hook(commentEvent(invented))).status).toBe(200)
  await idle()
  expect(slack.thread(root.ts)).toHaveLength(1)
})

test("a delivery that lies about a comment's text is posted as the tracker has it", async () => {
  const { slack, tracker, root, send } = await botWithThread()
  const comment = tracker.addComment({ message_plain: 'The truth' })
  await send(commentEvent({ ...comment, message_plain: 'A lie' }))
  expect(slack.thread(root.ts).at(-1)).toContain('The truth')
})

test('what a customer writes appears literally and pings nobody', async () => {
  const { customerSays, slack } = await botWithThread()
  await customerSays('<!channel> <@U123> *x* & <b>')
  const said = slack.made('chat.postMessage').at(-1)
  expect(said?.['text']).toContain('&lt;!channel&gt; &lt;@U123&gt; *x* &amp; &lt;b&gt;')
  expect(JSON.stringify(said?.['blocks'])).not.toMatch(/"type":"mrkdwn"[^}]*\*x\*/)
})

test('a comment edited in the tracker changes the message; one deleted becomes a tombstone', async () => {
  const { slack, root, comment, edits, deletes } = await botWithThread()
  await edits(comment, 'Where do we begin?', { edited_at: '2026-11-21T11:00:00Z' })
  expect(slack.thread(root.ts)[0]).toContain('Where do we begin?')
  await deletes(comment)
  expect(slack.thread(root.ts)).toHaveLength(1)
  expect(slack.thread(root.ts)[0]).toBe('A comment by Casey Jones, Acme Corp was deleted in the tracker.')
})

test('a comment that somebody else deleted says who did, and when', async () => {
  const { slack, tracker, root, comment, send } = await botWithThread()
  tracker.comments.delete(comment.uuid)
  const modified = { modified_by: { full_name: 'Dana Smith' } }
  await send(commentEvent(comment, 'comment_deleted', { modified, timestamp: '2026-11-21T11:00:00Z' }))
  expect(slack.thread(root.ts)).toEqual([
    'A comment by Casey Jones, Acme Corp was deleted in the tracker by Dana Smith, <!date^1795258800^{date_short_pretty} {time}|Nov 21, 2026, 11:00 UTC>.',
  ])
})

test('a comment whose time of editing is that of its creation was never edited', async () => {
  const { slack, tracker, root, send } = await botWithThread()
  const at = '2026-11-21T11:00:00.000Z'
  const written = { message_plain: 'As it was', created_at: at, edited_at: at }
  await send(commentEvent(tracker.addComment(written)))
  expect(slack.thread(root.ts).at(-1)).toBe('Casey Jones, Acme Corp: As it was')
})

test('a deletion that the tracker does not confirm changes nothing', async () => {
  const { slack, root, comment, send } = await botWithThread()
  await send(commentEvent(comment, 'comment_deleted'))
  expect(slack.thread(root.ts)[0]).toContain('Where do we start?')
})

test('comments of one task keep their order through an outage of Slack', async () => {
  const { options, passing } = hurried()
  const { hook, slack, tracker, root, idle } = await botWithThread(options)
  slack.answers('chat.postMessage', { status: 503 }, 2)
  for (const text of ['one', 'two', 'three'])
    await hook(commentEvent(tracker.addComment({ message_plain: text })))
  await expect.poll(passing(idle, () => slack.thread(root.ts).length)).toBe(4)
  await idle()
  const said = slack.thread(root.ts).map((text) => /\b(one|two|three)\b/.exec(text)?.[0])
  expect(said).toEqual([undefined, 'one', 'two', 'three'])
})

test('a channel that Slack limits waits as long as Slack says, and others go on', async () => {
  const { hook, slack, tracker, command, idle, until } = await botWithThread()
  await command(`subscribe "${project.name}"`, { channel_id: 'C0OTHER' })
  const later = { status: 429, headers: { 'retry-after': '30' }, body: { ok: false, error: 'ratelimited' } }
  slack.answers({ method: 'chat.postMessage', channel }, later)
  await hook(commentEvent(tracker.addComment({ message_plain: 'For both' })))
  await until(() => expect(slack.messages.filter((one) => one.channel === 'C0OTHER')).toHaveLength(2))
  const limited = () =>
    slack
      .made('chat.postMessage')
      .filter((args) => args['channel'] === channel && String(args['text']).includes('For both'))
  expect(limited()).toHaveLength(1)
  await idle()
  expect(limited()).toHaveLength(1)
})

test('a channel that is gone pauses its subscriptions and tells the person who made them once', async () => {
  const { hook, slack, tracker, idle, command } = await botWithThread()
  slack.refuses({ method: 'chat.postMessage', channel }, 'is_archived')
  for (const text of ['one', 'two']) await hook(commentEvent(tracker.addComment({ message_plain: text })))
  await idle()
  expect(slack.made('chat.postMessage').filter((args) => args['channel'] === 'U0DANA')).toHaveLength(1)
  slack.fault.next = undefined
  expect((await command('subscriptions')).text.toLowerCase()).toContain('paused')
})

test('a comment that answers another is a reply in the task’s thread that quotes what it answers', async () => {
  const { slack, tracker, root, comment, send } = await botWithThread()
  const reply = tracker.addComment({ message_plain: 'On Monday', replied_to_comment_uuid: comment.uuid })
  await send(commentEvent(reply, 'comment_reply'), commentEvent(reply, 'comment_mention'))
  expect(slack.thread(root.ts)).toHaveLength(2)
  expect(slack.thread(root.ts)[1]).toMatch(/Where do we start\?[^]*On Monday/)
})

test('an answer to what a person said in Slack quotes that person, not the API user', async () => {
  const { slack, tracker, root, send, says } = await botWithThread()
  await says('Who joins?')
  const asked = tracker.newest()
  const reply = tracker.addComment({ message_plain: 'I do', replied_to_comment_uuid: asked.uuid ?? null })
  await send(commentEvent(reply, 'comment_reply'))
  expect(slack.thread(root.ts).at(-1)).toBe(
    'In reply to Dana Smith (Slack): “Who joins?”\nCasey Jones, Acme Corp: I do',
  )
})

test('of two edits in one second, by a tracker of whole seconds, the last words stay', async () => {
  const { slack, tracker, root, comment, send } = await botWithThread()
  for (const message_plain of ['the first edit', 'the second edit']) {
    const edited = { ...comment, message_plain, edited_at: '2026-11-21T10:00:05Z' }
    tracker.comments.set(comment.uuid, edited)
    await send(commentEvent(edited, 'comment_updated', { timestamp: '2026-11-21T10:00:05Z' }))
  }
  expect(slack.thread(root.ts).at(-1)).toContain('the second edit')
})

const listed = { uuid: customer, full_name: 'Casey Jones', is_customer: true, customer_name: 'Acme Labs' }
const colleague = { ...listed, is_customer: false, customer_name: undefined }
const silent = { modified: { modified_by: {} } }

test.each([
  ['the list names another account than the project’s', [listed], {}, 'Casey Jones, Acme Labs'],
  ['the list names no account', [{ ...listed, customer_name: undefined }], {}, 'Casey Jones, Acme Corp'],
  ['the list alone says it', [listed], silent, 'Casey Jones, Acme Labs'],
  ['the event alone says it', [], {}, 'Casey Jones, Acme Corp'],
  ['nothing says it', [], silent, 'Casey Jones'],
  ['the list calls them a colleague, whatever the event says', [colleague], {}, 'Casey Jones'],
])(
  'a customer is named with the account, also once it is edited, answered, and deleted: %s',
  async (_, users, modified, named) => {
    const bot = await botWithThread()
    const { tracker, slack, root, send, edits, deletes, press } = bot
    tracker.users.push(...users)
    const asked = tracker.addComment({ message_plain: `Which day? ${'Or which week? '.repeat(500)}` })
    await send(commentEvent(asked, 'comment_new', modified))
    const copy = () => slack.messages.findLast(({ thread_ts: thread }) => thread === root.ts)
    const asking = copy()
    expect(asking?.username).toBe(named)
    const more = await press(actions.showMore, valueOf(asking, actions.showMore))
    expect(more.text).toContain(`${named}’s comment, continued`)
    await edits(asked, 'Which day now?', { edited_at: '2026-11-21T11:00:00Z' })
    const card = slack.roots(channel).find(({ ts }) => ts === root.ts)
    expect(/(.*): “Which day now/.exec(card?.text ?? '')?.[1] ?? named).toBe(named)
    const answer = tracker.addComment({ message_plain: 'Monday', replied_to_comment_uuid: asked.uuid })
    await send(commentEvent(answer, 'comment_reply', modified))
    expect(slack.thread(root.ts).at(-1)).toBe(`In reply to ${named}: “Which day now?”\n${named}: Monday`)
    await deletes(asked)
    expect(slack.thread(root.ts)).toContain(`A comment by ${named} was deleted in the tracker.`)
  },
)

test('a comment that no channel receives reads no list of people, and its author keeps the account when it is edited', async () => {
  const { tracker, customerSays, edits, command, database } = await botWithThread()
  await command('unsubscribe all')
  const asked: unknown[] = []
  Object.assign(tracker.api, {
    listUsers: (query: unknown) => {
      asked.push(query)
      return Promise.resolve({ users: [] })
    },
  })
  await edits(await customerSays('Anybody?'), 'Anybody there?')
  expect(asked).toEqual([])
  const names = await database.sql.selectFrom('known_comment').select('author_name').execute()
  expect(names.map(({ author_name: name }) => name)).toEqual(Array(2).fill('Casey Jones, Acme Corp'))
})
