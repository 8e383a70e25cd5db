import { isBlank } from '../../contract/text.ts'
import { sql as raw } from 'kysely'
import type { Said } from '../../contract/waiting.ts'
import { lastWords, saidSince } from '../../database/last-words.ts'
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

export interface OpenTask extends Pick<
  KnownTask,
  'uuid' | 'name' | 'completed' | 'isInternal' | 'assigneeName' | 'assignedAt' | 'dueDate'
> {
  readonly project: RoutedProject & { readonly name: string }
  readonly said: Said
}

const isOpen = raw<boolean>`task.deleted_at is null and (task.completed is null or task.completed < 1)`
const isOver = raw<boolean>`coalesce(project.is_over, 0) = 1`

/** Open tasks that somebody wrote on, with what was said, and those of these people. `projectUuid`: undefined for all. */
const saidOn = statement(
  (
    db,
    { names, projectUuid }: Given<{ names: readonly string[]; projectUuid: string | undefined }>,
    engine,
  ) => {
    const { customer, team } = lastWords({
      task: 'task.uuid',
      byCustomer: 'comment.by_customer',
      at: 'comment.created_at',
    })
    const words = db
      .selectFrom('known_task as task')
      .innerJoin('known_project as project', 'project.uuid', 'task.project_uuid')
      .leftJoin('known_comment as comment', (join) =>
        join.onRef('comment.task_uuid', '=', 'task.uuid').on('comment.by_customer', 'is not', null),
      )
      .select(['task.uuid', 'task.settled_at', 'comment.by_customer', 'comment.created_at as at'])
      .select([customer.as('customer_last'), team.as('team_last')])
      .where(isOpen)
      .where('project.name', 'is not', null)
      .where((row) =>
        row.or([
          row('comment.uuid', 'is not', null),
          row('task.answered_at', 'is not', null),
          row.and([row('task.completed', '=', 0), engine.among('task.assignee_name', 'text', names)]),
        ]),
      )
    const ofProject =
      projectUuid === undefined
        ? words.where((row) => row.not(isOver))
        : words.where('task.project_uuid', '=', projectUuid)
    const { customerLast, teamLast, customerSince, teamSince } = saidSince('settled_at')
    const said = db
      .selectFrom(ofProject.as('word'))
      .select(['word.uuid', customerLast.as('customer_last'), teamLast.as('team_last')])
      .select([customerSince.as('customer_since'), teamSince.as('team_since')])
      .groupBy('word.uuid')
    return db
      .selectFrom(said.as('said'))
      .innerJoin('known_task as task', 'task.uuid', 'said.uuid')
      .innerJoin('known_project as project', 'project.uuid', 'task.project_uuid')
      .selectAll('task')
      .select(['project.name as project_name', 'project.account_name', 'project.account_id'])
      .select(['said.customer_last', 'said.team_last', 'said.customer_since', 'said.team_since'])
      .orderBy('task.uuid')
  },
)

/** A customer's answer to a form counts like a comment of that time. */
const withAnswer = (
  said: Said & { teamLast: number | undefined },
  { answered_since: first, answered_at: last }: { answered_since: number | null; answered_at: number | null },
): Said => {
  const { customerLast = 0, customerSince = Infinity, teamSince, teamLast = 0, settledAt = 0 } = said
  if (last === null || last < teamLast) return said
  const isOpen = (at: number | null): at is number => at !== null && at >= teamLast && at > settledAt
  const since = Math.min(customerSince, ...[first, last].filter(isOpen))
  return {
    settledAt: said.settledAt,
    customerLast: Math.max(customerLast, last),
    customerSince: since === Infinity ? undefined : since,
    teamSince: teamSince === undefined || teamSince <= last ? undefined : teamSince,
  }
}

/** The open tasks of running projects, or of one, that may wait for somebody. `names`: whose tasks also count if nobody wrote. */
export const openTasks = async (
  sql: Queries,
  names: readonly string[],
  projectUuid?: string,
): Promise<OpenTask[]> => {
  const rows = await saidOn.all(sql, { names, projectUuid })
  return rows.map(({ project_name: name, account_name, account_id, ...row }) => {
    const account = { accountName: account_name ?? undefined, accountId: account_id ?? undefined }
    const said = {
      customerLast: row.customer_last ?? undefined,
      teamLast: row.team_last ?? undefined,
      customerSince: row.customer_since ?? undefined,
      teamSince: row.team_since ?? undefined,
      settledAt: row.settled_at ?? undefined,
    }
    return {
      ...taskFrom(row),
      project: { uuid: row.project_uuid, name: name ?? '', ...account },
      said: withAnswer(said, row),
    }
  })
}
