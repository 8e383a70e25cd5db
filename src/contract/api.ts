import * as hooks from './webhook.ts'
import { commentSchema, commentInputSchema, commentParamsSchema, commentsReplySchema } from './comment.ts'
import * as fields from './data-field.ts'
import * as projects from './project.ts'
import { pageQuerySchema, taskSchema, taskParamsSchema, tasksReplySchema } from './task.ts'
import { usersQuerySchema, usersReplySchema } from './user.ts'
import { limits } from './limits.ts'
import { notBlank } from './fields.ts'
import { z } from 'zod'

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
  /** What counts as the reply when a 409 says that the object exists already. */
  readonly replyIfExists?: object
  /** True only for `POST /v1/auth`, which needs no Authorization header. */
  readonly open?: true
  /** An extension of our service. Other trackers may lack it, and answer as for any unknown path. */
  readonly own?: true
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

type ApiOf<T extends Record<string, Endpoint>> = {
  readonly [K in keyof T]: (input: Input<T[K]>, sending?: Sending) => Promise<Reply<T[K]>>
}

const count = z.number().optional().catch(undefined)

/** The shape is ours. A field of another type counts as absent. `month` is YYYY-MM in UTC. */
const usageSchema = z.looseObject({
  month: z.string().optional().catch(undefined),
  used: count,
  quota: count,
  remaining: count,
})

const sessionInputSchema = z.strictObject({ token: notBlank(limits.longText) })
/** The shape is ours. The id is valid as a bearer token for `expires_in` seconds. */
const sessionSchema = z.looseObject({ session_id: z.string(), expires_in: z.number().optional() })

/** The interface's "Endpoints" table. The client, the service and OpenAPI are built from it. */
export const endpoints = {
  createSession: {
    method: 'POST',
    path: '/v1/auth',
    summary: 'Exchange an API key for a session id, valid 5 minutes.',
    body: sessionInputSchema,
    reply: sessionSchema,
    open: true,
  },
  listProjects: {
    method: 'GET',
    path: '/v1/projects',
    summary: 'List projects, by external id or part of the name.',
    query: projects.projectsQuerySchema,
    reply: projects.projectsReplySchema,
    list: 'projects',
  },
  createProject: {
    method: 'POST',
    path: '/v1/projects',
    summary: 'Create a project from a playbook. A 500 may still have created it.',
    body: projects.projectInputSchema,
    reply: projects.createdProjectSchema,
  },
  createExternalLink: {
    method: 'POST',
    path: '/v1/projects/{project_uuid}/external-links',
    summary: "Attach a reference to another system's record.",
    params: projects.projectParamsSchema,
    body: projects.externalLinkInputSchema,
    reply: projects.externalLinkSchema,
    entity: 'external_link',
  },
  listPlaybooks: {
    method: 'GET',
    path: '/v1/playbooks',
    summary: 'List every version of matching playbooks that is not archived, oldest first.',
    query: projects.playbooksQuerySchema,
    reply: projects.playbooksReplySchema,
    list: 'playbooks',
  },
  listDataFields: {
    method: 'GET',
    path: '/v1/datafields',
    summary: 'List data fields, including archived ones unless is_archived=false.',
    query: fields.dataFieldsQuerySchema,
    reply: fields.dataFieldsReplySchema,
    list: 'datafields',
  },
  writeDataFieldValues: {
    method: 'POST',
    path: '/v1/datafield-values',
    summary: 'Write data-field values. Not atomic; dry_run defaults to true.',
    body: fields.dataFieldValuesInputSchema,
    reply: fields.dataFieldValuesReplySchema,
  },
  lookUpDataFieldValues: {
    method: 'PUT',
    path: '/v1/projects/{project_uuid}/datafield-values',
    summary: "Look up the uuids of a project's data-field values. Specific to this service.",
    params: projects.projectParamsSchema,
    body: fields.valueLookUpInputSchema,
    reply: fields.valueLookUpReplySchema,
    list: 'datafield_values',
    own: true,
  },
  listTasks: {
    method: 'GET',
    path: '/v1/projects/{project_uuid}/tasks',
    summary: "List a project's tasks, oldest first. Archived ones are left out. Specific to this service.",
    params: projects.projectParamsSchema,
    query: pageQuerySchema,
    reply: tasksReplySchema,
    list: 'tasks',
    own: true,
  },
  listComments: {
    method: 'GET',
    path: '/v1/tasks/{task_uuid}/comments',
    summary: "List a task's comments, newest first. Specific to this service.",
    params: taskParamsSchema,
    query: pageQuerySchema,
    reply: commentsReplySchema,
    list: 'comments',
    own: true,
  },
  createComment: {
    method: 'POST',
    path: '/v1/tasks/{task_uuid}/comments',
    summary: 'Comment on a task as the API user.',
    params: taskParamsSchema,
    body: commentInputSchema,
    reply: commentSchema,
    entity: 'comment',
  },
  getComment: {
    method: 'GET',
    path: '/v1/comments/{comment_uuid}',
    summary: 'Get a comment.',
    params: commentParamsSchema,
    reply: commentSchema,
    entity: 'comment',
  },
  getTask: {
    method: 'GET',
    path: '/v1/tasks/{task_uuid}',
    summary: 'Get a task, with its project.',
    params: taskParamsSchema,
    reply: taskSchema,
    entity: 'task',
  },
  listUsers: {
    method: 'GET',
    path: '/v1/users',
    summary: 'List users: internal, customer, or both.',
    query: usersQuerySchema,
    reply: usersReplySchema,
    list: 'users',
  },
  listEvents: {
    method: 'GET',
    path: '/v1/events',
    summary: 'List the events that you can subscribe to.',
    reply: hooks.eventsReplySchema,
    list: 'events',
  },
  createWebhook: {
    method: 'POST',
    path: '/v1/webhooks',
    summary: 'Subscribe a URL to one event.',
    body: hooks.webhookInputSchema,
    reply: hooks.webhookSchema,
    entity: 'webhook',
    replyIfExists: {},
  },
  listLegacyWebhooks: {
    method: 'GET',
    path: '/v1/admin/webhooks',
    summary: 'Legacy: list the subscriptions to topics.',
    reply: hooks.legacyWebhooksReplySchema,
    shape: 'bare',
    list: 'webhooks',
  },
  createLegacyWebhook: {
    method: 'POST',
    path: '/v1/admin/webhook/create',
    summary: 'Legacy: subscribe an address to one topic.',
    body: hooks.legacyWebhookInputSchema,
    reply: hooks.legacyWebhookReplySchema,
    shape: 'bare',
    replyIfExists: {},
  },
  getUsage: {
    method: 'GET',
    path: '/v1/usage',
    summary: 'Get the API usage of this month and the quota.',
    reply: usageSchema,
    entity: 'usage',
  },
} as const satisfies Record<string, Endpoint>

