import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { User } from '../../../../src/contract/user.ts'
import { validateMessage } from '../../../support/slack-limits.ts'
import { engines } from '../../../support/databases.ts'
import { hurried } from '../../support/hurried.ts'
import { channel, commentEvent, dana, runningBot } from '../../support/running-bot.ts'
import { customer, project, taskUuid } from '../../support/stand-in-tracker.ts'
import { onHome } from '../../support/acts.ts'

const user = (first: string, last: string, email: string, facts: Partial<User> = {}): User => ({
  uuid: randomUUID(),
  first_name: first,
  last_name: last,
  full_name: `${first} ${last}`,
  email_address: email,
  is_customer: false,
  is_active: true,
  ...facts,
})
const danaSmith = user('Dana', 'Smith', 'dana@vendor.example')
const lee = user('Lee', 'Wong', 'lee@vendor.example')
const robin = user('Robin', 'Park', 'robin@acme.example', { is_customer: true, customer_name: 'Acme Corp' })

/** Who has which email address in Slack. */
const members: Record<string, { id: string; team_id: string; is_restricted?: boolean }> = {
  'dana@vendor.example': { id: dana, team_id: 'T1' },
  'lee@vendor.example': { id: 'U0LEE', team_id: 'T1' },
  'robin@acme.example': { id: 'U0ROBIN', team_id: 'T1', is_restricted: true },
  'former@vendor.example': { id: 'U0FORMER', team_id: 'T1', is_restricted: true },
  'stranger@acme.example': { id: 'U0STRANGER', team_id: 'T2' },
}

const bot = async (users: readonly User[] = [danaSmith, lee, robin], changes: object = {}) => {
  const running = await runningBot(changes)
  Object.assign(running.tracker.api, { listUsers: () => Promise.resolve({ users }) })
  running.slack.fault.next = ({ method, args }) => {
    const found = members[String(args['email'])]
    return method === 'users.lookupByEmail' && found ? { body: { ok: true, user: found } } : undefined
  }
  await running.command(`subscribe "${project.name}"`)
  return running
}
type Running = Awaited<ReturnType<typeof bot>>

const say = async (running: Running, text: string, facts: object = {}) => {
  const comment = running.tracker.addComment({ message_plain: text, ...facts })
  await running.hook(commentEvent(comment, 'comment_mention'))
  return comment
}
const kinds = new Set(['event', 'post', 'mentioned', 'notify'])
/** Everybody who is written to, once nothing of it is left to do. */
const told = async (running: Running) => {
  await running.until(async () => {
    const counts = await running.bot.deps.lanes.counts()
    const waiting = counts.reduce((sum, one) => sum + (kinds.has(one.kind) ? one.waiting : 0), 0)
    if (waiting > 0) throw new Error('still at work')
  })
  return running.slack.messages.filter(({ channel: to }) => to.startsWith('U'))
}

test('a person whom a comment mentions is written to, with the link to the comment’s message', async () => {
  const running = await bot()
  await say(running, 'Thanks @Dana Smith, is Tuesday better?')
  const [message, ...more] = await told(running)
  expect(more).toEqual([])
  expect(message?.channel).toBe(dana)
  expect(message?.text).toContain('Casey Jones, Acme Corp mentioned you in a comment on the task')
  expect(message?.text).toContain('is Tuesday better?')
  const comment = running.slack.messages.findLast(
    ({ channel: at, text }) => at === channel && text.includes('Tuesday'),
  )
  expect(message?.text).toContain(`https://slack.example/${channel}/${comment?.ts}`)
  validateMessage(message as unknown as { text: string; blocks: object[] })
})

test.each(engines)(
  'what one author mentions a person in within ten minutes is one message after the first (%s)',
  async (engine) => {
    const clock = { ahead: 0 }
    const running = await bot(undefined, { engine, now: () => Date.now() + clock.ahead })
    const texts = async () => (await told(running)).map(({ text }) => text)
    await say(running, '@Dana Smith, first')
    const gone = await say(running, '@Dana Smith, deleted soon')
    await say(running, '@Dana Smith, second')
    await say(running, '@Dana Smith, third')
    await say(running, '@Dana Smith, of another author', {
      created_by_name: 'Lee',
      created_by_uuid: lee.uuid,
    })
    running.tracker.comments.delete(gone.uuid)
    expect((await texts()).filter((text) => text.includes('Casey Jones'))).toHaveLength(1)
    expect((await texts()).filter((text) => text.includes('Lee'))).toHaveLength(1)
    const passes = async () => {
      await told(running)
      clock.ahead += 600_001
      await running.idle()
    }
    await passes()
    expect((await texts()).slice(2)).toEqual([
      expect.stringContaining('Casey Jones, Acme Corp mentioned you in 2 more comments within ten minutes'),
    ])
    await say(running, '@Dana Smith, in the next ten minutes')
    await passes()
    expect((await texts()).slice(3)).toEqual([expect.stringContaining('1 more comment within')])
    await passes()
    await say(running, '@Dana Smith, a day later')
    expect((await texts()).slice(4)).toEqual([expect.stringContaining('a day later')])
  },
)

