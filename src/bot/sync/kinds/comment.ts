import { z } from 'zod'
import { startOf } from '../../../contract/text.ts'
import * as comments from '../../kit/comment.ts'
import type { PostRow } from '../store/posts.ts'
import { byHand, kind, type Rendered } from './kind.ts'

const commentSchema = z.union([comments.commentDeletedSchema, comments.commentSchema])

const commentMessage = (comment: z.infer<typeof commentSchema>): Rendered => {
  if ('deleted' in comment) return comments.commentDeleted(comment)
  return {
    ...comments.commentLine(comment),
    username: comment.nameInBlocks ? undefined : startOf(comment.authorName, 80),
    iconUrl: comment.nameInBlocks ? undefined : comment.iconUrl,
  }
}

const authorSchema = z.object({ authorName: z.string() })

/** The author of a comment, or of the comments that are counted. Also once its words were cleared. */
export const authorIn = ({ facts }: Pick<PostRow, 'facts'>): string | undefined => {
  try {
    return authorSchema.safeParse(JSON.parse(facts)).data?.authorName
  } catch {
    return undefined
  }
}

const example = {
  uuid: 'c1c1c1c1-0000-4000-8000-000000000001',
  authorName: 'Casey Miller',
  text: 'Is Tuesday better?',
}

const removed: z.infer<typeof comments.commentDeletedSchema> = { authorName: 'Casey Miller', deleted: true }

export const commentKind = kind({
  schema: commentSchema,
  forOutsiders: z.union([comments.portalCommentDeletedSchema, comments.portalCommentSchema]),
  say: commentMessage,
  alone: 'never',
  about: 'thread',
  names: 'nothing else',
  card: 'no',
  namesTask: true,
  saysReaders: false,
  thread: 'any',
  answer: 'none',
  counts: 'comments',
  passes: { mute: 'by hand', digest: 'by hand', pause: 'by hand', unsubscribing: 'by hand' },
  quoted: (comment) => ('deleted' in comment ? undefined : comment),
  words: { allBut: ['authorName'] },
  changes: {
    isRemoval: (comment) => 'deleted' in comment,
    deletedFirst: 'is not posted',
    isOver: 'never',
  },
  why: {
    verified: 'the app read the comment and its task from the tracker.',
    unannounced: byHand,
  },
  example: {
    team: { ...example, cutUrl: 'https://tracker.example/tasks/1' },
    outsiders: example,
    removed,
  },
})
