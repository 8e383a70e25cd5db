import { z } from 'zod'
import type { PortalFacts } from '../../kit/facts.ts'
import type { Message } from '../../kit/message.ts'
import { type FlatTask, inFlat, portalFlatTaskSchema } from '../../kit/task-card.ts'
import { readJson } from '../../store/database.ts'
import type { PostRow } from '../store/posts.ts'
import type { Shown } from './form.ts'

/* What a kind of post says of itself, and what is derived from it. */

type Stored = Pick<PostRow, 'id' | 'kind' | 'facts'>

export const readFacts = <T>(schema: z.ZodType<T>, { id, kind, facts }: Stored): T =>
  readJson(`the facts of message ${id} (${kind})`, schema, facts)

/** Undefined if the words were cleared since, or cannot be read. */
export const factsIn = <T>(schema: z.ZodType<T>, row: Stored): T | undefined => {
  try {
    return readFacts(schema, row)
  } catch {
    return undefined
  }
}

export interface Rendered extends Message {
  username?: string | undefined
  iconUrl?: string | undefined
}

/** Projects and tasks that the facts name, besides the one that the post is about. */
interface Names {
  projects?: readonly string[]
  tasks?: readonly (string | undefined)[]
}

/** `by hand`: if no event caused the post, but a person in its channel. */
export type Passes = 'always' | 'by hand' | 'never'

/** Every field is required, because each decides about loss, readers, retention or doubles. */
export interface Kind<Facts extends object> {
  schema: z.ZodType<Facts>
  /**
   * What people outside the team get of it, read from the stored facts whenever a message is sent or changed where they
   * read along. `never`: they get no such message.
   */
  forOutsiders: z.ZodType<NoInfer<Facts> & PortalFacts> | 'never'
  say: (facts: Facts) => Rendered
  /** The message in the channel itself, so that a task without a thread gets none for it. `never`: it needs the thread. */
  alone: ((facts: Facts & { task: FlatTask }) => Message) | 'never'
  /**
   * What the post's key names: a task, or a project (perhaps with a version behind). `thread`: what its root is about.
   * `facts`: only what `names` says. A channel reads a post only if it may read all of this.
   */
  about: 'task' | 'project' | 'thread' | 'facts'
  names: ((facts: Facts) => Names) | 'nothing else'
  /**
   * The root of a thread. If it is deleted in Slack, the next message posts it again. `keeps`: what a card that waits
   * keeps when it gets other facts. `task`: what a message says of the task where it has no card above it.
   */
  card: { keeps: (waiting: Facts) => Partial<Facts>; task: ((card: Facts) => FlatTask) | 'none' } | 'no'
  /** Outside of a thread, the message has to name its task. */
  namesTask: boolean
  /** It says who reads replies, so it changes with the channel's readers. */
  saysReaders: boolean
  /** `its own`: its key begins with the `ts` of the only thread that it belongs to. */
  thread: 'any' | 'its own'
  /** What the author of a reply reads if the message has no task. */
  answer: (() => Message) | 'none'
  /** Many lines at once become one message that counts them. Many comments of an author are counted, and come later. */
  counts: 'tasks' | 'subtasks' | 'others' | 'comments' | 'never' | 'it counts lines' | 'it counts comments'
  /** What it is posted in spite of. `unsubscribing`: it was decided before the channel unsubscribed from something. */
  passes: Record<'mute' | 'digest' | 'pause' | 'unsubscribing', Passes>
  /** The text that the card of its task quotes if a customer wrote it. */
  quoted: ((facts: Facts) => { authorName: string; text: string } | undefined) | 'never'
  /** People's words in the facts, which are cleared some time after they are posted: a field, or all but some fields. */
  words: 'none' | { field: keyof NoInfer<Facts> & string } | { allBut: readonly string[] }
  changes: {
    /** The facts say only that something was deleted. Any reader may read that. */
    isRemoval: ((facts: Facts) => boolean) | 'never'
    /** What was deleted before the message was posted. */
    deletedFirst: 'is posted' | 'is not posted'
    /** No more changes with the channel's readers. */
    isOver: ((facts: Facts) => boolean) | 'never'
  }
  /** For `/onboard why`. `verified`: what the app checked before. `unannounced`: why it was posted if no event caused it. */
  why: { verified: string; unannounced: string }
  /** For the tests that walk all kinds. `removed`: what it says once what it is about was deleted. */
  example: { team: NoInfer<Facts>; outsiders: NoInfer<Facts>; removed: NoInfer<Facts> | 'never' }
}