export type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints
export type ParsedInput<K extends EndpointName> = Parsed<Endpoints[K]>

/** The tracker's API: client and service implement it, and the bot uses it. */
export type OnboardingApi = ApiOf<Endpoints>

/** The calls that need no input may leave it out. */
export type CallsWithoutInput = {
  readonly [K in EndpointName as object extends Input<Endpoints[K]> ? K : never]: () => Promise<
    Reply<Endpoints[K]>
  >
}

/** Hears of each call. What it returns hears how the call ended: `error` is undefined if it succeeded. */
export type OnCall = (endpoint: EndpointName) => (error: unknown) => void

export type AnyCall = (
  name: EndpointName,
  input: Record<string, unknown>,
  sending?: Sending,
) => Promise<unknown>

export const callOf = (api: OnboardingApi, ...[name, input, sending]: Parameters<AnyCall>) =>
  (api as unknown as Record<EndpointName, (...args: unknown[]) => Promise<unknown>>)[name](input, sending)

/** The endpoints are on the prototype, so that an API of an installation costs one object. */
class Calls {
  readonly call: AnyCall

  constructor(call: AnyCall) {
    this.call = call
  }
}
for (const name of Object.keys(endpoints) as EndpointName[])
  Object.defineProperty(Calls.prototype, name, {
    value(this: Calls, input?: Record<string, unknown>, sending?: Sending) {
      return this.call(name, input ?? {}, sending)
    },
  })

/** An API that passes each call to `call`. Its methods don't work apart from it, as after destructuring. */
export const apiBy = (call: AnyCall): OnboardingApi => new Calls(call) as unknown as OnboardingApi
