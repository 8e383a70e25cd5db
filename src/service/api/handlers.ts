import type { EndpointName, Endpoints } from '../../contract/api.ts'
import type { Parsed, Reply } from '../../contract/endpoint.ts'
import type { Actor, Deps } from '../deps.ts'
import { lookUpDataFieldValues, writeDataFieldValues } from './data-field-values.ts'
import { createExternalLink } from './external-links.ts'
import { listDataFields, listPlaybooks, listUsers } from './lists.ts'
import { createProject, listProjects } from './projects.ts'
import { createSession } from './session.ts'
import { createComment, getComment, getTask } from './tasks.ts'
import { usageReader } from './usage.ts'
import { createLegacyWebhook, createWebhook, listEvents, listLegacyWebhooks } from './webhooks.ts'

/** The one request without an Authorization header has nobody who calls. */
type CallOf<K extends EndpointName> = Endpoints[K] extends { open: true } ? undefined : Actor

/** One row an endpoint of the contract: a missing handler or a wrong reply does not compile. */
export type Handlers = {
  readonly [K in EndpointName]: (
    input: Parsed<Endpoints[K]>,
    actor: CallOf<K>,
  ) => Promise<Reply<Endpoints[K]>>
}

export const createHandlers = (deps: Deps, options: { monthlyQuota: number }): Handlers => ({
  createSession: (input) => createSession(deps, input),
  listProjects: (input, actor) => listProjects(deps, actor, input),
  createProject: (input, actor) => createProject(deps, actor, input),
  createExternalLink: (input, actor) => createExternalLink(deps, actor, input),
  listPlaybooks: (input, actor) => listPlaybooks(deps, actor, input),
  listDataFields: (input, actor) => listDataFields(deps, actor, input),
  writeDataFieldValues: (input, actor) => writeDataFieldValues(deps, actor, input),
  lookUpDataFieldValues: (input, actor) => lookUpDataFieldValues(deps, actor, input),
  createComment: (input, actor) => createComment(deps, actor, input),
  getComment: (input, actor) => getComment(deps, actor, input),
  getTask: (input, actor) => getTask(deps, actor, input),
  listUsers: (input, actor) => listUsers(deps, actor, input),
  listEvents: () => listEvents(),
  createWebhook: (input, actor) => createWebhook(deps, actor, input),
  listLegacyWebhooks: (_input, actor) => listLegacyWebhooks(deps, actor),
  createLegacyWebhook: (input, actor) => createLegacyWebhook(deps, actor, input),
  getUsage: usageReader(deps, options.monthlyQuota),
})
