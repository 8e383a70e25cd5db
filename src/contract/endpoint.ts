import type { z } from 'zod'

export type Method = 'GET' | 'POST' | 'PUT'

/** `reply` is the envelope's `data`, or the whole body if `shape` is `bare`. */
export interface Endpoint {
  readonly method: Method
  readonly path: `/v1/${string}`
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodObject
  readonly reply: z.ZodType
  readonly shape?: 'envelope' | 'bare'
  /** A wrapper that some servers add around the reply: `{comment: {…}}`. */
  readonly entity?: string
  /** The key of the list in the reply. The client also accepts a bare array. */
  readonly list?: string
  /** The reply if a 409 says that what was to be made is already there, and that is as good. */
  readonly made?: object
  /** True only for `POST /v1/auth`, which needs no Authorization header. */
  readonly open?: true
}

type In<S> = S extends z.ZodType ? z.input<S> : unknown
type Out<S> = S extends z.ZodType ? z.output<S> : unknown

/** Path, query and body fields in one object. Their names never collide. */
type Input<E extends Endpoint> = In<E['params']> & In<E['query']> & In<E['body']>
/** The input after parsing, with defaults filled in. */
export type Parsed<E extends Endpoint> = Out<E['params']> & Out<E['query']> & Out<E['body']>
export type Reply<E extends Endpoint> = z.output<E['reply']>

/** For writes that cannot be repeated. */
export interface Sending {
  /** Awaited right before the request is sent. If it throws, nothing is sent. */
  readonly beforeSend?: () => Promise<void>
}

export type ApiOf<T extends Record<string, Endpoint>> = {
  readonly [K in keyof T]: (input: Input<T[K]>, sending?: Sending) => Promise<Reply<T[K]>>
}
