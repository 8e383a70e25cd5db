import { endpoints, errors, projectCreation, resources } from './rules/resources.ts'
import { delivery, events, payloads } from './rules/events.ts'
import { choices } from './rules/choices.ts'
import { authentication, limits, service, versioning } from './rules/service.ts'
import type { Rule } from './rules/rule.ts'

/** Every sentence of the interface about the service's behaviour, in its order, and our choices where it is silent. */
export const rules: readonly Rule[] = [
  ...service,
  ...projectCreation,
  ...resources,
  ...endpoints,
  ...authentication,
  ...events,
  ...payloads,
  ...delivery,
  ...errors,
  ...limits,
  ...versioning,
  ...choices,
]
