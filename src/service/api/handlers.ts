import type { Asked, EndpointName, Endpoints } from '../../contract/api.ts'
import type { Reply } from '../../contract/endpoint.ts'
import type { Actor, Deps } from '../deps.ts'
import { listDataFields, lookUpDataFieldValues, writeDataFieldValues } from './data-fields.ts'
import { listUsers } from './people.ts'
import { listPlaybooks } from './playbooks.ts'
import { createExternalLink, createProject, listProjects } from './projects.ts'
import { createSession } from './session.ts'
import { createComment, getComment, getTask } from './tasks.ts'
import { getUsage } from './usage.ts'
import { createLegacyWebhook, createWebhook, listEvents, listLegacyWebhooks } from './webhooks.ts'

/** An open endpoint takes no Authorization header, so it has no actor. */
type CallerOf<K extends EndpointName> = Endpoints[K] extends { open: true } ? undefined : Actor

/** One entry per endpoint of the contract. A missing handler or a wrong reply does not compile. */
type Handlers = {
  readonly [K in EndpointName]: (
    deps: Deps,
    actor: CallerOf<K>,
    input: Asked<K>,
  ) => Promise<Reply<Endpoints[K]>>
}

export const handlers: Handlers = {
  createSession,
  listProjects,
  createProject,
  createExternalLink,
  listPlaybooks,
  listDataFields,
  writeDataFieldValues,
  lookUpDataFieldValues,
  createComment,
  getComment,
  getTask,
  listUsers,
  listEvents,
  createWebhook,
  listLegacyWebhooks,
  createLegacyWebhook,
  getUsage,
}
