import { expect, test } from 'vitest'
import { postRows } from '../../support/rows/post-rows.ts'
import { channel, commentEvent, projectEvent, runningBot, taskEvent } from '../../support/running-bot.ts'
import { project, taskUuid } from '../../support/stand-in-tracker.ts'

const globex = { id: 'a2', name: 'Globex', logo_path: null }

/** Of messages that should say something else: why they don't. */
const changed = async (database: Parameters<typeof postRows>[0], except?: string) =>
  (await postRows(database, { channel }))
    .filter(
      ({ kind, ts, shown, wanted, error }) =>
        kind !== except && ts !== null && (shown < wanted || error !== null),
    )
    .map(({ error }) => error)

/** A channel with cards of a task and its project, and a comment. `leave`: it doesn't receive them anymore. */
const withCards = async (target: string, { shared = true } = {}) => {
  const running = await runningBot()
  const { slack, tracker, hook, confirmed, send, change, changeTask } = running
  if (shared) slack.shared.add(channel)
  await confirmed(`subscribe ${target} all`)
  const comment = tracker.addComment({ message_plain: 'The first wording' })
  await send(projectEvent('project_created'), commentEvent(comment))
  const texts = () => slack.messages.filter((one) => one.channel === channel).map(({ text }) => text)
  /** Everything that the cards and the comment say becomes something else. */
  const everythingChanges = async () => {
    change({
      name: 'Rollout Nineveh',
      percentage: 77,
      project_owner: { ...project.project_owner, full_name: 'Owner Babylon' },
    })
    changeTask({
      name: 'Call Damascus',
      project: { uuid: project.uuid, name: 'Rollout Nineveh' },
    })
    const edited = { ...comment, message_plain: 'The second wording', edited_at: '2026-11-21T11:00:00Z' }
    tracker.comments.set(comment.uuid, edited)
    await hook(taskEvent('task_updated', { name: 'Call Damascus' }))
    await hook(commentEvent(edited, 'comment_updated'))
    await send(projectEvent('project_updated', { name: 'Rollout Nineveh' }))
  }
  return { ...running, comment, texts, everythingChanges }
}

test('a project that moved to another customer changes nothing anymore in the shared channel of the one before', async () => {
  const { texts, everythingChanges, tracker, database, confirmed, change } =
    await withCards('account:"Acme Corp"')
  tracker.addAccounts('Globex')
  await confirmed('subscribe account:Globex', { channel_id: 'C0GLOBEX' })
  const before = texts()
  expect(before).toHaveLength(3)
  change({ account: globex })
  await everythingChanges()
  expect(texts()).toEqual(before)
  // A task's card has a new quote, which is withheld.
  expect(await changed(database, 'task_card')).toEqual([])
})

test('after a shared channel unsubscribed its old messages are not changed, but taken back', async () => {
  const { texts, everythingChanges, command, tracker, comment, database, send } = await withCards(
    project.uuid,
  )
  await command(`unsubscribe ${project.uuid}`)
  const before = texts()
  await everythingChanges()
  expect(texts()).toEqual(before)
  expect(await changed(database, 'task_card')).toEqual([])
  tracker.comments.delete(comment.uuid)
  tracker.tasks.delete(taskUuid)
  await send(commentEvent(comment, 'comment_deleted'), taskEvent('task_deleted'))
  expect(texts().join('\n')).not.toContain('first wording')
  expect(texts().filter((text) => /deleted/i.test(text))).toHaveLength(2)
})

test('an update that waited while a shared channel unsubscribed is not made', async () => {
  const { slack, everythingChanges, command, texts, database, idle } = await withCards(project.uuid)
  slack.answers('chat.update', { status: 503 })
  const before = texts()
  const changing = everythingChanges()
  await expect.poll(() => slack.made('chat.update').length).toBeGreaterThan(2)
  await command(`unsubscribe ${project.uuid}`)
  slack.fault.next = undefined
  await changing
  await expect
    .poll(() => idle().then(() => changed(database)), { timeout: 15_000 })
    .toEqual(Array(3).fill('the channel does not receive the project'))
  expect(texts()).toEqual(before)
})

test.each([
  ['a shared channel that receives the project', true, false],
  ['a channel of the team that unsubscribed', false, true],
])('in %s messages stay current', async (_, shared, leaves) => {
  const { texts, everythingChanges, command } = await withCards(project.uuid, { shared })
  if (leaves) await command(`unsubscribe ${project.uuid}`)
  await everythingChanges()
  expect(texts().join('\n')).toMatch(/Rollout Nineveh[^]*Call Damascus[^]*The second wording/)
  // Progress counts internal tasks too.
  expect(texts().join('\n').includes('77%')).toBe(!shared)
})
