import { isBlank } from '../../contract/text.ts'
import { sql as raw } from 'kysely'
import type { Given } from '../../database/statement.ts'
import { type Queries, statement } from './database.ts'
import { receivedProjects } from './project-channels.ts'
import { subscriptionsOf, coversAny, type RoutedProject } from './subscriptions.ts'
import { type KnownTask, taskFrom } from './known-projects.ts'

const inAscii = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/**
 * SQL's `lower` changes ASCII letters only, in SQLite and in PostgreSQL's C locale. So a name is looked for as typed, in
 * small letters, in capitals, with a capital first, and in Turkish capitals. In NFC, as known names are stored.
 */
const letterCases = (text: string): string[] => {
  const small = text.toLowerCase()
  const capital = small.charAt(0).toUpperCase() + small.slice(1)
  const cases = [text, small, text.toUpperCase(), capital, small.toLocaleUpperCase('tr')]
  return [...new Set(cases.map((one) => inAscii(one.normalize('NFC'))))]
}

export interface ChannelTask {
  uuid: string
  name: string
  projectUuid: string
  projectName: string | undefined
  /** Undefined if unknown. */
  isInternal: boolean | undefined
  isDone: boolean
}

/** 1 for what nobody is likely to write about. */
const isDone = raw<number>`case when task.completed = 1 or project.is_over = 1 then 1 else 0 end`

/** More words are no task's name, and SQLite refuses a query of a thousand. */
const mostWords = 50

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, mostWords)

/**
 * Tasks whose name, or project with `orProject`, has all words of the text, or parts of them. Open ones of running
 * projects come first, then the newest. `ofAll`: not only the channel's.
 */
export const tasksOfChannel = async (
  sql: Queries,
  channel: string,
  text: string,
  { limit, orProject, ofAll = false }: { limit: number; orProject: boolean; ofAll?: boolean },
): Promise<ChannelTask[]> => {
  const words = wordsOf(text)
  if (words.length === 0 && !isBlank(text)) return []
  const received = await subscriptionsOf(sql, channel)
  // Before the search, so that it reads no other project's tasks.
  const projects = ofAll ? undefined : await receivedProjects(sql, received)
  if (projects?.length === 0) return []
  const rows = await sql
    .selectFrom('known_task as task')
    .leftJoin('known_project as project', 'project.uuid', 'task.project_uuid')
    .select([
      'task.uuid',
      'task.name',
      'task.project_uuid',
      'task.is_internal',
      'project.name as project_name',
      'project.account_name',
      'project.account_id',
      isDone.as('is_done'),
    ])
    .where('task.deleted_at', 'is', null)
    .$if(projects !== undefined, (query) => query.where('task.project_uuid', 'in', projects ?? []))
    .where((row) => {
      const columns = orProject ? (['task.name', 'project.name'] as const) : (['task.name'] as const)
      const names = columns.map((column) => row.fn<string>('lower', [column]))
      // `kickoff` finds *Kick-off*.
      const plain = names.map((name) => row.fn<string>('replace', [name, row.val('-'), row.val('')]))
      const inAny = (word: string) =>
        row.or(
          letterCases(word).flatMap((spelling) =>
            [...names, ...plain].map((name) => row(name, 'like', row.val(`%${spelling}%`))),
          ),
        )
      return row.and(words.map(inAny))
    })
    .orderBy(isDone)
    .orderBy('task.seen_at', 'desc')
    .limit(limit)
    .execute()
  const isReceived = (row: (typeof rows)[number]) => {
    const [accountName, accountId] = [row.account_name ?? undefined, row.account_id ?? undefined]
    return ofAll || coversAny(received, { uuid: row.project_uuid, accountName, accountId })
  }
  return rows.filter(isReceived).map((row) => ({
    uuid: row.uuid,
    name: row.name,
    projectUuid: row.project_uuid,
    projectName: row.project_name ?? undefined,
    isInternal: row.is_internal === null ? undefined : row.is_internal === 1,
    isDone: row.is_done === 1,
  }))
}

/** Names of modules in any project that contain the text, without duplicates. Ignores case. */
export const moduleNames = async (sql: Queries, text: string, limit: number): Promise<string[]> => {
  const patterns = letterCases(text).map((spelling) => `%${spelling.replace(/[\\%_]/g, '\\$&')}%`)
  const rows = await sql
    .selectFrom('module_name')
    .select('name')
    .where((row) =>
      row.or(patterns.map((pattern) => raw<boolean>`lower(${row.ref('name')}) like ${pattern} escape '\\'`)),
    )
    .groupBy('name')
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map(({ name }) => name)
}

export type OpenTask = Pick<
  KnownTask,
  'uuid' | 'name' | 'completed' | 'isInternal' | 'assigneeName' | 'assignedAt'
> & { readonly project: RoutedProject & { readonly name: string } }

const openBy = (by: 'uuid' | 'assignee_name') =>
  statement((db, { values }: Given<{ values: readonly string[] }>, engine) =>
    db
      .selectFrom('known_task as task')
      .innerJoin('known_project as project', 'project.uuid', 'task.project_uuid')
      .selectAll('task')
      .select(['project.name as project_name', 'project.account_name', 'project.account_id'])
      .where(engine.among(`task.${by}`, 'text', values))
      .where((row) => {
        const isOpen = row('task.completed', '=', 0)
        return by === 'uuid' ? row.or([isOpen, row('task.completed', 'is', null)]) : isOpen
      })
      .where('task.deleted_at', 'is', null)
      .where('project.name', 'is not', null)
      .$narrowType<{ project_name: string }>(),
  )
const open = { uuid: openBy('uuid'), assignee_name: openBy('assignee_name') }

/** Open tasks of these people, or with these uuids: then also tasks of unknown state. */
export const openTasks = async (sql: Queries, by: keyof typeof open, values: readonly string[]) => {
  const rows = await open[by].all(sql, { values })
  return rows.map(({ project_name: name, account_name, account_id, ...row }): OpenTask => {
    const account = { accountName: account_name ?? undefined, accountId: account_id ?? undefined }
    return { ...taskFrom(row), project: { uuid: row.project_uuid, name, ...account } }
  })
}
