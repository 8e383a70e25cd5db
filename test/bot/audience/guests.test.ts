import { expect, test } from 'vitest'
import { botWithThread, channel, dana, runningBot } from '../support/running-bot.ts'
import { tasksAreInternal, knownTaskRows } from '../support/rows/known-rows.ts'
import { project, taskUuid, task } from '../support/stand-in-tracker.ts'

const guest = 'U0GUEST'
const casey = { user_id: 'U0CASEY', team_id: 'T2' }

/** A guest comes into a channel that was the team's own. */
const withGuest = async () => {
  const running = await botWithThread()
  running.slack.guests.add(channel)
  await running.slackEvent({ type: 'member_joined_channel', channel, user: guest })
  return running
}

test('a comment of a guest is marked as one', async () => {
  const { tracker, says } = await botWithThread()
  await says('Hello', { user: guest })
  expect(tracker.attempts.at(-1)?.message_plain).toBe('Gil Guest (guest, Slack): Hello')
})

test('a channel that a guest joins is paused before anything more is posted, and its maker is told why', async () => {
  const { customerSays, slack } = await withGuest()
  await customerSays('Between us')
  expect(slack.messages.filter(({ text }) => text.includes('Between us'))).toEqual([])
  expect(slack.roots(dana).map(({ text }) => text)).toEqual([
    expect.stringContaining('guests are in the channel now'),
  ])
})

test('a channel with a guest that is subscribed again gets no internal task, and links for customers alone', async () => {
  const { customerSays, slack, tracker, confirmed } = await withGuest()
  await confirmed(`subscribe "${project.name}"`)
  const posted = () => slack.messages.filter((message) => message.channel === channel)
  const before = posted().length
  const shown = tracker.tasks.get(taskUuid)
  if (shown) tracker.tasks.set(taskUuid, { ...shown, is_internal: true })
  await customerSays('Not for guests')
  expect(posted()).toHaveLength(before)
  if (shown) tracker.tasks.set(taskUuid, { ...shown, is_internal: false })
  await customerSays('For all')
  const last = posted().slice(before)
  expect(last.map(({ text }) => text)).toContain('Casey Jones, Acme Corp: For all')
  expect(JSON.stringify(last)).not.toContain(project.internal_project_url)
})

test.each([
  ['that Slack shows', { ok: true, channel: { id: 'G0GROUP', is_mpim: true, is_member: true } }],
  ['that the app may not see', { ok: false, error: 'missing_scope', needed: 'mpim:read' }],
])(
  'a group direct message %s is refused with the reason: its replies could never arrive',
  async (_, body) => {
    const { slack, command, confirmed } = await runningBot()
    slack.answers('conversations.info', { body })
    expect((await confirmed(`subscribe "${project.name}"`)).text).toContain(
      'it’s a direct message, or Slack doesn’t let the app see it',
    )
    expect((await command('subscriptions')).text).toContain('This channel has no subscriptions.')
  },
)

test('nobody of another organization gets a project while the app cannot learn who it is itself', async () => {
  const running = await botWithThread()
  await running.restart()
  running.slack.answers('auth.test', { status: 503 })
  const { text } = await running.command(`project "${project.name}"`, casey)
  expect(text).not.toContain('Acme')
  expect(text).toContain('Slack didn’t tell the app who you are')
})

test('an answer of Slack that describes nobody makes nobody a member', async () => {
  const { slack, command } = await runningBot()
  const answers: Record<string, object> = {
    'users.info': { ok: true },
    'users.list': { ok: false, error: 'missing_scope' },
  }
  slack.fault.next = ({ method }) => (answers[method] ? { body: answers[method] } : undefined)
  expect((await command(`project "${project.name}"`)).text).toContain('Slack didn’t tell the app who you are')
})

test('a card whose task has become internal opens no dialog for others, and takes no comment of theirs', async () => {
  const { slack, tracker, database, shares, says, press, confirmed } = await botWithThread()
  shares()
  await confirmed(`subscribe "${project.name}"`)
  await tasksAreInternal(database, true)
  const stranger = { user: { id: casey.user_id, team_id: casey.team_id } }
  const { text } = await press('comment_on_task', taskUuid, stranger)
  expect(text).toContain('no longer shared with this channel')
  expect(slack.made('views.open')).toEqual([])
  const sent = tracker.attempts.length
  const { ts } = await says('Let me in', { user: casey.user_id, user_team: casey.team_id })
  expect(tracker.attempts).toHaveLength(sent)
  expect(slack.reactions(ts)).toContain('warning')
  expect(slack.whispers(casey.user_id).at(-1)).toContain('no longer shared with this channel')
  await says('Of our own')
  expect(tracker.attempts).toHaveLength(sent + 1)
})

/** A channel that is known to have a guest, and receives the project. */
const guestsConfirmed = async () => {
  const running = await runningBot()
  running.slack.guests.add(channel)
  await running.confirmed(`subscribe "${project.name}"`)
  return running
}

test('a guest finds what the channel is subscribed to, and no other project', async () => {
  const { tracker, command, confirmed } = await guestsConfirmed()
  const other = { ...project, uuid: '99999999-9999-4999-8999-999999999999', name: 'Globex – Rollout' }
  tracker.projects.push({ ...other, account: { id: 'g', name: 'Globex', logo_path: null } })
  const asGuest = { user_id: guest }
  expect((await command('project', asGuest)).text).toContain(project.name)
  expect((await command('projects', asGuest)).text).not.toContain('Globex')
  expect((await command('project Globex – Rollout', asGuest)).text).toContain('No project')
  expect((await confirmed('subscribe all', asGuest)).text).toContain('Guests can only look up')
})

test('a project that a guest may not know about does not stand before theirs by its exact name', async () => {
  const { tracker, command } = await guestsConfirmed()
  const hidden = { ...project, uuid: '99999999-9999-4999-8999-999999999999', name: 'Acme Corp' }
  tracker.projects.push({ ...hidden, account: { id: 'g', name: 'Globex', logo_path: null } })
  expect((await command('project Acme Corp', { user_id: guest })).text).toContain(project.name)
  expect((await command('project Acme Corp')).text).not.toContain(project.name)
})

test('of two projects with one name, a guest’s link does not say to which a task belongs, a colleague’s does', async () => {
  const { tracker, command, database } = await guestsConfirmed()
  const other = { uuid: '66666666-6666-4666-8666-666666666666', task: '77777777-7777-4777-8777-777777777777' }
  const globex = { id: 'g1', name: 'Globex', logo_path: null }
  tracker.projects.push({ ...project, uuid: other.uuid, account: globex })
  // As some trackers show a task: its project by name alone.
  const foreign = { ...task, uuid: other.task, name: 'Cutover Babylon', project: { name: project.name } }
  tracker.tasks.set(other.task, foreign as typeof task)
  const link = `${project.portal_project_url}#task-${other.task}`
  expect((await command(`task ${link}`, { user_id: guest })).text).toContain('No task')
  expect(await knownTaskRows(database)).toEqual([])
  const own = link.replace(project.uuid, other.uuid)
  expect((await command(`task ${own}`)).text).toContain('Cutover Babylon')
  expect(await knownTaskRows(database)).toMatchObject([{ uuid: other.task, project_uuid: other.uuid }])
  // A stored fact is not replaced by what a link says.
  expect((await command(`task ${link}`, { user_id: guest })).text).toContain('No task')
  expect(await knownTaskRows(database)).toMatchObject([{ project_uuid: other.uuid }])
})
