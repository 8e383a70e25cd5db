import { expect, test } from 'vitest'
import { restoredReason } from '../../../../src/lanes/lanes.ts'
import { dayMs } from '../../../../src/bot/kit/time.ts'
import { defaultSettings, putChannelSettings } from '../../../../src/bot/store/channel-settings.ts'
import { allKinds, kinds, type PostKind } from '../../../../src/bot/sync/kinds/kinds.ts'
import { collapseBursts } from '../../../../src/bot/sync/posts/bursts.ts'
import { type WantedPost, writePosts } from '../../../../src/bot/sync/posts/decision.ts'
import { followReaders } from '../../../../src/bot/sync/posts/follow-readers.ts'
import { onPostGivenUp } from '../../../../src/bot/sync/posts/send-post.ts'
import { jobRows } from '../../../support/lane-rows.ts'
import { engines } from '../../../support/databases.ts'
import { by } from '../../support/acts.ts'
import { moveProjects } from '../../support/rows/known-rows.ts'
import { addEvent, postRows, putBack } from '../../support/rows/post-rows.ts'
import { channel, dana } from '../../support/running-bot.ts'
import { each, notReceived, situations } from './situations.ts'
import { bothCauses, type Cause, changed, type World, worldOfKinds } from './world-of-kinds.ts'

/* Each kind by its example, in each situation: posted for an event, and for what a person did in the channel. */

