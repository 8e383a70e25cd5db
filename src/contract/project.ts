import { z } from 'zod'
import { problemWithUsDate } from './dates.ts'
import {
  bitIfAny,
  dateIfAny,
  nameIfAny,
  id,
  idOrInteger,
  shortIfAny,
  shortText,
  notBlank,
  limit,
  offset,
  paginationSchema,
  longIfAny,
} from './fields.ts'
import { limits } from './limits.ts'

const usDate = z
  .string()
  .superRefine((text, context) => {
    const problem = problemWithUsDate(text)
    if (problem !== undefined) context.addIssue(problem)
  })
  .meta({ description: 'MM/DD/YYYY' })

const emails = (cap: number) => z.array(z.string()).max(cap, { error: `At most ${cap} e-mail addresses.` })

/** The interface's "Project (creation input)". */
export const projectInputSchema = z.strictObject({
  name: notBlank(limits.projectName, 'Name is required.'),
  playbook_uuid: z.string(),
  account: z.string(),
  start_date: usDate,
  due_date: usDate.optional(),
  project_owner: z.string(),
  internal_users: emails(limits.internalUsers).optional(),
  customer_users: emails(limits.customerUsers).optional(),
  task_roles: z.record(z.string(), z.array(z.string())).optional(),
  datafields: z
    .record(z.string(), z.unknown())
    .refine((map) => Object.keys(map).length <= limits.dataFields, {
      error: `At most ${limits.dataFields} data fields.`,
    })
    .optional(),
  send_invite_email: z.boolean().default(false),
  send_invite_email_customers: z.boolean().default(false),
})
export type ProjectInput = z.input<typeof projectInputSchema>

export const createdProjectSchema = z.looseObject({
  uuid: id,
  internal_project_url: shortIfAny,
  portal_project_url: shortIfAny,
})
export type CreatedProject = z.output<typeof createdProjectSchema>

const text = shortIfAny
/** Older trackers send a number. */
const legacyId = idOrInteger.nullish().catch(undefined)

/** The email address names an owner who has no full name. */
const ownerSchema = z.preprocess(
  (owner) => {
    const { full_name: name, email_address: email } = (owner ?? {}) as Record<string, unknown>
    return typeof name === 'string' || typeof email !== 'string'
      ? owner
      : { ...(owner as object), full_name: email }
  },
  z.looseObject({ id: legacyId, email_address: text, full_name: shortText, profile_pic: text }),
)

const isNamelessProject = ({ uuid, ...project }: Record<string, unknown>): boolean =>
  typeof uuid === 'string' && ['account', 'project_state', 'status', 'percentage'].some((key) => project[key])

/**
 * The interface's "Project (list item)". It has a `uuid` since 2026-07-31. `id` is legacy. A project needs a
 * name, or a uuid and another field; what else is missing, null, or of another type counts as absent.
 */
export const projectItemSchema = z
  .looseObject({})
  .refine((project) => typeof project['name'] === 'string' || isNamelessProject(project), { path: ['name'] })
  .pipe(
    z.looseObject({
      uuid: id.optional().catch(undefined),
      id: idOrInteger.optional().catch(undefined),
      name: nameIfAny,
      account: z.looseObject({ id: legacyId, logo_path: text, name: shortText }).nullish().catch(undefined),
      is_overdue: bitIfAny,
      percentage: z.number().nullish().catch(undefined),
      performance: text,
      project_owner: ownerSchema.nullish().catch(undefined),
      project_state: text,
      start_date: dateIfAny,
      due_date: dateIfAny,
      completed_date: dateIfAny,
      status: z.looseObject({ id: legacyId, name: shortText }).nullish().catch(undefined),
      internal_project_url: text,
      portal_project_url: text,
    }),
  )
export type ProjectItem = z.output<typeof projectItemSchema>

export const projectsQuerySchema = z.strictObject({
  external_id: z.string().optional(),
  name: z.string().optional(),
  project_state: z.string().optional(),
  limit,
  offset,
})
export const projectsReplySchema = z.looseObject({
  projects: z.array(projectItemSchema),
  pagination: paginationSchema,
})
export type ProjectsReply = z.output<typeof projectsReplySchema>

export const projectParamsSchema = z.object({ project_uuid: z.string() })

/** The interface's "External link (creation input)". */
export const externalLinkInputSchema = z.strictObject({
  integration_uuid: z.string(),
  external_id: notBlank(limits.externalId),
  external_type: z.string().max(limits.externalText).optional(),
  external_label: z.string().max(limits.externalText).optional(),
  external_link: z
    .url({ protocol: /^https?$/, error: 'Must be an http or https URL.' })
    .max(2_000)
    .optional(),
})
/** The interface does not show this reply, so nothing in it is required. */
export const externalLinkSchema = z.looseObject({
  uuid: id.optional().catch(undefined),
  integration_uuid: id.optional().catch(undefined),
  external_id: shortText.optional().catch(undefined),
  external_type: text,
  external_label: text,
  external_link: text,
})
export type ExternalLink = z.output<typeof externalLinkSchema>

/** The list doesn't show versions. The last entry with a name is its current version. */
const playbookSchema = z.looseObject({
  uuid: id,
  name: nameIfAny,
  description: longIfAny,
  /** Not in the interface; our service gives it. More than a century is mistyped. */
  duration_days: z.int().min(1).max(36_500).nullish().catch(undefined),
})
export type Playbook = z.output<typeof playbookSchema>

export const playbooksQuerySchema = z.strictObject({ name: z.string().optional(), limit, offset })
export const playbooksReplySchema = z.looseObject({
  playbooks: z.array(playbookSchema),
  pagination: paginationSchema,
})
