import type { Trouble } from '../bot/support/slack/trouble.ts'

export type Side = 'slack' | 'tracker'

/** `size`: 0 to 1, drawn once per fault. */
interface AnswerKind {
  readonly name: string
  readonly group: Side
  readonly trouble: (size: number) => Trouble
  /** If every call is hit, the bot is not ready. */
  readonly down: boolean
  /** Undefined: all methods. */
  readonly only?: string
}
export interface DeliveryKind {
  readonly name: string
  readonly group: 'deliveries'
  readonly from: Side
  readonly how: 'twice' | 'again' | 'order' | 'hang up' | 'aside' | 'break' | 'late'
}
export interface ProcessKind {
  readonly name: string
  readonly group: 'processes'
  readonly how: 'kill' | 'stop' | 'freeze' | 'clock' | 'disk' | 'kill tracker' | 'crash' | 'freeze database'
}
/** How a world is from its first event to its end. */
export interface WayKind {
  readonly name: string
  readonly group: 'ways'
  readonly how: 'one call a minute' | 'flood' | 'slow tenants'
}
export type Kind = AnswerKind | DeliveryKind | ProcessKind

const page = '<!doctype html><html><head><title>Maintenance</title></head><body>Back soon.</body></html>'
const html = (status: number): Trouble => ({ status, headers: { 'content-type': 'text/html' }, body: page })
const seconds = (size: number, from: number, to: number) => Math.round((from + size * (to - from)) * 1_000)
const of = (trouble: Trouble) => (): Trouble => trouble

const wrongWaits = ['soon', '-5', '0', '1.5', 'Wed, 21 Oct 2015 07:28:00 GMT', '']
const wrongWait = (size: number): Trouble => ({
  status: 429,
  headers: { 'retry-after': wrongWaits[Math.floor(size * wrongWaits.length)] ?? '' },
})

/** What any HTTP service may answer. With `after`, also a variant in which it did the work first. */
const answers: readonly {
  readonly what: string
  readonly trouble: (size: number) => Trouble
  readonly down?: true
  readonly after?: true
}[] = [
  { what: '204', trouble: of({ status: 204 }), after: true },
  { what: '302', trouble: of({ ...html(302), headers: { location: '/login' } }) },
  { what: '403 as a page', trouble: of(html(403)) },
  { what: '408', trouble: of(html(408)) },
  {
    what: '429',
    trouble: (size) => ({ status: 429, headers: { 'retry-after': String(seconds(size, 1, 5) / 1_000) } }),
  },
  { what: '429 with a wrong Retry-After', trouble: wrongWait },
  { what: '500', trouble: of({ status: 500 }), down: true, after: true },
  { what: '502 as a page', trouble: of(html(502)), down: true, after: true },
  { what: '503', trouble: of({ status: 503, headers: { 'retry-after': '1' } }), down: true, after: true },
  { what: '504', trouble: of(html(504)), down: true, after: true },
  { what: '200 as a page', trouble: of(html(200)), down: true, after: true },
  { what: 'no answer: cut', trouble: of({ cut: true }), down: true, after: true },
  { what: 'no answer: hanging', trouble: of({ cut: true, holdMs: 20_000 }), down: true, after: true },
]

const answersOf = (group: Side): AnswerKind[] => [
  ...answers.flatMap(({ what, trouble, down = false, after }): AnswerKind[] => {
    const lost = (size: number): Trouble => ({ ...trouble(size), lost: true })
    const kind = { name: `${group}: ${what}`, group, trouble, down }
    return after ? [kind, { ...kind, name: `${kind.name}, and done`, trouble: lost }] : [kind]
  }),
  {
    name: `${group}: late by seconds`,
    group,
    trouble: (size) => ({ slow: true, holdMs: seconds(size, 1, 8) }),
    down: false,
  },
]

const envelope = (message: string) => ({
  success: false,
  message,
  errors: null,
  metadata: { request_id: 'r9' },
})
const internalError = { ok: false, error: 'internal_error' }
const invalid = { ...envelope('Invalid.'), errors: [{ field: 'message_plain', message: 'Is not wanted.' }] }

/** What only one side answers. With `only`, the others go through, so that the bot is ready. */
const own = (group: Side, what: string, trouble: AnswerKind['trouble'], only?: string): AnswerKind => ({
  name: `${group}: ${what}`,
  group,
  trouble,
  down: only === undefined,
  ...(only !== undefined && { only }),
})

const ownAnswers: readonly AnswerKind[] = [
  own('tracker', 'done when nobody waits any more', (size) => ({
    behind: true,
    // Longer than the bot waits, also for a write.
    holdMs: seconds(size, 16, 20),
  })),
  own('slack', 'internal_error', of({ body: internalError })),
  own('slack', 'internal_error, and done', of({ body: internalError, lost: true })),
  own('slack', 'invalid_auth', of({ body: { ok: false, error: 'invalid_auth' } })),
  own('tracker', '401', of({ status: 401, body: { detail: 'Unknown key.' } })),
  own('tracker', '403', of({ status: 403, body: { detail: 'No.' } })),
  own(
    'tracker',
    '400 to comments',
    of({ status: 400, body: envelope('This task takes no comments.') }),
    'createComment',
  ),
  own('tracker', '422 to comments', of({ status: 422, body: invalid }), 'createComment'),
]

const delivery = (from: Side, what: string, how: DeliveryKind['how']): DeliveryKind => ({
  name: `deliveries of ${from}: ${what}`,
  group: 'deliveries',
  from,
  how,
})
const deliveries = [
  ...(['tracker', 'slack'] as const).flatMap((from) => [
    delivery(from, 'twice', 'twice'),
    delivery(from, 'again, later', 'again'),
    delivery(from, 'in another order', 'order'),
    delivery(from, 'hangs up before the answer', 'hang up'),
  ]),
  delivery('tracker', 'set aside', 'aside'),
  delivery('slack', 'the connection breaks', 'break'),
  delivery('slack', 'late, of a reply that was edited or deleted meanwhile', 'late'),
]

const processes: Readonly<Record<ProcessKind['how'], string>> = {
  kill: 'a node is killed',
  stop: 'a node is stopped',
  freeze: 'a node is frozen',
  'kill tracker': 'the service is killed',
  clock: 'the clock of a node jumps',
  disk: 'the disk of the database is full',
  crash: 'the database server crashes',
  'freeze database': 'the database server is frozen',
}

export const ways: readonly WayKind[] = [
  { name: 'slack: one look at messages a minute', group: 'ways', how: 'one call a minute' },
  { name: 'a customer floods a task', group: 'ways', how: 'flood' },
  { name: 'trackers of other workspaces are slow', group: 'ways', how: 'slow tenants' },
]

/** Every fault that a plan may have. A seed's plan depends on their order. */
export const kinds: readonly Kind[] = [
  ...answersOf('slack'),
  ...answersOf('tracker'),
  ...ownAnswers,
  ...deliveries,
  ...Object.entries(processes).map(([how, name]): ProcessKind => ({
    name,
    group: 'processes',
    how: how as ProcessKind['how'],
  })),
]
