/** Rows of a channel as the version before had them: settings, filters, and the events of its subscriptions. */

const oldDefault = [
  'project_created',
  'project_updated',
  'project_completed',
  'project_archived',
  'project_invitation',
  'task_created',
  'task_updated',
  'task_completed',
  'task_deleted',
  'comment_new',
  'comment_reply',
  'comment_mention',
  'comment_updated',
  'comment_deleted',
]

const quoted = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`

export const formerSettings = (channel: string, settings: object): string =>
  `insert into channel_setting values ('${channel}', ${quoted(settings)}, 'U0DANA', 5)`

const noList = { events: [], modules: [], assignees: [], people: [] }
export const formerFilters = (
  channel: string,
  { include = {}, exclude = {}, tasks = 'all' }: { include?: object; exclude?: object; tasks?: string },
): string => {
  const filters = { include: { ...noList, ...include }, exclude: { ...noList, ...exclude }, tasks }
  return `insert into channel_filter values ('${channel}', ${quoted(filters)}, 'U0LEE', 6)`
}

export const formerSubscription = (channel: string, target: string, events: unknown = oldDefault): string =>
  `insert into subscription (channel, scope, target, label, events, created_by, created_at)
    values ('${channel}', 'project', '${target}', '${target}', ${quoted(events)}, 'U0DANA', 4)`
