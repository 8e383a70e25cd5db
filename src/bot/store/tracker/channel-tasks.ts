import type { Queries } from '../database.ts'

export interface ChannelTask {
  uuid: string
  name: string
  projectUuid: string
  projectName: string | undefined
  /** Undefined where nobody said. */
  isInternal: boolean | undefined
}

/**
 * Tasks the bot has seen in the projects that a channel receives, by project, by account or all, whose name (or
 * project, where that is asked for) contains the text, letter case aside; newest first.
 */
export const tasksOfChannel = async (
  sql: Queries,
  channel: string,
  text: string,
  { limit, orProject }: { limit: number; orProject: boolean },
): Promise<ChannelTask[]> => {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const rows = await sql
    .selectFrom('known_task as task')
    .leftJoin('known_project as project', 'project.uuid', 'task.project_uuid')
    .select([
      'task.uuid',
      'task.name',
      'task.project_uuid',
      'task.is_internal',
      'project.name as project_name',
    ])
    .where('task.deleted_at', 'is', null)
    .where('task.name', 'is not', null)
    .$narrowType<{ name: string }>()
    .where((row) =>
      row.exists(
        row
          .selectFrom('subscription')
          .select('channel')
          .where('subscription.channel', '=', channel)
          .where((one) =>
            one.or([
              one('scope', '=', 'all'),
              one.and([one('scope', '=', 'project'), one('target', '=', one.ref('task.project_uuid'))]),
              one.and([one('scope', '=', 'account'), one('target', '=', one.ref('project.account_name'))]),
            ]),
          ),
      ),
    )
    .where((row) =>
      row.or([
        row(row.fn('lower', ['task.name']), 'like', row.val(pattern)),
        ...(orProject ? [row(row.fn('lower', ['project.name']), 'like', row.val(pattern))] : []),
      ]),
    )
    .orderBy('task.seen_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    uuid: row.uuid,
    name: row.name,
    projectUuid: row.project_uuid,
    projectName: row.project_name ?? undefined,
    isInternal: row.is_internal === null ? undefined : row.is_internal === 1,
  }))
}
