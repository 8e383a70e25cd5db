import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { casey, panes, portalTask, projectRef, shareChannel, task, taskLink } from '../support/panes.ts'
import {
  channel,
  commentEvent,
  dana,
  projectEvent,
  runningBot,
  type RunningTestBot as Running,
  taskEvent,
} from '../support/running-bot.ts'
import { apiUser, project, taskUuid } from '../support/stand-in-tracker.ts'
import { knownComments, tasksAreInternal } from '../support/known-rows.ts'

const commented = async (running: Running, facts: Parameters<Running['tracker']['addComment']>[0]) => {
  const comment = running.tracker.addComment(facts)
  await running.hook(commentEvent(comment))
  await running.idle()
  return comment
}

describe('comments in the pane', () => {
  test('follow edits, and lose the words of what is deleted', async () => {
    const running = await runningBot()
    const { comments, open } = panes(running)
    await open(task, { entity_url: taskLink })
    const comment = await commented(running, { message_plain: 'Monday?' })
    running.tracker.comments.set(comment.uuid, {
      ...comment,
      message_plain: 'Tuesday?',
      edited_at: '2026-11-21T11:00:00Z',
    })
    await running.hook(commentEvent(comment, 'comment_updated'))
    await running.idle()
    expect((await comments(task)).said).toEqual(['Casey Jones: Tuesday?'])
    running.tracker.comments.delete(comment.uuid)
    await running.hook(commentEvent(comment, 'comment_deleted'))
    await running.idle()
    expect((await comments(task)).said).toEqual([])
    expect(await knownComments(running.database)).toMatchObject([{ text: '', author_name: '' }])
  })

  test('are shown to people of another organization only where they opened the task, and never of an internal one', async () => {
    const running = await runningBot({ paneWaitMs: 200 })
    const { comments, open } = panes(running)
    shareChannel(running)
    await running.confirmed(`subscribe "${project.name}"`)
    await commented(running, { message_plain: 'Where do we start?' })
    expect(await comments(portalTask, { user: casey })).toMatchObject({ said: [], canPost: false })
    await open(portalTask, { user: casey })
    expect((await comments(portalTask, { user: casey })).said).toEqual(['Casey Jones: Where do we start?'])
    expect(await comments(task, { user: casey })).toMatchObject({ said: [], canPost: false })
    await tasksAreInternal(running.database, true)
    expect(await comments(portalTask, { user: casey })).toMatchObject({ said: [], canPost: false })
    await running.command(`unsubscribe "${project.name}"`)
    await tasksAreInternal(running.database, false)
    expect(await comments(portalTask, { user: casey })).toMatchObject({ said: [], canPost: false })
  })

  test('asked for before Slack says where they were opened are shown all the same', async () => {
    const running = await runningBot({ paneWaitMs: 20_000 })
    const { ask, answer, open } = panes(running)
    shareChannel(running)
    await running.confirmed(`subscribe "${project.name}"`)
    await commented(running, { message_plain: 'Where do we start?' })
    const trigger = await ask('entity_comments_requested', portalTask, { user: casey })
    await open(portalTask, { user: casey })
    expect(await answer('entity.presentComments', trigger)).toMatchObject({ comments: [{}] })
  })

  test('are none of a project, of a deleted task, and of a task nobody knows', async () => {
    const running = await runningBot()
    const { comments, open } = panes(running)
    expect((await comments(projectRef)).error).toBe('You can comment on tasks, but not on projects.')
    await open(task, { entity_url: taskLink })
    running.tracker.tasks.delete(taskUuid)
    await running.hook(taskEvent('task_deleted'))
    await running.idle()
    expect((await comments(task)).error).toContain('was deleted in the tracker')
    expect((await comments({ id: randomUUID(), type: 'task' })).error).toContain(
      'It may have been deleted or moved',
    )
  })
})

