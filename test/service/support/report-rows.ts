import { randomUUID } from 'node:crypto'
import { isoDate } from '../../../src/contract/dates.ts'
import { moduleRow, taskRow } from '../../../src/service/changes/projects/rows.ts'
import type { Database } from '../../../src/service/store/database.ts'

import { addRows, type New } from '../../../src/service/store/rows.ts'

const dayMs = 86_400_000
const tasksEach = 10
const commentsEach = 10
const projectsEach = 25
const vendors = 30

const person = (name: string, account?: string): New<'person'> => ({
  uuid: randomUUID(),
  first_name: name,
  last_name: 'Somebody',
  email: `${name.toLowerCase()}@example.com`,
  role: account === undefined ? 'Vendor User' : 'Customer',
  account_uuid: account ?? null,
  is_active: 1,
})

/**
 * An account has one customer, and a few of them left. Three of five projects run, and the days of the others are spread
 * over a year. A project's comments are written in two days, some at the same time.
 */
export const reportRows = (size: number, now: number) => {
  const team = Array.from({ length: vendors }, (_, n) => person(`Vendor${n}`))
  const accounts = Math.ceil(size / projectsEach)
  const account = Array.from({ length: accounts }, (_, n) => ({
    uuid: randomUUID(),
    name: `Account ${n}`,
  }))
  const customers = account.map(({ uuid }, n) => ({
    ...person(`Customer${n}`, uuid),
    is_active: n % 7 === 0 ? (0 as const) : (1 as const),
  }))
  const project: New<'project'>[] = []
  const module: New<'module'>[] = []
  const task: New<'task'>[] = []
  const comment: New<'comment'>[] = []
  const by = team[0]?.uuid ?? ''
  for (let n = 0; n < size; n += 1) {
    const [owner, customer] = [team[n % vendors]?.uuid ?? by, customers[n % accounts]?.uuid ?? by]
    const start = now - (30 + ((n * 7) % 400)) * dayMs
    const runs = n % 5 < 3
    const of = { project_uuid: randomUUID() }
    project.push({
      uuid: of.project_uuid,
      name: `Project ${n}`,
      name_search: `project ${n}`,
      description: '',
      account_uuid: account[n % accounts]?.uuid ?? '',
      owner_uuid: owner,
      playbook_uuid: randomUUID(),
      state: runs ? 'Active' : n % 5 === 3 ? 'Completed' : 'Archived',
      start_date: isoDate(start),
      due_date: isoDate(start + 60 * dayMs),
      value: null,
      created_at: start,
      created_by: by,
      completed_at: runs ? null : Math.min(now, start + (40 + (n % 50)) * dayMs),
      completed_by: null,
      archived_at: null,
      archived_by: null,
      version: 1,
    })
    const part = { uuid: randomUUID(), ...of, name: 'Kickoff', position: 1 }
    module.push({ ...moduleRow(part, by, start), is_archived: n % 23 === 0 ? 1 : 0 })
    const tasks = Array.from({ length: tasksEach }, (_, at) =>
      taskRow(
        {
          uuid: randomUUID(),
          ...of,
          module_uuid: part.uuid,
          name: `Task ${at}`,
          position: at + 1,
          is_internal: at % 5 === 0 ? 1 : 0,
          status: at < n % tasksEach ? 'Completed' : 'Not started',
          is_archived: at === 7 ? 1 : 0,
          assignee_uuid: [customer, owner, null][at % 3] ?? null,
        },
        by,
        start,
      ),
    )
    task.push(...tasks)
    for (let at = 0; at < commentsEach; at += 1)
      comment.push({
        uuid: randomUUID(),
        ...of,
        task_uuid: tasks[(at * at + n) % tasksEach]?.uuid ?? '',
        replied_to: null,
        created_by: (at * 7 + n) % 3 === 0 ? customer : owner,
        message_plain: 'Hello there, is Tuesday fine for the call?',
        created_at: now - ((n * 13) % 300) * dayMs - (at % 8) * 7 * 3_600_000,
        edited_at: null,
      })
  }
  return { account, person: [...team, ...customers], project, module, task, comment }
}
export type ReportRows = ReturnType<typeof reportRows>

/** As if the service had made them. */
export const fillService = async ({ sql }: Database, org: string, rows: ReportRows) => {
  const scope = { sql, org }
  for (const table of ['account', 'person', 'project', 'module', 'task', 'comment'] as const)
    await addRows(scope, table, rows[table] as New<typeof table>[])
}
