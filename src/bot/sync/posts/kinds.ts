import { startOf } from '../../../contract/text.ts'
import { z } from 'zod'
import type { PostRow } from '../store/posts.ts'
import { GiveUp } from '../../../lanes/lanes.ts'
import * as project from '../messages/project.ts'
import * as cards from '../../kit/task-card.ts'
import * as comments from '../../kit/comment.ts'
import { digest, digestSchema, namedIn, portalDigestSchema } from '../messages/digest.ts'
import * as projectCards from '../../kit/project-card.ts'
import { portalReplyChangedSchema, replyChanged, replyChangedSchema } from '../messages/reply.ts'
import * as task from '../messages/task.ts'
import { optionalTexts, optionalFlags } from '../../kit/facts.ts'
import { type Form, formSchema, kind, readFacts, type Rendered, type Shown, type Stored } from './kind.ts'
import { controlsForAll } from '../../kit/buttons.ts'
import { readJson } from '../../store/database.ts'

/** Facts needed from rows of any kind, even after their text was cleared. */
const briefSchema = z.object({
  ...optionalTexts('authorName', 'name', 'projectName', 'assigneeName', 'url', 'portalUrl', 'accountName'),
  readers: cards.commentReaders.optional(),
  newest: cards.taskQuoteSchema.optional(),
  ...optionalFlags('existedBefore', 'deleted', 'cleared'),
  ...optionalTexts('endedBy', 'what'),
})

type Brief = z.infer<typeof briefSchema>
export const briefOf = (row: Stored): Brief => readFacts(briefSchema, row)

export const formOf = ({ id, kind, form: stored }: Pick<PostRow, 'id' | 'kind' | 'form'>): Form =>
  readJson(`the form of message ${id} (${kind})`, formSchema, stored)

/** The row's form with these values, for a retry or an edit. */
export const withForm = (row: Pick<PostRow, 'id' | 'kind' | 'form'>, more: Form): string =>
  JSON.stringify({ ...formOf(row), ...more })

/** The message says only that something was deleted. It is shown even if others can read the channel now. */
export const isRemoval = ({ deleted, what }: Brief): boolean => deleted === true || what === 'deleted'

/** Empty if the facts cannot be read: one row must not stop what concerns a whole channel. */
export const briefIfReadable = (row: Stored): Brief => {
  try {
    return briefOf(row)
  } catch {
    return {}
  }
}

/** Only the line about who reads replies is to change. It must be true even where nothing else may be said anymore. */
export const isForReaders = ({ ts, shown }: Pick<PostRow, 'ts' | 'shown'>): boolean =>
  ts !== null && shown === 0

const commentSchema = z.union([comments.commentDeletedSchema, comments.commentSchema])

const own = () => 'own' as const
const asked = () => 'asked' as const

const commentMessage = (comment: z.infer<typeof commentSchema>): Rendered => {
  if ('deleted' in comment) return comments.commentDeleted(comment)
  return {
    ...comments.commentLine(comment),
    username: comment.nameInBlocks ? undefined : startOf(comment.authorName, 80),
    iconUrl: comment.nameInBlocks ? undefined : comment.iconUrl,
  }
}

/** Every kind of post. The facts are stored when the event is decided. */
export const kinds = {
  task_card: kind({
    schema: cards.taskCardSchema,
    forOutsiders: cards.portalTaskCardSchema,
    say: cards.taskCard,
    about: 'task',
    isCard: true,
    saysReaders: true,
    hasWords: 'quote',
  }),
  task_completed: kind({
    schema: task.taskCompletedSchema,
    forOutsiders: task.portalTaskCompletedSchema,
    say: task.taskCompletedLine,
    alone: task.taskCompletedAlone,
    about: 'thread',
    counted: 'tasks',
    hasWords: 'all',
  }),
  subtask_line: kind({
    schema: task.subtaskLineSchema,
    forOutsiders: task.portalSubtaskLineSchema,
    say: task.subtaskLine,
    about: 'thread',
    counted: 'subtasks',
    namesTask: true,
    hasWords: 'all',
  }),
  comment: kind({
    schema: commentSchema,
    forOutsiders: z.union([comments.portalCommentDeletedSchema, comments.portalCommentSchema]),
    say: commentMessage,
    about: 'thread',
    byPerson: own,
    namesTask: true,
    hasWords: 'all',
  }),
  project_card: kind({
    schema: projectCards.projectCardSchema,
    forOutsiders: projectCards.portalProjectCardSchema,
    say: (card) => projectCards.projectCard({ ...card, canPin: true }),
    about: 'project',
    names: ({ visible, ...card }) => {
      const { late, waiting, next, activity } = visible ?? card
      return { tasks: [late?.first.uuid, waiting?.first.uuid, next?.uuid, activity?.task.uuid] }
    },
    isCard: true,
    byPerson: asked,
  }),
  project_completed: kind({
    schema: project.projectCompletedSchema,
    forOutsiders: project.portalProjectCompletedSchema,
    say: project.projectCompleted,
    about: 'project',
    besideDigests: true,
    hasWords: 'all',
  }),
  missed: kind({
    schema: project.missedSchema,
    forOutsiders: project.portalMissedSchema,
    say: project.missed,
    about: 'facts',
    besideDigests: true,
  }),
  project_line: kind({
    schema: projectCards.projectLineSchema,
    forOutsiders: projectCards.portalProjectLineSchema,
    say: projectCards.projectLine,
    about: 'thread',
    counted: 'others',
  }),
  reply_changed: kind({
    schema: replyChangedSchema,
    forOutsiders: portalReplyChangedSchema,
    say: replyChanged,
    about: 'thread',
    hasWords: 'all',
  }),
  digest: kind({
    schema: digestSchema,
    forOutsiders: portalDigestSchema,
    say: digest,
    about: 'facts',
    names: namedIn,
    besideDigests: true,
  }),
  thread_synced: kind({
    schema: task.threadSyncedSchema,
    forOutsiders: task.portalThreadSyncedSchema,
    say: task.threadSynced,
    about: 'thread',
    saysReaders: true,
    byPerson: own,
  }),
  comment_burst: kind({
    schema: project.commentBurstSchema,
    forOutsiders: project.portalCommentBurstSchema,
    say: project.commentBurst,
    about: 'project',
  }),
  burst: kind({
    schema: project.burstSchema,
    forOutsiders: project.portalBurstSchema,
    say: project.burst,
    about: 'project',
    counts: true,
  }),
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

/** Kinds that say who reads replies, wherever they are posted. */
export const kindsWithReaders = allKinds.filter((kind) => kindOf(kind)?.saysReaders)
export const kindsWithWords = (which: 'all' | 'quote') =>
  allKinds.filter((kind) => kindOf(kind)?.hasWords === which)

export const render = (row: PostRow, outside: boolean, more: Shown = {}): Rendered | undefined => {
  const own = kindOf(row.kind)
  if (!own) throw new GiveUp(`no message is made for ${row.kind}`)
  const made = own.render(row, outside, { ...formOf(row), ...more })
  return made && outside ? { ...made, ...controlsForAll(made) } : made
}