for (const engine of engines) {
  test.each(Object.entries(situations))(`each kind, when %s (${engine})`, async (_, situation) => {
    const { shared = false, meanwhile, all, but } = situation
    const there = await worldOfKinds(engine, shared)
    const jobs = await there.decide()
    await meanwhile?.(there)
    await there.send(jobs)
    const expected: Record<string, string> = {}
    for (const kind of allKinds) {
      const [byEvent = all, byHand = byEvent] = [but?.[kind], but?.[`${kind} by hand`]]
      expected[kind] = byEvent
      if (byHand !== byEvent) expected[`${kind} by hand`] = byHand
    }
    expect(await there.outcomes()).toEqual(expected)
  })

  const kindsOf = (among: (kind: PostKind) => boolean) => allKinds.filter(among)
  const textOf = async ({ rowOf, slack }: World, kind: PostKind, cause: Cause = 'event') => {
    const row = await rowOf(kind, cause)
    return slack.messages.find(({ ts }) => ts === row?.ts)?.text ?? ''
  }
  const removed = (kind: PostKind) => kinds[kind].example.removed
  const isRemovable = (kind: PostKind) => removed(kind) !== 'never'

  test.each(['before', 'after'])(`each kind, edited %s it was posted (${engine})`, async (when) => {
    const there = await worldOfKinds(engine, false)
    const jobs = await there.decide()
    if (when === 'after') await there.send(jobs)
    const later = await there.rewrite((kind) => changed(there.examples(kind)))
    await there.send([...(when === 'after' ? [] : jobs), ...later])
    for (const kind of allKinds) expect(await textOf(there, kind), kind).toMatch(/Changed|U0LEE|found 3/)
    expect(new Set(Object.values(await there.outcomes()))).toEqual(new Set(['posted']))
    expect(
      there.slack.made('chat.postMessage').filter(({ text }) => /Changed|U0LEE|found 3/.test(String(text))),
    ).toHaveLength(when === 'after' ? 0 : 2 * allKinds.length)
  })

  test(`a card that waits keeps what only it knows when it gets other facts (${engine})`, async () => {
    const there = await worldOfKinds(engine, false)
    await there.decide()
    expect((await there.rowOf('task_card', 'event'))?.facts).toContain('"existedBefore":true')
  })

  test(`each kind, deleted before it was posted (${engine})`, async () => {
    const there = await worldOfKinds(engine, false)
    const jobs = await there.decide()
    await there.rewrite(removed)
    await there.send(jobs)
    const gone = 'the comment was deleted before it was posted'
    expect(await there.outcomes(isRemovable)).toEqual({
      task_card: 'posted',
      comment: gone,
      reply_changed: 'posted',
    })
  })

  test(`each kind, deleted or edited in a shared channel that receives it no more (${engine})`, async () => {
    const there = await worldOfKinds(engine, true)
    await there.send(await there.decide())
    await moveProjects(there.database, 'Globex')
    await there.send(await there.rewrite((kind) => changed(there.examples(kind))))
    expect(await there.outcomes()).toEqual({ ...each(allKinds, notReceived), missed: 'posted' })
    await there.send(await there.rewrite(removed))
    expect(await there.outcomes(isRemovable)).toEqual(each(kindsOf(isRemovable), 'posted'))
    for (const kind of kindsOf(isRemovable)) expect(await textOf(there, kind)).toMatch(/deleted/i)
  })

  test.each(['is in Slack', 'is not there'])(
    `each kind, restored from a backup where it waited, and it %s (${engine})`,
    async (where) => {
      const there = await worldOfKinds(engine, false)
      const { database, deps, slack, clock, press, idle } = there
      const jobs = await there.decide()
      if (where === 'is in Slack') {
        await there.send(jobs)
        await putBack(database)
      }
      const before = slack.messages.length
      await database.transaction(async (tx) => {
        for (const { kind, payload } of jobs)
          if (kind === 'post') await onPostGivenUp(deps, tx, { payload }, restoredReason)
      })
      expect(new Set(Object.values(await there.outcomes()))).toEqual(new Set([restoredReason]))
      await press('retry_failed', 'channel', by('U0LEE'))
      const settled = async () => {
        clock.now += 10_000
        await idle()
        return new Set(Object.values(await there.outcomes()))
      }
      await expect.poll(settled, { timeout: 15_000 }).toEqual(new Set(['posted']))
      if (where === 'is in Slack') expect(slack.messages).toHaveLength(before)
    },
  )

  test(`each kind, 181 days after it was posted (${engine})`, async () => {
    const there = await worldOfKinds(engine, false)
    await there.send(await there.decide())
    there.clock.now += 181 * dayMs
    await there.until(async () => {
      expect(await jobRows(there.database, { kind: 'retention', state: 'done' })).not.toEqual([])
    })
    await there.idle()
    const left: string[] = []
    for (const kind of allKinds) left.push(`${kind} ${(await there.rowOf(kind, 'event'))?.facts}`)
    expect(`\n${left.join('\n')}\n`).toMatchInlineSnapshot(`
      "
      task_card {"uuid":"b1b1b1b1-0000-4000-8000-000000000001","name":"Hold the kick-off call","projectName":"Acme Corp – Standard Onboarding","readers":"customers","existedBefore":true,"deleted":false}
      task_completed {"cleared":true}
      subtask_line {"cleared":true}
      comment {"authorName":"Casey Miller","cleared":true}
      project_card {"uuid":"a1a1a1a1-0000-4000-8000-000000000001","name":"Acme Corp – Standard Onboarding","accountName":"Acme Corp","dueDate":"2026-12-15","next":{"uuid":"b1b1b1b1-0000-4000-8000-000000000002","name":"Send the data export"},"percentage":34}
      project_completed {"cleared":true}
      missed {"projects":2}
      project_line {"projectName":"Acme Corp – Standard Onboarding","url":"https://tracker.example/projects/1","by":"Lee Wong","change":"archived","at":"2026-11-20T09:30:00Z"}
      reply_changed {"cleared":true}
      digest {"every":"daily","sinceAt":"2026-11-20T08:00:00.000Z","projects":[{"uuid":"a1a1a1a1-0000-4000-8000-000000000001","name":"Acme Corp – Standard Onboarding","done":{"total":1,"named":[{"name":"Hold the kick-off call","uuid":"b1b1b1b1-0000-4000-8000-000000000001"}]},"late":{"total":0},"waiting":{"total":0},"comments":{"total":0}}],"total":1}
      thread_synced {"taskName":"Hold the kick-off call","readers":"customers","key":"1763600000.000100@b1b1b1b1-0000-4000-8000-000000000001@1763700000000","by":"U0DANA","taskUrl":"https://tracker.example/tasks/1"}
      comment_burst {"projectName":"Acme Corp – Standard Onboarding","authorName":"Casey Miller","comments":140}
      burst {"projectName":"Acme Corp – Standard Onboarding","tasks":12,"subtasks":12,"others":3,"done":[{"uuid":"b1b1b1b1-0000-4000-8000-000000000001","name":"Hold the kick-off call","by":"Casey Miller"}]}
      "
    `)
  })

  test(`each kind, many times within a minute (${engine})`, async () => {
    const { database, deps } = await worldOfKinds(engine, false)
    const said: string[] = []
    for (const kind of allKinds) {
      const uuid = `project of ${kind}`
      const event = await addEvent(database, uuid)
      const post = (n: number): WantedPost =>
        ({ channel, kind, objectUuid: `${kind} ${n}`, facts: kinds[kind].example.team }) as WantedPost
      const next = async (n: number) => {
        const posts = await collapseBursts(deps, { uuid, event }, [post(n)], true)
        await database.transaction((tx) => writePosts(deps, tx, { inbox: event, project: uuid }, posts))
        return posts.map((one) => `${one.change ? 'another ' : ''}${one.kind}${one.isLate ? ', late' : ''}`)
      }
      for (let n = 0; n < 10; n += 1) await next(n)
      said.push(`${kind}: ${(await next(10)).join(' and ')}; ${(await next(11)).join(' and ')}`)
    }
    expect(`\n${said.join('\n')}\n`).toMatchInlineSnapshot(`
      "
      task_card: task_card; task_card
      task_completed: another burst; another burst
      subtask_line: another burst; another burst
      comment: comment, late and comment_burst; comment, late and another comment_burst
      project_card: project_card; project_card
      project_completed: project_completed; project_completed
      missed: missed; missed
      project_line: another burst; another burst
      reply_changed: reply_changed; reply_changed
      digest: digest; digest
      thread_synced: thread_synced; thread_synced
      comment_burst: comment_burst; comment_burst
      burst: burst; burst
      "
    `)
  })

  test(`each kind, in a channel without threads (${engine})`, async () => {
    const there = await worldOfKinds(engine, false)
    await there.database.transaction((tx) =>
      putChannelSettings(tx, channel, { ...defaultSettings, layout: 'flat' }, { user: dana, at: 1 }),
    )
    await there.send(await there.decide())
    const said: string[] = []
    for (const kind of kindsOf((one) => kinds[one].about === 'thread'))
      said.push(`${kind}: ${(await textOf(there, kind)).replaceAll('\n', ' / ')}`)
    expect(`\n${said.join('\n')}\n`).toMatchInlineSnapshot(`
      "
      task_completed: ✅ Hold the kick-off call completed by Casey Miller · Acme Corp – Standard Onboarding · Next: Send the data export · The customer reads replies. / Which regions? EMEA, APAC
      subtask_line: Task Hold the kick-off call / Subtask answered: Choose a date, by Casey Miller / Answer: The 15th / The customer reads replies.
      comment: Task Hold the kick-off call / Casey Miller: Is Tuesday better? / The customer reads replies.
      project_line: <https://tracker.example/projects/1|Acme Corp – Standard Onboarding> · Archived, by Lee Wong, <!date^1795167000^{date_short_pretty} {time}|Nov 20, 2026, 09:30 UTC> / The customer reads replies.
      reply_changed: The comment from Dana Smith’s reply was edited in the tracker. / Now: “We start on Tuesday.” / The customer reads replies.
      thread_synced: <@U0DANA> synced this thread with the task <https://tracker.example/tasks/1|Hold the kick-off call>. / Replies here become comments, and the task’s comments appear here. The customer reads replies.
      "
    `)
  })

  test(`each kind, when others come to read the channel, and when its thread is over (${engine})`, async () => {
    const there = await worldOfKinds(engine, false)
    const { database, deps, slack, idle } = there
    await there.send(await there.decide())
    const cards = ['task_card', 'task_card', 'task_card']
    const shownAgain = async () => {
      const before = slack.made('chat.update').length
      await database.transaction((tx) => followReaders(deps, tx, channel))
      await idle()
      const changed = new Set(
        slack
          .made('chat.update')
          .slice(before)
          .map(({ ts }) => ts),
      )
      const rows = await postRows(database, { channel })
      return rows
        .filter(({ ts }) => changed.has(ts))
        .map(({ kind }) => kind)
        .sort()
    }
    expect(await shownAgain()).toEqual([...cards, 'thread_synced', 'thread_synced'])
    const ended = { ...kinds.thread_synced.example.team, endedBy: dana }
    await there.send(await there.rewrite((kind) => (kind === 'thread_synced' ? ended : 'never')))
    expect(await shownAgain()).toEqual(cards)
    await there.send(await there.rewrite(removed))
    // The third card's task is still there.
    expect(await shownAgain()).toEqual(['task_card'])
  })

  test(`each kind says why it was posted, and only a digest answers a reply (${engine})`, async () => {
    const there = await worldOfKinds(engine, false)
    await there.send(await there.decide())
    const answered: string[] = []
    for (const kind of allKinds)
      for (const cause of bothCauses) {
        const { ts } = (await there.rowOf(kind, cause)) ?? {}
        const link = `https://demo.slack.com/archives/${channel}/p${ts?.replace('.', '')}`
        const { text } = await there.command(`why ${link}`)
        const { verified, unannounced } = kinds[kind].why
        expect(text).toContain(`Verified: ${verified}`)
        expect(text.includes(unannounced), text).toBe(cause === 'by hand')
        const before = there.slack.whispers(dana).length
        if (kinds[kind].about !== 'thread' && kinds[kind].about !== 'task')
          await there.writes('Thanks', ts ?? '')
        await there.idle()
        if (there.slack.whispers(dana).length > before) answered.push(kind)
      }
    expect(answered).toEqual(['digest', 'digest'])
  })
}
