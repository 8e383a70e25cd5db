import type { Trouble } from '../bot/support/slack/trouble.ts'

export type Side = 'slack' | 'tracker'

/** `size`: 0 to 1, drawn once per fault. */
interface AnswerKind {
  readonly name: string
  readonly group: Side
  readonly trouble: (size: number) => Trouble
  /** If every call is hit, the bot is not ready. */
  readonly down: boolean
  /** The method it applies to. Undefined means all calls. */
  readonly only?: string
}
export interface DeliveryKind {
  readonly name: string
  readonly group: 'deliveries'
  readonly from: Side
  readonly how: 'twice' | 'again' | 'order' | 'hang up' | 'aside' | 'break'
}
export interface ProcessKind {
  readonly name: string
  readonly group: 'processes'
  readonly how: 'kill' | 'stop' | 'freeze' | 'clock' | 'disk' | 'kill tracker' | 'crash' | 'freeze database'
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
  ...answers.flatMap(({ what, trouble, down = false, after }): AnswerKind[] => [
    { name: `${group}: ${what}`, group, trouble, down },
    ...(after
      ? [
          {
            name: `${group}: ${what}, and done`,
            group,
            trouble: (size: number): Trouble => ({ ...trouble(size), lost: true }),
            down,
          },
        ]
      : []),
  ]),
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

const own: readonly AnswerKind[] = [
  {
    name: 'tracker: done when nobody waits any more',
    group: 'tracker',
    trouble: (size) => ({ behind: true, holdMs: seconds(size, 11, 18) }),
    down: true,
  },
  {
    name: 'slack: internal_error',
    group: 'slack',
    trouble: of({ body: { ok: false, error: 'internal_error' } }),
    down: true,
  },
  {
    name: 'slack: internal_error, and done',
    group: 'slack',
    trouble: of({ body: { ok: false, error: 'internal_error' }, lost: true }),
    down: true,
  },
  {
    name: 'slack: invalid_auth',
    group: 'slack',
    trouble: of({ body: { ok: false, error: 'invalid_auth' } }),
    down: true,
  },
  {
    name: 'tracker: 401',
    group: 'tracker',
    trouble: of({ status: 401, body: { detail: 'Unknown key.' } }),
    down: true,
  },
  {
    name: 'tracker: 403',
    group: 'tracker',
    trouble: of({ status: 403, body: { detail: 'No.' } }),
    down: true,
  },
  {
    name: 'tracker: 400 to comments',
    group: 'tracker',
    trouble: of({ status: 400, body: envelope('This task takes no comments.') }),
    down: false,
    only: 'createComment',
  },
  {
    name: 'tracker: 422 to comments',
    group: 'tracker',
    trouble: of({
      status: 422,
      body: { ...envelope('Invalid.'), errors: [{ field: 'message_plain', message: 'Is not wanted.' }] },
    }),
    down: false,
    only: 'createComment',
  },
]

const deliveries = (['tracker', 'slack'] as const).flatMap((from): DeliveryKind[] => [
  { name: `deliveries of ${from}: twice`, group: 'deliveries', from, how: 'twice' },
  { name: `deliveries of ${from}: again, later`, group: 'deliveries', from, how: 'again' },
  { name: `deliveries of ${from}: in another order`, group: 'deliveries', from, how: 'order' },
  { name: `deliveries of ${from}: hangs up before the answer`, group: 'deliveries', from, how: 'hang up' },
])
const aside: DeliveryKind = {
  name: 'deliveries of tracker: set aside',
  group: 'deliveries',
  from: 'tracker',
  how: 'aside',
}
const broken: DeliveryKind = {
  name: 'deliveries of slack: the connection breaks',
  group: 'deliveries',
  from: 'slack',
  how: 'break',
}

const processes: readonly ProcessKind[] = [
  { name: 'a node is killed', group: 'processes', how: 'kill' },
  { name: 'a node is stopped', group: 'processes', how: 'stop' },
  { name: 'a node is frozen', group: 'processes', how: 'freeze' },
  { name: 'the service is killed', group: 'processes', how: 'kill tracker' },
  { name: 'the clock of a node jumps', group: 'processes', how: 'clock' },
  { name: 'the disk of the database is full', group: 'processes', how: 'disk' },
  { name: 'the database server crashes', group: 'processes', how: 'crash' },
  { name: 'the database server is frozen', group: 'processes', how: 'freeze database' },
]

/** Every fault that a plan may have. */
export const kinds: readonly Kind[] = [
  ...answersOf('slack'),
  ...answersOf('tracker'),
  ...own,
  ...deliveries,
  aside,
  broken,
  ...processes,
]
