import { z } from 'zod'
import { type PortalFacts, number, optionalFlags, optionalTexts, text } from '../../kit/facts.ts'
import type { Message } from '../../kit/message.ts'
import * as cards from '../../kit/task-card.ts'
import { readJson } from '../../store/database.ts'
import type { PostRow } from '../store/posts.ts'

/* What a row of the table of kinds says, and what is derived from it. */

/** The person who is waiting to hear that their comment exists. */
const tellSchema = z.object({ reply: number, user: text, taskName: text, ...optionalTexts('threadTs') })
export type Tell = z.infer<typeof tellSchema>

/** How a message is posted. Changes of its facts keep this. */
export const formSchema = z.object({
  /** Posted in the channel itself. An object if it stands for a task's thread: then replies become comments. */
  flat: z.union([z.literal(true), cards.flatTaskSchema]).optional(),
  ...optionalFlags('nameInBlocks'),
  tell: tellSchema.optional(),
})
export type Form = z.infer<typeof formSchema>

/** `replies`: decided whenever the message is sent, and not stored. */
export type Shown = Omit<Form, 'tell'> & { replies?: z.infer<typeof cards.repliesHere> | undefined }

export type Stored = Pick<PostRow, 'id' | 'kind' | 'facts'>

export const readFacts = <T>(schema: z.ZodType<T>, { id, kind, facts }: Stored): T =>
  readJson(`the facts of message ${id} (${kind})`, schema, facts)

export interface Rendered extends Message {
  username?: string | undefined
  iconUrl?: string | undefined
}

/** Projects and tasks that the facts name, besides the one that the post is about. */
interface Names {
  projects?: readonly string[]
  tasks?: readonly (string | undefined)[]
}

interface Row<Facts extends object> {
  schema: z.ZodType<Facts>
  /**
   * What people outside the team get of it, read from the stored facts whenever a message is sent or changed where they
   * read along. `never`: they get no such message.
   */
  forOutsiders: z.ZodType<NoInfer<Facts> & PortalFacts> | 'never'
  say: (facts: Facts) => Rendered
  /**
   * What the post's key names: a task, or a project (perhaps with a version behind). `thread`: what its root is about.
   * `facts`: only what `names` says. A channel reads a post only if it may read all of this.
   */
  about: 'task' | 'project' | 'thread' | 'facts'
  names?: (facts: Facts) => Names
  /** The message in the channel itself. A task that has no thread yet gets none for its sake. */
  alone?: (facts: Facts & { task: cards.FlatTask }) => Message
  /** The root of a thread. If it is deleted in Slack, the next message posts it again. */
  isCard?: true
  /** If no event caused the post: a person did it (`own`), or asked for it (`asked`). */
  byPerson?: (objectUuid: string) => 'own' | 'asked' | undefined
  /** Many at once become one message that counts. Comments, cards and announcements never do. */
  counted?: 'tasks' | 'subtasks' | 'others'
  /** It is the message that counts the others, and keeps counting while more come. */
  counts?: true
  /** Posted at once also in a channel that receives digests. */
  besideDigests?: true
  /** Outside of a thread, the message has to name its task. */
  namesTask?: true
  saysReaders?: true
  /** The facts hold people's words, which are cleared some time after they are posted: all of the facts, or a quote. */
  hasWords?: 'all' | 'quote'
}

/** `outside`: people outside the team read the message, or Slack doesn't say who does. Undefined: nothing is for them. */
export const kind = <Facts extends object>({
  schema,
  forOutsiders,
  say,
  alone,
  names,
  ...row
}: Row<Facts>) => {
  const stored = (post: PostRow, shown?: object) => ({ ...readFacts(z.looseObject({}), post), ...shown })
  const ofTeam = (post: PostRow, shown?: object): Facts =>
    readFacts(schema, { ...post, facts: JSON.stringify(stored(post, shown)) })
  const ofPortal = (post: PostRow, shown?: object) =>
    forOutsiders === 'never' ? undefined : forOutsiders.safeParse(stored(post, shown)).data
  const sayToOutsiders = (facts: Facts & PortalFacts): Rendered => say(facts)
  return {
    ...row,
    schema,
    forOutsiders,
    sayToOutsiders,
    needsThread: alone === undefined,
    isForOutsiders: (post: PostRow): boolean => ofPortal(post) !== undefined,
    render: (post: PostRow, outside: boolean, { flat, nameInBlocks, replies }: Shown) => {
      const shown = { nameInBlocks, replies }
      const placed = (facts: Facts, made: Rendered, at: cards.FlatTask) => ({
        ...made,
        ...(alone ? alone({ ...facts, task: at }) : cards.inFlat(made, at)),
      })
      if (!outside) {
        const facts = ofTeam(post, shown)
        return typeof flat === 'object' ? placed(facts, say(facts), { ...flat, replies }) : say(facts)
      }
      const facts = ofPortal(post, shown)
      if (!facts || typeof flat !== 'object') return facts && sayToOutsiders(facts)
      return placed(facts, sayToOutsiders(facts), { ...cards.portalFlatTaskSchema.parse(flat), replies })
    },
    named: (post: PostRow, outside: boolean): Names => {
      const facts = outside ? ofPortal(post) : ofTeam(post)
      return (facts && names?.(facts)) ?? {}
    },
  }
}
