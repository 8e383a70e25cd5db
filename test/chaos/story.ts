import type { ChannelName, Closing, Deed } from './plan.ts'

/** A comment of the tracker's people, as the tracker has it, and which of its events the bot acknowledged. */
export const newComment = (key: string, task: number, at: number, isSecret: boolean) => ({
  key,
  /** In ms of the timeline. */
  at,
  /** It was written on an internal task. */
  isSecret,
  /** Empty until the tracker has answered. */
  uuid: '',
  task,
  version: 0,
  isDeleted: false,
  /** The position of its acknowledgement among all. Undefined until then. */
  announced: undefined as number | undefined,
  /** The last version whose event was acknowledged. */
  editHeard: 0,
  deletionHeard: false,
})
export type ToldComment = ReturnType<typeof newComment>

export type ReplyDeed = Extract<Deed, { do: 'reply' }>

/** A person's reply in a thread, and which of its events the bot acknowledged. */
export const newReply = (deed: ReplyDeed, ts: string, isSecret: boolean) => ({
  ...deed,
  ts,
  isSecret,
  isHeard: false,
  isEditHeard: false,
  isDeletionHeard: false,
  /** What happened to it in Slack before the bot heard of it. */
  before: undefined as 'edited' | 'deleted' | undefined,
})
export type SaidReply = ReturnType<typeof newReply>

/** A comment that the tracker made of a call of `POST comments`. */
export const newMade = (uuid: string, words: string) => ({
  uuid,
  words,
  isEchoHeard: false,
  /** What the tracker's people did to it, and which of these events the bot acknowledged. */
  isEdited: false,
  isDeleted: false,
  isEditHeard: false,
  isDeletionHeard: false,
})
export type MadeComment = ReturnType<typeof newMade>

/** A change of a task's assignee. Its event may never have been acknowledged. */
export interface Change {
  readonly task: number
  readonly assignee: string
  isHeard: boolean
}

/** A time in which a channel is not to receive everything. */
export interface Closure {
  readonly channel: ChannelName
  readonly how: Closing
  /** In ms of the timeline. */
  readonly at: number
  /** How many events were acknowledged when it was over for sure. Infinity: it was not. */
  until: number
}

/** What happened outside the bot. The judge compares it with what the bot did. */
export const newStory = () => ({
  comments: new Map<string, ToldComment>(),
  replies: new Map<string, SaidReply>(),
  /** The calls of `POST comments`, whatever their results, and what hit them. */
  attempts: [] as { readonly words: string; readonly fault: string | undefined }[],
  made: [] as MadeComment[],
  changes: [] as Change[],
  /** Tasks whose completion was acknowledged. */
  completed: new Set<number>(),
  acknowledged: 0,
  /** Tasks that became internal, and when, in ms since 1970. */
  hidden: new Map<number, number>(),
  closures: [] as Closure[],
})
export type Story = ReturnType<typeof newStory>

/** The lines of a long text, which becomes three comments. */
const lines = 300
const lineOf = (key: string, version: string, n: number) =>
  `${String(n).padStart(4, '0')} of ${key} ${version}, said at such length that it takes several parts.`

/** A person's text: the key, which identifies it everywhere, and its version. */
export const wordsOf = (key: string, version: string, isLong = false): string =>
  [
    `${key} ${version}`,
    ...(isLong ? Array.from({ length: lines }, (_, n) => lineOf(key, version, n + 1)) : []),
  ].join('\n')

/** What is wrong with a reply's comments, in order. Undefined if they contain its whole text once. */
export const wrongParts = (bodies: readonly string[], isLong: boolean): string | undefined => {
  if (!isLong) return bodies.length === 1 ? undefined : `${bodies.length} comments`
  const marks = bodies.map((body) => /\((\d+\/\d+)\) /.exec(body)?.[1] ?? '?')
  const whole = bodies.map((_, n) => `${n + 1}/${bodies.length}`)
  if (marks.join(' ') !== whole.join(' ')) return `the parts ${marks.join(' ')}`
  const numbers = bodies.join('\n').match(/\d{4}(?= of )/g) ?? []
  const isWhole = numbers.length === lines && numbers.every((number, n) => Number(number) === n + 1)
  return isWhole ? undefined : `${numbers.length} of ${lines} lines, or in another order`
}
