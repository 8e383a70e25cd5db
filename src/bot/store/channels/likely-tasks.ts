import type { Queries } from '../database.ts'
import { type ChannelTask, tasksOfChannel } from './channel-tasks.ts'

export interface LikelyTask extends ChannelTask {
  moduleName: string | undefined
  assigneeName: string | undefined
  /** When something last happened to it, in ms. */
  activeAt: number
}

const mostTasks = 300

/** The channel's open tasks that customers see, with what tells them apart. */
export const openTasksOf = async (sql: Queries, channel: string): Promise<LikelyTask[]> => {
  const seen = await tasksOfChannel(sql, channel, '', { limit: mostTasks, orProject: false })
  const visible = new Map(seen.filter((task) => task.isInternal === false).map((task) => [task.uuid, task]))
  if (visible.size === 0) return []
  const rows = await sql
    .selectFrom('known_task as task')
    .leftJoin('known_comment as comment', 'comment.task_uuid', 'task.uuid')
    .select(['task.uuid', 'task.module_name', 'task.assignee_name', 'task.seen_at'])
    .select(({ fn }) => fn.max('comment.created_at').as('commented'))
    .where('task.uuid', 'in', [...visible.keys()])
    .where((row) => row.or([row('task.completed', 'is', null), row('task.completed', '=', 0)]))
    .groupBy(['task.uuid', 'task.module_name', 'task.assignee_name', 'task.seen_at'])
    .execute()
  return rows.flatMap((row) => {
    const task = visible.get(row.uuid)
    if (!task) return []
    const active = { activeAt: Math.max(row.seen_at, row.commented ?? 0) }
    return {
      ...task,
      moduleName: row.module_name ?? undefined,
      assigneeName: row.assignee_name ?? undefined,
      ...active,
    }
  })
}
