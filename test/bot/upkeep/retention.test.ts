import { expect, test } from 'vitest'
import { eachEngine } from '../../support/databases.ts'
import { botWithThread, commentEvent, projectEvent, taskEvent } from '../support/running-bot.ts'

const dayMs = 86_400_000

eachEngine('retention', (_fresh, engine) => {
  test('once a day what is over and old enough loses its words; threads, edits and echoes go on', async () => {
    const clock = { ahead: 0 }
    const running = await botWithThread({ engine, now: () => Date.now() + clock.ahead })
    const { say, idle, hook, tracker, slack, root, database, comment, until } = running
    await say('In the tracker')
    await idle()
    const reply = [...tracker.comments.values()].at(-1) ?? comment
    await hook(projectEvent('project_updated'))
    for (const status of ['In progress', 'Not started', 'In progress'])
      await hook(taskEvent('task_updated', { status }))
    await idle()
    tracker.control.onCreate = () => ({ fails: 'invalid', message: 'No.' })
    await say('Refused, and to be tried again')
    await idle()
    await database.sql
      .insertInto('inbox')
      .values({
        dedupe_key: 'odd',
        event_name: 'odd',
        object_uuid: null,
        project_uuid: null,
        body: '{"odd":true}',
        received_at: 1,
        state: 'aside',
        outcome: 'unknown',
        handled_at: null,
      })
      .execute()

    const mark = { op: 'react', name: 'eyes' }
    const once = {
      kind: 'mark',
      lane: 'x',
      payload: { channel: 'C1', ts: '1', mark },
      uniqueKey: 'told-once',
    }
    await database.transaction((tx) => running.bot.deps.lanes.enqueue(tx, [once]))
    await idle()

    clock.ahead = 200 * dayMs
    await until(async () => {
      const left = await database.sql
        .selectFrom('job')
        .select('seq')
        .where('kind', '=', 'retention')
        .where('state', '=', 'done')
        .execute()
      expect(left).toHaveLength(1)
    })
    await idle()

    const inbox = await database.sql
      .selectFrom('inbox')
      .select(['event_name', 'body', 'state'])
      .orderBy('id')
      .execute()
    expect(inbox.map(({ event_name: name, body }) => [name, body === ''])).toEqual([
      ['comment_new', true],
      // The newest of its project: /onboard set finds field uuids in it.
      ['project_updated', false],
      ['task_updated', true],
      ['task_updated', true],
      ['task_updated', true],
      ['odd', false],
    ])
    const replies = await database.sql.selectFrom('reply').select(['state', 'text']).orderBy('id').execute()
    expect(replies).toEqual([
      { state: 'done', text: '(no longer kept)' },
      { state: 'refused', text: 'Refused, and to be tried again' },
    ])
    const [words] = await database.sql
      .selectFrom('delivery')
      .select('facts')
      .where('kind', '=', 'comment')
      .execute()
    expect(JSON.parse(words?.facts ?? '')).toEqual({
      uuid: comment.uuid,
      authorName: 'Casey Jones',
      cleared: true,
    })
    const jobs = await database.sql
      .selectFrom('job')
      .select(['kind', 'unique_key'])
      .where('state', '=', 'done')
      .execute()
    expect(jobs.filter(({ kind }) => ['event', 'post', 'mark', 'reply'].includes(kind))).toEqual([
      { kind: 'mark', unique_key: 'told-once' },
    ])
    const changes = await database.sql
      .selectFrom('delivery')
      .select('kind')
      .where('op', '=', 'update')
      .where('on_kind', '=', 'task_card')
      .execute()
    expect(changes).toHaveLength(1)
    // A lane a message: they would grow for ever.
    const lanes = await database.sql.selectFrom('lane').select('lane').where('kind', '=', 'mark').execute()
    expect(lanes).toEqual([{ lane: 'mark:x' }])
    // What is told once is known by its key; its words are gone.
    expect(
      await database.sql.selectFrom('job').select('payload').where('unique_key', '=', 'told-once').execute(),
    ).toEqual([{ payload: '{}' }])

    // What was said long ago is still edited, struck out, answered, and known as our own.
    const edited = { ...comment, message_plain: 'Where do we begin?' }
    tracker.comments.set(comment.uuid, edited)
    await hook(commentEvent(edited, 'comment_updated'))
    await hook(commentEvent(reply))
    await idle()
    expect(slack.thread(root.ts)).toEqual(['Casey Jones: Where do we begin?'])
    tracker.comments.delete(comment.uuid)
    await hook(commentEvent(edited, 'comment_deleted'))
    tracker.control.onCreate = () => 'works'
    const late = await say('Two hundred days later')
    await idle()
    expect(slack.thread(root.ts)[0]).toContain('Casey Jones')
    expect(slack.reactions(late.ts)).toEqual(['white_check_mark'])
  })
})

test('the hook is not subscribed again because its jobs are old', async () => {
  const clock = { ahead: 0 }
  const hooks: unknown[] = []
  const running = await botWithThread({
    subscribe: 'auto',
    publicUrl: 'https://bot.example',
    now: () => Date.now() + clock.ahead,
  })
  Object.assign(running.tracker.api, { createWebhook: async (hook: unknown) => void hooks.push(hook) })
  await running.idle()
  clock.ahead = 200 * dayMs
  await running.until(async () => {
    const counts = await running.database.sql
      .selectFrom('job')
      .select('seq')
      .where('kind', '=', 'retention')
      .where('state', '=', 'done')
      .execute()
    expect(counts).toHaveLength(1)
  })
  hooks.length = 0
  await running.restart()
  await running.idle()
  expect(hooks).toEqual([])
})
