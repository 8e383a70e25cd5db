import type { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT'

/**
 * One row of the interface's endpoint table.
 *
 * `reply` is what the caller gets: the `data` of the envelope, or the whole body where `shape` is `bare`
 * (the legacy endpoints). `entity` names the wrapper that some servers put around a single object, so that
 * the client can accept `{data: {comment: {…}}}` as well as `{data: {…}}`.
 */
export interface Endpoint {
  readonly method: Method
  readonly path: `/v1/${string}`
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  readonly reply: z.ZodType
  readonly shape?: 'envelope' | 'bare'
  readonly entity?: string
  /** The key of a list reply; a bare array in its place is accepted by the client. */
  readonly list?: string
  /** True only for `POST /v1/auth`, the one request without an Authorization header. */
  readonly open?: true
}

type In<S> = S extends z.ZodType ? z.input<S> : unknown
type Out<S> = S extends z.ZodType ? z.output<S> : unknown

/** What a caller passes: path, query and body fields in one object; their names never collide. */
export type Input<E extends Endpoint> = In<E['params']> & In<E['query']> & In<E['body']>
/** What an implementation receives: the same after parsing, with defaults filled in. */
export type Parsed<E extends Endpoint> = Out<E['params']> & Out<E['query']> & Out<E['body']>
export type Reply<E extends Endpoint> = z.output<E['reply']>

/** What a caller of a write that cannot be repeated may ask for. */
export interface Sending {
  /**
   * Awaited when it is the write's turn, right before it is sent: what throws here keeps it from being sent. A
   * caller that notes its intent here, and not before the wait for the turn, is not left in doubt by a crash in it.
   */
  readonly beforeSend?: () => Promise<void>
}

/** The interface a caller sees, derived from a table of endpoints. */
export type ApiOf<T extends Record<string, Endpoint>> = {
  readonly [K in keyof T]: (input: Input<T[K]>, sending?: Sending) => Promise<Reply<T[K]>>
}
