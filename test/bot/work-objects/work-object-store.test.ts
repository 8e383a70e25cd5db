import { expect, test } from 'vitest'
import { eachEngine } from '../../support/databases.ts'
import { panes, task, taskLink } from '../support/panes.ts'
import { commentEvent, runningBot, type RunningTestBot as Running } from '../support/running-bot.ts'
import { knownComments, openedPanes } from '../support/known-rows.ts'

const commented = async (running: Running, facts: Parameters<Running['tracker']['addComment']>[0]) => {
  const comment = running.tracker.addComment(facts)
  await running.hook(commentEvent(comment))
  await running.idle()
  return comment
}

eachEngine('work objects', (_fresh, engine) => {
  test('comments in the pane are those of the tracker, also where no channel receives them, newest first and page by page', async () => {
    const running = await runningBot({ engine })
    const { comments, open } = panes(running)
    await open(task, { entity_url: taskLink })
    const first = await commented(running, {
      message_plain: 'One <!channel>',
      created_at: '2026-11-20T10:00:00Z',
    })
    await commented(running, {
      message_plain: 'Two',
      created_at: '2026-11-20T11:00:00Z',
      replied_to_comment_uuid: first.uuid,
    })
    await commented(running, { message_plain: 'Three', created_at: '2026-11-20T12:00:00Z' })
    const page = await comments(task, { limit: 2 })
    expect(page).toMatchObject({ canPost: true, said: ['Casey Jones: Three', 'Casey Jones: Two'] })
    const rest = await comments(task, { limit: 2, cursor: page.cursor })
    expect(rest.said).toEqual(['Casey Jones: One <!channel>'])
    expect(rest.cursor).toBeUndefined()
    const all = await comments(task)
    expect(all.said[1]).toBe('Casey Jones: Casey Jones: One <!channel>\nTwo')
    expect((await comments(task, { thread_root_id: first.uuid })).said).toHaveLength(1)
    const { metadata } = await open(task, { entity_url: taskLink })
    expect(metadata?.entity_comments).toEqual({
      count: 3,
      latest_timestamp: Date.parse('2026-11-20T12:00:00Z') / 1_000,
    })
  })

  test('a comment of the pane that Slack tells twice is one comment', async () => {
    const running = await runningBot({ engine })
    const { write, acknowledged, open } = panes(running)
    await open(task, { entity_url: taskLink })
    const { trigger } = await write(task, 'Once')
    await write(task, 'Once', { trigger })
    await acknowledged(trigger)
    await running.idle()
    expect(running.tracker.attempts).toHaveLength(1)
    await write(task, 'Once')
    await running.until(() => expect(running.tracker.attempts).toHaveLength(2))
  })

  test('words that are long in the tracker are kept no longer, and where panes were opened neither', async () => {
    const clock = { ahead: 0 }
    const running = await runningBot({ engine, now: () => Date.now() + clock.ahead })
    const { open } = panes(running)
    await open(task, { entity_url: taskLink })
    await commented(running, { message_plain: 'Where do we start?' })
    clock.ahead = 200 * 86_400_000
    await running.until(async () => {
      expect(await knownComments(running.database)).toEqual([
        { author_name: 'Casey Jones', text: '(no longer kept)' },
      ])
      expect(await openedPanes(running.database)).toEqual([])
    })
  })
})
