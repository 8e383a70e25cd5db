import { z } from 'zod'
import { GiveUp } from '../../../lanes/lanes.ts'
import { controlsForAll } from '../../kit/buttons.ts'
import type { PostRow } from '../store/posts.ts'
import { burstKind } from './burst.ts'
import { commentBurstKind } from './comment-burst.ts'
import { commentKind } from './comment.ts'
import { digestKind } from './digest.ts'
import { formOf, type Shown } from './form.ts'
import type { Kind, Passes, Rendered } from './kind.ts'
import { missedKind } from './missed.ts'
import { projectCardKind } from './project-card.ts'
import { projectCompletedKind } from './project-completed.ts'
import { projectLineKind } from './project-line.ts'
import { replyChangedKind } from './reply-changed.ts'
import { subtaskLineKind } from './subtask-line.ts'
import { taskCardKind } from './task-card.ts'
import { taskCompletedKind } from './task-completed.ts'
import { threadSyncedKind } from './thread-synced.ts'

/** Every kind of post. The facts are stored when the event is decided. */
export const kinds = {
  task_card: taskCardKind,
  task_completed: taskCompletedKind,
  subtask_line: subtaskLineKind,
  comment: commentKind,
  project_card: projectCardKind,
  project_completed: projectCompletedKind,
  missed: missedKind,
  project_line: projectLineKind,
  reply_changed: replyChangedKind,
  digest: digestKind,
  thread_synced: threadSyncedKind,
  comment_burst: commentBurstKind,
  burst: burstKind,
}

export type PostKind = keyof typeof kinds
export type FactsOf<K extends PostKind> = z.output<(typeof kinds)[K]['schema']>

const byName: ReadonlyMap<string, (typeof kinds)[PostKind]> = new Map(Object.entries(kinds))

/** Undefined for what this version does not know. */
export const kindOf = (name: string) => byName.get(name)

export const isPostKind = (name: string): name is PostKind => byName.has(name)

export const allKinds = Object.keys(kinds).filter(isPostKind)

/** As they are stored, so that equal facts are equal texts. */
export const writeFacts = (kind: PostKind, facts: unknown): string =>
  JSON.stringify(kinds[kind].schema.parse(facts))

/** A kind's facts for the readers of a channel. Undefined if they get no such message. */
export const factsFor = <K extends PostKind>(
  kind: K,
  { shared }: { shared: boolean },
  facts: FactsOf<K>,
): FactsOf<K> | undefined => {
  const { forOutsiders } = kinds[kind]
  if (!shared) return facts
  return forOutsiders === 'never' ? undefined : (forOutsiders.safeParse(facts).data as FactsOf<K> | undefined)
}

export const isCard = (name: string): boolean => kindOf(name)?.isCard === true

/** The root of a task's thread: replies under it become comments. */
export const isTaskCard = (name: string | null | undefined): boolean =>
  typeof name === 'string' && kindOf(name)?.about === 'task'

/** Many of one author are counted, and come later. */
export const isComment = (name: string): boolean => kindOf(name)?.counts === 'comments'

export const isRemoval = (row: PostRow): boolean => kindOf(row.kind)?.isRemoval(row) === true

/** Only the line about who reads replies is to change. It must be true even where nothing else may be said anymore. */
export const isForReaders = ({ ts, shown }: Pick<PostRow, 'ts' | 'shown'>): boolean =>
  ts !== null && shown === 0

/** Whether the message is sent in spite of this. Changes of what is in Slack never are, unless `always`. */
export const passes = (row: PostRow, what: keyof Kind<object>['passes']): boolean => {
  const allowed: Passes = kindOf(row.kind)?.passes[what] ?? 'never'
  return allowed === 'by hand' ? row.ts === null && row.inbox_id === null : allowed === 'always'
}

/** Kinds that say who reads replies, wherever they are posted. */
export const kindsWithReaders = allKinds.filter((name) => kinds[name].saysReaders)

export const kindsThatCount = (...counts: readonly Kind<object>['counts'][]) =>
  allKinds.filter((name) => counts.includes(kinds[name].counts))

/** Kinds that people's words are cleared from: all facts but some fields. */
export const kindsWithWords = new Map<string, readonly string[]>(
  allKinds.flatMap((name) => {
    const { words } = kinds[name]
    return typeof words === 'object' && 'allBut' in words ? [[name, words.allBut] as const] : []
  }),
)

/** Kinds whose people's words are one field. */
export const kindsWithQuote = allKinds.flatMap((name) => {
  const { words } = kinds[name]
  return typeof words === 'object' && 'field' in words ? [{ kind: name, field: words.field }] : []
})

const clearedSchema = z.looseObject({ cleared: z.literal(true) })

/** The message's words were cleared, because it is old. */
export const isCleared = ({ facts }: Pick<PostRow, 'facts'>): boolean => {
  try {
    return clearedSchema.safeParse(JSON.parse(facts)).success
  } catch {
    return false
  }
}

export const render = (row: PostRow, outside: boolean, more: Shown = {}): Rendered | undefined => {
  const own = kindOf(row.kind)
  if (!own) throw new GiveUp(`no message is made for ${row.kind}`)
  const made = own.render(row, outside, { ...formOf(row), ...more })
  return made && outside ? { ...made, ...controlsForAll(made) } : made
}