test('who writes their own name is not told, also where the tracker shows no uuids of users', async () => {
  const { uuid: _, ...unnumbered } = danaSmith
  const running = await bot([unnumbered, lee])
  await say(running, '@Dana Smith and @Lee Wong will come', { created_by_name: 'Dana Smith' })
  expect((await told(running)).map(({ channel: to }) => to)).toEqual(['U0LEE'])
})

test('each mentioned person hears of a comment once, however many events tell of it', async () => {
  const running = await bot()
  const comment = await say(running, '@Dana Smith and @lee@vendor.example: look, @Dana Smith')
  await running.hook(commentEvent(comment, 'comment_new'))
  await running.hook(commentEvent(comment, 'comment_mention'))
  await running.hook(commentEvent(comment, 'comment_mention'))
  const people = (await told(running)).map(({ channel: to }) => to).sort()
  expect(people).toEqual([dana, 'U0LEE'])
})

test('where no channel receives the project, the message links to the task', async () => {
  const running = await bot()
  await running.command(`unsubscribe "${project.name}"`)
  await say(running, '@Dana Smith?')
  const [message] = await told(running)
  expect(message?.text).toContain(`<${project.internal_project_url}#task-${taskUuid}|Kick-off call>`)
  expect(message?.text).not.toContain('Open thread')
})

test('who turned the messages off on the Home tab gets none, and again when they are turned on', async () => {
  const running = await bot()
  const press = (value: string) => running.presses('home_mentions', value, onHome)
  const shown = async (count: number) => {
    await running.until(() => expect(running.slack.made('views.publish')).toHaveLength(count))
    return JSON.stringify(running.slack.made('views.publish').at(-1))
  }
  await press('off')
  expect(await shown(1)).toContain('You don’t get a direct message')
  await say(running, '@Dana Smith?')
  expect(await told(running)).toEqual([])
  await press('on')
  expect(await shown(2)).toContain('You get a direct message')
  await say(running, '@Dana Smith, again?')
  expect(await told(running)).toHaveLength(1)
})

test('a customer hears of a visible task of their own account alone, with the portal’s link', async () => {
  const globex = user('Kim', 'Globe', 'lee@vendor.example', { is_customer: true, customer_name: 'Globex' })
  const running = await bot([robin, globex])
  await say(running, '@Robin Park and @Kim Globe, please look')
  const [message, ...more] = await told(running)
  expect(more).toEqual([])
  expect(message?.channel).toBe('U0ROBIN')
  expect(message?.text).toContain(project.portal_project_url)
  expect(JSON.stringify(message)).not.toContain(project.internal_project_url)
})

test('a customer never hears of an internal task, nor of one of which nobody says that it is not', async () => {
  const running = await bot([robin, danaSmith])
  const held = running.tracker.tasks.get(taskUuid)
  if (!held) throw new Error('no task')
  const { is_internal: _, ...unsaid } = held
  running.tracker.tasks.set(taskUuid, unsaid as typeof held)
  await say(running, '@Robin Park?')
  running.tracker.tasks.set(taskUuid, { ...held, is_internal: true })
  await say(running, '@Robin Park and @Dana Smith?')
  expect((await told(running)).map(({ channel: to }) => to)).toEqual([dana])
})

