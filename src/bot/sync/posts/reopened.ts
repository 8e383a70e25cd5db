import type { BotDeps } from '../../deps/deps.ts'
import { ifPerson } from '../../tracker/people.ts'
import { factsIn } from '../kinds/kind.ts'
import { projectCompletedSchema } from '../messages/project.ts'
import { taskCompletedSchema } from '../messages/task.ts'
import { lastAbout } from '../store/past-posts.ts'
import type { PostRow } from '../store/posts.ts'
import type { WantedPost } from './decision.ts'

type CompletedKind = 'task_completed' | 'project_completed'

/** The message in a channel that says that the task or project is completed, or was once. */
export const saidCompleted = ({ database }: BotDeps, channel: string, kind: CompletedKind, uuid: string) =>
  lastAbout(database.sql, channel, kind, uuid)

type Reopened = { readonly at: string; readonly by: string | undefined }

/** Undefined if the message says so already, or its words were cleared. */
const corrected = (row: PostRow, kind: CompletedKind, reopened: Reopened): WantedPost | undefined => {
  const at = { channel: row.channel, objectUuid: row.object_uuid, change: true as const }
  if (kind === 'task_completed') {
    const facts = factsIn(taskCompletedSchema, row)
    return facts && !facts.reopened ? { ...at, kind, facts: { ...facts, reopened } } : undefined
  }
  const facts = factsIn(projectCompletedSchema, row)
  return facts && !facts.reopened ? { ...at, kind, facts: { ...facts, reopened } } : undefined
}

interface Reopening {
  readonly timestamp: string
  readonly modifiedBy?: { readonly full_name?: string | null | undefined } | null | undefined
}

/** What was said of a completion is corrected wherever it was said. */
export const reopenings = async (
  deps: BotDeps,
  kind: CompletedKind,
  uuid: string,
  channels: readonly { readonly channel: string }[],
  { timestamp: at, modifiedBy }: Reopening,
): Promise<WantedPost[]> => {
  const said = await Promise.all(channels.map(({ channel }) => saidCompleted(deps, channel, kind, uuid)))
  const rows = said.filter((row) => row !== undefined)
  if (rows.length === 0) return []
  const by = await ifPerson(deps, modifiedBy?.full_name || undefined)
  return rows.flatMap((row) => corrected(row, kind, { at, by }) ?? [])
}