/** Most messages that nothing announced. */
export const byHand = 'Someone in this channel triggered this message with a command or a dialog.'

const isPosted = ({ ts }: PostRow): boolean => ts !== null

/** `outside`: people outside the team read the message, or Slack doesn't say who does. Undefined: nothing is for them. */
export const kind = <Facts extends object>(row: Kind<Facts>) => {
  const { schema, forOutsiders, say, alone, names, card, changes, quoted, ...plain } = row
  const stored = (post: Stored, shown?: object) => ({ ...readFacts(z.looseObject({}), post), ...shown })
  const ofTeam = (post: Stored, shown?: object): Facts =>
    readFacts(schema, { ...post, facts: JSON.stringify(stored(post, shown)) })
  const ofPortal = (post: Stored, shown?: object) =>
    forOutsiders === 'never' ? undefined : forOutsiders.safeParse(stored(post, shown)).data
  /** Undefined also if the words were cleared, or cannot be read: one row must not stop what concerns a whole channel. */
  const ifReadable = <T>(post: Stored, read: ((facts: Facts) => T) | string): T | undefined => {
    if (typeof read === 'string') return undefined
    try {
      return read(ofTeam(post))
    } catch {
      return undefined
    }
  }
  const sayToOutsiders = (facts: Facts & PortalFacts): Rendered => say(facts)
  const isRemoval = (post: Stored): boolean => ifReadable(post, changes.isRemoval) ?? false
  return {
    ...plain,
    schema,
    forOutsiders,
    sayToOutsiders,
    needsThread: alone === 'never',
    isCard: card !== 'no',
    isForOutsiders: (post: PostRow): boolean => ofPortal(post) !== undefined,
    isRemoval,
    isDeletedFirst: (post: PostRow): boolean =>
      !isPosted(post) && changes.deletedFirst === 'is not posted' && isRemoval(post),
    isOver: (post: Stored): boolean => ifReadable(post, changes.isOver) ?? false,
    quoted: (post: Stored) => ifReadable(post, quoted),
    /** A waiting card with other facts. */
    refreshed: (post: Stored, facts: object): object =>
      card === 'no' ? facts : { ...facts, ...card.keeps(ofTeam(post)) },
    task: (post: Stored): FlatTask | undefined =>
      card === 'no' || card.task === 'none' ? undefined : card.task(ofTeam(post)),
    render: (post: PostRow, outside: boolean, { flat, nameInBlocks, ...readers }: Shown) => {
      const shown = { nameInBlocks, ...readers }
      const placed = (facts: Facts, made: Rendered, at: FlatTask) => ({
        ...made,
        ...(alone === 'never' ? inFlat(made, at) : alone({ ...facts, task: at })),
      })
      if (!outside) {
        const facts = ofTeam(post, shown)
        return typeof flat === 'object' ? placed(facts, say(facts), { ...flat, ...readers }) : say(facts)
      }
      const facts = ofPortal(post, shown)
      if (!facts || typeof flat !== 'object') return facts && sayToOutsiders(facts)
      return placed(facts, sayToOutsiders(facts), { ...portalFlatTaskSchema.parse(flat), ...readers })
    },
    named: (post: PostRow, outside: boolean): Names => {
      const facts = outside ? ofPortal(post) : ofTeam(post)
      return facts && names !== 'nothing else' ? names(facts) : {}
    },
  }
}