test('a message that waited is not sent to a customer from whom its task is hidden meanwhile', async () => {
  const { options, passing } = hurried()
  const running = await bot([robin, danaSmith], options)
  const before = running.slack.fault.next
  let limited = true
  running.slack.fault.next = (call) =>
    limited && String(call.args['channel']).startsWith('U') && call.method === 'chat.postMessage'
      ? { status: 429, headers: { 'retry-after': '1' } }
      : before?.(call)
  await say(running, '@Robin Park and @Dana Smith?')
  const tried = () => new Set(running.slack.made('chat.postMessage').map(({ channel: to }) => to))
  await expect
    .poll(passing(running.idle, () => [...tried()]))
    .toEqual(expect.arrayContaining([dana, 'U0ROBIN']))
  running.changeTask({ is_internal: true })
  limited = false
  const written = () => running.slack.messages.filter(({ channel: to }) => to.startsWith('U'))
  await expect.poll(passing(running.idle, () => written().map(({ channel: to }) => to))).toEqual([dana])
  await running.idle()
  expect(written()).toHaveLength(1)
})

test('the link to the thread is only for who is in its channel', async () => {
  const running = await bot([lee, danaSmith])
  running.slack.joined.set('U0LEE', [])
  running.bot.deps.slack.forgetChannel(channel)
  await say(running, '@Lee Wong and @Dana Smith?')
  const messages = await told(running)
  const linked = messages.filter(({ text }) => text.includes(`https://slack.example/${channel}/`))
  expect(messages).toHaveLength(2)
  expect(linked.map(({ channel: to }) => to)).toEqual([dana])
})

test('somebody of the team who became a guest in Slack is not written to', async () => {
  const running = await bot([danaSmith, user('For', 'Mer', 'former@vendor.example')])
  running.changeTask({ is_internal: true })
  await say(running, 'Not for Acme, @For Mer and @Dana Smith')
  expect((await told(running)).map(({ channel: to }) => to)).toEqual([dana])
})

test('strangers, the author and people who are gone are not written to', async () => {
  const stranger = user('Pat', 'Other', 'stranger@acme.example')
  const gone = { ...lee, is_active: false }
  const author = { ...danaSmith, uuid: customer }
  const running = await bot([stranger, gone, author])
  await say(running, '@Pat Other @Lee Wong @Dana Smith and @Nobody Here')
  expect(await told(running)).toEqual([])
})

test('a comment that the tracker does not have is told to nobody', async () => {
  const running = await bot()
  const comment = running.tracker.addComment({ message_plain: '@Dana Smith?' })
  running.tracker.comments.delete(comment.uuid)
  await running.hook(commentEvent(comment, 'comment_mention'))
  expect(await told(running)).toEqual([])
})

test('while Slack takes no messages they wait, and none is lost', async () => {
  const { options, passing } = hurried()
  const running = await bot(undefined, options)
  const before = running.slack.fault.next
  let away = true
  running.slack.fault.next = (call) =>
    call.method === 'chat.postMessage' && away ? { status: 503 } : before?.(call)
  await say(running, '@Dana Smith?')
  await running.until(() => expect(running.slack.made('chat.postMessage').length).toBeGreaterThan(0))
  away = false
  await running.restart()
  const written = () => running.slack.messages.filter(({ channel: to }) => to.startsWith('U'))
  await expect.poll(passing(running.idle, written)).toHaveLength(1)
  await running.idle()
  expect(written()).toHaveLength(1)
})

test('one comment writes to the first 50 people that it mentions, counted as the service does: with customers whom an internal task is not told', async () => {
  const numbered = (n: number) =>
    user('Number', `${n}`, `number-${n}@vendor.example`, {
      is_customer: n < 20,
      customer_name: n < 20 ? 'Acme Corp' : null,
    })
  const crowd = Array.from({ length: 60 }, (_, n) => numbered(n))
  // Another account's contact of the same name is not meant.
  const twin = user('Number', '20', 'twin@globex.example', { is_customer: true, customer_name: 'Globex' })
  const running = await bot([...crowd, twin], {})
  running.changeTask({ is_internal: true })
  // `number-7@…` is U0N7.
  running.slack.fault.next = ({ method, args }) => {
    const [, n] = /^number-(\d+)@/.exec(String(args['email'])) ?? []
    return method === 'users.lookupByEmail' && n !== undefined
      ? { body: { ok: true, user: { id: `U0N${n}`, team_id: 'T1' } } }
      : undefined
  }
  await say(running, `All of you: ${crowd.map(({ full_name: name }) => `@${name}`).join(', ')}.`)
  const people = (await told(running)).map(({ channel: to }) => to)
  expect(people.toSorted()).toEqual(Array.from({ length: 30 }, (_, n) => `U0N${n + 20}`).toSorted())
})
