import { z } from 'zod'

/** In every envelope (interface, "Errors"). */
export const metadata = z.looseObject({ request_id: z.string() })

export const fieldError = z.looseObject({ field: z.string(), message: z.string() })
export type FieldError = z.output<typeof fieldError>

/** 400, 404, 409, 422, 429 (rate) and 500 of ours. `errors` is null except on 422. */
export const problemEnvelope = z.looseObject({
  success: z.literal(false),
  message: z.string(),
  errors: z.array(fieldError).nullable(),
  metadata,
})

/** 401, 403 and 429 (quota): no envelope, no request id in the body. */
export const bareProblem = z.looseObject({ detail: z.string() })

/** Tells the quota's 429, which no retry clears, from the per-minute one. */
export const quotaPhrase = 'API limit'

/** Texts that the interface prints; `docs/interface-choices.md` has ours. */
export const messages = {
  playbookNotFound: 'Playbook not found.',
  accountRequired: 'Account is required.',
  accountNotFound: 'Account not found.',
  ownerInvalid: 'Project owner invalid.',
  notProjectFields: 'Not project data fields:',
} as const

/** What a caller needs to decide what to do. */
export type ProblemKind =
  | 'invalid' // 422: the request's shape; see `fields`
  | 'unresolved' // 400: a referenced item did not resolve; `message` says which
  | 'not-found' // 404: no such object, or no longer
  | 'unauthorized' // 401: key unknown or deactivated
  | 'forbidden' // 403: no bearer header
  | 'rate-limited' // 429 per minute: wait `retryAfterMs`
  | 'quota' // 429 monthly: no retry clears it
  | 'unreachable' // nothing was sent: refused, no such host, connect time-out
  | 'unknown' // sent, and no usable answer: time-out, 5xx, socket closed. A write may have happened
  | 'unexpected' // an answer that is not of this interface

/** The only error of an `OnboardingApi`. `message` never has a key or a token. */
export class ApiProblem extends Error {
  override name = 'ApiProblem' as const
  readonly kind: ProblemKind
  readonly status: number | undefined
  readonly requestId: string | undefined
  readonly fields: readonly FieldError[]
  readonly retryAfterMs: number | undefined

  constructor(
    kind: ProblemKind,
    message: string,
    facts: {
      status?: number | undefined
      requestId?: string | undefined
      fields?: readonly FieldError[] | undefined
      retryAfterMs?: number | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: facts.cause })
    this.kind = kind
    this.status = facts.status
    this.requestId = facts.requestId
    this.fields = facts.fields ?? []
    this.retryAfterMs = facts.retryAfterMs
  }
}

const refusals: readonly ProblemKind[] = ['invalid', 'unresolved', 'not-found']

/** An answer that repeating the request cannot change. */
export const isRefusal = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && refusals.includes(error.kind)
