import { z } from 'zod'

/** Part of every envelope (interface, "Errors"). */
export const metadataSchema = z.looseObject({ request_id: z.string() })

export const fieldErrorSchema = z.looseObject({ field: z.string(), message: z.string() })
export type FieldError = z.output<typeof fieldErrorSchema>

/** The body of a 400, 404, 409, 422, 429 (rate) and 500. `errors` is null except on 422. */
export const problemEnvelopeSchema = z.looseObject({
  success: z.literal(false),
  message: z.string(),
  errors: z.array(fieldErrorSchema).nullable(),
  metadata: metadataSchema,
})

/** The body of a 401, 403 and 429 (quota), which have no envelope. */
export const bareProblemSchema = z.looseObject({ detail: z.string() })

/** This phrase distinguishes the quota's 429 from the per-minute one. */
export const quotaPhrase = 'API limit'

/** Texts that the interface gives word for word. */
export const messages = {
  playbookNotFound: 'Playbook not found.',
  accountRequired: 'Account is required.',
  accountNotFound: 'Account not found.',
  ownerInvalid: 'Project owner invalid.',
  notProjectFields: 'Not project data fields:',
} as const

/** Each kind tells a caller what to do next. */
export const problemKinds = [
  'invalid', // 422: see `fields`
  'unresolved', // 400: a referenced item does not exist, see `message`
  'not-found', // 404: the object does not exist, or no longer
  'unauthorized', // 401: the key is unknown or deactivated
  'forbidden', // 403: no bearer header
  'rate-limited', // 429 per minute: wait for `retryAfterMs`
  'quota', // 429 per month: retrying does not help
  'unreachable', // nothing was sent: no such host, no connection, a failed TLS handshake
  'unknown', // sent, but no usable answer: timeout, 5xx, socket closed. A write may have happened
  'not-tracker', // something in the tracker's place answered, such as a proxy: as in an outage, nothing was written
  'too-large', // the answer is over the limit, and will be again. A write may have happened
  'unexpected', // an answer of the tracker that does not match this interface
] as const
export type ProblemKind = (typeof problemKinds)[number]

/** The only error that an `OnboardingApi` throws. `message` never contains a key or a token. */
export class ApiProblem extends Error {
  override name = 'ApiProblem' as const
  readonly kind: ProblemKind
  readonly status: number | undefined
  readonly requestId: string | undefined
  readonly fields: readonly FieldError[]
  readonly retryAfterMs: number | undefined
  /** Held back before it was sent, so it says nothing about the tracker. */
  readonly isHeldBack: boolean

  constructor(
    kind: ProblemKind,
    message: string,
    facts: {
      status?: number | undefined
      requestId?: string | undefined
      fields?: readonly FieldError[] | undefined
      retryAfterMs?: number | undefined
      isHeldBack?: boolean
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: facts.cause })
    this.kind = kind
    this.status = facts.status
    this.requestId = facts.requestId
    this.fields = facts.fields ?? []
    this.retryAfterMs = facts.retryAfterMs
    this.isHeldBack = facts.isHeldBack ?? false
  }
}

const refusals: readonly ProblemKind[] = ['invalid', 'unresolved', 'not-found']

/** Whether repeating the request would get the same answer. */
export const isRefusal = (error: unknown): error is ApiProblem =>
  error instanceof ApiProblem && refusals.includes(error.kind)
