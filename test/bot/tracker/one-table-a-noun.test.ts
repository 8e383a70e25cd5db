import { describe, expect, test } from 'vitest'
import { commentsSince, unanswered } from '../../../src/bot/store/tracker/known-comments.ts'
import { knownProject, noteProject, rememberProject } from '../../../src/bot/store/tracker/known-projects.ts'
import { knownTask, noteTask, tasksOf } from '../../../src/bot/store/tracker/known-tasks.ts'
import { commentsOf } from '../../../src/bot/store/work-objects/listed-comments.ts'
import { migratedFrom } from '../support/former-database.ts'

/** One row that was in both tables, one in each alone. */
const rows = [
  `insert into known_project values ('both', 'Both', 'Acme', 'https://i', 'https://p', 5, 'a1'),
    ('known', 'Known', null, null, null, 5, null)`,
  `insert into project_state values ('both', 'next', 'task_completed', 'Dana', 7), ('state', null, 'comment_new', null, 8)`,
  `insert into known_task values ('both', 'p', 'Both', 0, null, 5, 'Kickoff'), ('known', 'p', 'Known', null, null, 5, null),
    ('gone', 'p', 'Gone', 1, 6, 5, null)`,
  `insert into task_state values ('both', 'p', 1, 7, '2026-11-20', 'Casey', 6, 7), ('state', 'p', 0, null, null, null, null, 8),
    ('gone', 'p', 0, null, null, null, null, 5)`,
  `insert into known_comment values ('both', 't', 'Casey', 'Hello', null, 5, null, null),
    ('known', 't', 'Dana', 'Hi', 'both', 6, 7, null), ('gone', 't', '', '', null, 6, null, 9)`,
  `insert into comment_state values ('both', 't', 'p', 1, 5, 11), ('state', 't', 'p', 0, 8, 12)`,
]

describe.each(['sqlite', 'postgres'] as const)('one table a noun on %s', (engine) => {
  const migrated = () => migratedFrom(engine, '2026-11-22', rows)

  test('projects keep what was known and what events told of them', async () => {
    const queries = await migrated()
    expect(await knownProject(queries, 'both')).toEqual({
      uuid: 'both',
      name: 'Both',
      accountName: 'Acme',
      accountId: 'a1',
      internalUrl: 'https://i',
      portalUrl: 'https://p',
      nextTaskUuid: 'next',
      last: { event: 'task_completed', by: 'Dana', at: 7 },
    })
    expect(await knownProject(queries, 'known')).toMatchObject({ name: 'Known', last: undefined })
    expect(await knownProject(queries, 'state')).toBeUndefined()
    const urls = { accountName: undefined, internalUrl: undefined, portalUrl: undefined }
    await rememberProject(queries, { uuid: 'state', name: 'Seen', ...urls })
    expect(await knownProject(queries, 'state')).toMatchObject({ last: { event: 'comment_new', at: 8 } })
    await noteProject(queries, 'both', { nextTaskUuid: null, last: undefined })
    expect(await knownProject(queries, 'both')).toMatchObject({ nextTaskUuid: undefined, last: { at: 7 } })
  })

  test('tasks keep their names, how they stand, and that nobody knows how they stand', async () => {
    const queries = await migrated()
    const tasks = await tasksOf(queries, 'p')
    expect(tasks.toSorted((one, other) => one.uuid.localeCompare(other.uuid))).toEqual([
      {
        uuid: 'both',
        projectUuid: 'p',
        name: 'Both',
        isInternal: false,
        moduleName: 'Kickoff',
        deletedAt: undefined,
        completed: true,
        doneAt: 7,
        dueDate: '2026-11-20',
        assigneeName: 'Casey',
        assignedAt: 6,
      },
      {
        uuid: 'known',
        projectUuid: 'p',
        name: 'Known',
        isInternal: undefined,
        moduleName: undefined,
        deletedAt: undefined,
        completed: undefined,
        doneAt: undefined,
        dueDate: undefined,
        assigneeName: undefined,
        assignedAt: undefined,
      },
    ])
    expect(await knownTask(queries, 'known')).toMatchObject({ name: 'Known', isInternal: undefined })
    expect(await knownTask(queries, 'gone')).toMatchObject({ isInternal: true, deletedAt: 6 })
    expect(await knownTask(queries, 'state')).toBeUndefined()
    const standing = { completed: true }
    await noteTask(queries, { uuid: 'state', projectUuid: 'p', name: 'S', isInternal: false, standing }, 20)
    expect(await knownTask(queries, 'state')).toMatchObject({ name: 'S', completed: true, doneAt: 20 })
  })

  test('comments keep their words, and digests what they go by', async () => {
    const queries = await migrated()
    const listed = await commentsOf(queries, 't', 10)
    expect(listed.map(({ id, authorName, text, editedAt }) => [id, authorName, text, editedAt])).toEqual([
      ['known', 'Dana', 'Hi', 7],
      ['both', 'Casey', 'Hello', undefined],
    ])
    expect([...(await commentsSince(queries, 'p', { since: 11, until: 99 }))]).toEqual([['t', 2]])
    expect([...(await commentsSince(queries, 'p', { since: 12, until: 99 }))]).toEqual([['t', 1]])
    expect([...(await unanswered(queries, 'p'))]).toEqual([['t', 8]])
  })
})