describe('a comment written in the pane', () => {
  const opened = async (running: Running, subscribe = true) => {
    if (subscribe) await running.confirmed(`subscribe "${project.name}"`)
    const pane = panes(running)
    await pane.open(task, { entity_url: taskLink })
    return pane
  }

  test('reaches the tracker once, stands in the thread of the task, and its echo is dropped', async () => {
    const running = await runningBot()
    const { write, acknowledged, comments } = await opened(running)
    await running.hook(projectEvent('project_created'))
    const { trigger, status } = await write(task, 'Tuesday works & <fine>')
    expect(status).toBe(200)
    const told = await acknowledged(trigger)
    expect(told.error).toBeUndefined()
    expect(told.comment?.sender).toEqual({ user_id: dana })
    expect(running.tracker.attempts.map(({ message_plain: text }) => text)).toEqual([
      'Dana Smith (Slack): Tuesday works & <fine>',
    ])
    const [made] = [...running.tracker.comments.values()].filter(({ created_by_uuid: by }) => by === apiUser)
    expect(told.comment?.id).toBe(made?.uuid)
    if (made) await running.hook(commentEvent(made))
    await running.idle()
    const root = running.slack.roots(channel).find(({ text }) => text.includes('Kick-off call'))
    expect(running.slack.thread(root?.ts)).toEqual(['Dana Smith (Slack): Tuesday works &amp; &lt;fine&gt;'])
    expect((await comments(task)).said).toEqual(['U0DANA: Tuesday works & <fine>'])
  })

  test('that loses its author to an edit in the tracker keeps its words and whose they were', async () => {
    const running = await runningBot()
    const { write, acknowledged, comments } = await opened(running)
    const { trigger } = await write(task, 'Monday works')
    const { comment } = await acknowledged(trigger)
    const made = running.tracker.comments.get(comment?.id ?? '')
    if (!made) throw new Error('no comment')
    await running.hook(commentEvent(made))
    running.tracker.comments.set(made.uuid, { ...made, message_plain: 'Please note: Tuesday' })
    await running.hook(commentEvent(made, 'comment_updated'))
    await running.idle()
    expect((await comments(task)).said).toEqual(['U0DANA: Please note: Tuesday'])
  })

  test('waits for a tracker that is away: the pane says so, and it is sent when the tracker is back', async () => {
    const running = await runningBot({ paneWaitMs: 100 })
    const { write, acknowledged, comments } = await opened(running)
    running.tracker.control.down = 'unreachable'
    const { trigger } = await write(task, 'Are you there?')
    const told = await acknowledged(trigger)
    expect(JSON.stringify(told.comment)).toContain('On its way to the tracker.')
    expect((await comments(task)).said).toEqual(['U0DANA: Are you there?\nOn its way to the tracker.'])
    running.tracker.control.down = undefined
    await running.restart()
    await running.until(() => expect(running.tracker.attempts).toHaveLength(1))
    await running.idle()
    expect((await comments(task)).said).toEqual(['U0DANA: Are you there?'])
  })

  test('that the tracker refuses comes back with the reason, to its author alone', async () => {
    const running = await runningBot()
    const { write, acknowledged, comments, open } = await opened(running)
    running.tracker.control.onCreate = () => ({ fails: 'invalid', message: 'Comments are closed.' })
    const { trigger } = await write(task, 'Still?')
    expect((await acknowledged(trigger)).error).toBe('The tracker rejected the comment: Comments are closed.')
    await running.idle()
    expect(running.slack.ephemerals(dana).at(-1)?.['text']).toContain('Comments are closed.')
    expect((await comments(task)).said).toEqual(['U0DANA: Still?\nThe tracker rejected it.'])
    await open(task, { entity_url: taskLink, user: 'U0LEE' })
    expect((await comments(task, { user: 'U0LEE' })).said).toEqual([])
  })

  test('of a person of another organization carries their company, and reaches the tracker only from a channel of theirs', async () => {
    const running = await runningBot()
    shareChannel(running)
    await running.confirmed(`subscribe "${project.name}"`)
    const { write, open, acknowledged } = panes(running)
    const early = await write(portalTask, 'Hello', { user: casey })
    expect((await acknowledged(early.trigger)).error).toContain('isn’t subscribed to the task')
    await open(portalTask, { user: casey })
    await write(portalTask, 'Hello', { user: casey })
    await running.until(() => expect(running.tracker.attempts).toHaveLength(1))
    expect(running.tracker.attempts[0]?.message_plain).toBe('Casey Jones (Acme Corp, Slack): Hello')
    const forged = await write(task, 'Hello', { user: casey })
    expect((await acknowledged(forged.trigger)).error).toContain('isn’t subscribed to the task')
    expect(running.tracker.attempts).toHaveLength(1)
  })

  test('of nothing, on nothing, or meant as an edit or a deletion is refused with words', async () => {
    const running = await runningBot()
    const { write, press, acknowledged } = await opened(running)
    const cases = [
      await write(task, '   '),
      await write({ id: 'x', type: 'task' }, 'Hello'),
      await write(projectRef, 'Hello'),
      await write(task, 'Changed', { callback: 'work-object-edit-comment' }),
      {
        trigger: await press(
          { type: 'entity_comment', external_ref: task },
          { action_id: 'any', value: 'c1' },
        ),
      },
    ]
    const words = await Promise.all(cases.map(async ({ trigger }) => (await acknowledged(trigger)).error))
    expect(words).toMatchInlineSnapshot(`
      [
        "Write the comment first.",
        "It may have been deleted or moved. Open the link to see what the tracker says.",
        "You can comment on tasks, but not on projects.",
        "Comments are edited in the tracker, not from Slack. Write another comment to correct it.",
        "Comments are deleted in the tracker, not from Slack. Write another comment to correct it.",
      ]
    `)
    expect(running.tracker.attempts).toEqual([])
  })

  test('of forty thousand characters arrives whole, in order', async () => {
    const running = await runningBot()
    const { write } = await opened(running, false)
    const text = Array.from({ length: 4_000 }, (_, at) => `word ${at}`)
      .join(' ')
      .slice(0, 40_000)
    await write(task, text)
    await running.until(() => expect(running.tracker.attempts.length).toBeGreaterThan(3))
    await running.idle()
    const joined = running.tracker.attempts
      .map(({ message_plain: part }) => part.replace(/^Dana Smith \(Slack\): \(\d+\/\d+\) /, ''))
      .join('')
    expect(joined).toBe(text)
  })
})
