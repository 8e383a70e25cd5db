import { z } from 'zod'
import { problemWithUsDate } from './dates.ts'
import { idOrInteger } from './id.ts'
import { limits } from './limits.ts'
import { notBlank } from './text/not-blank.ts'
import { limit, offset, pagination } from './paging.ts'

const usDate = z.string().superRefine((text, context) => {
  const problem = problemWithUsDate(text)
  if (problem !== undefined) context.addIssue(problem)
})

const emails = (cap: number) => z.array(z.string()).max(cap, { error: `At most ${cap} e-mail addresses.` })

/** The interface's "Project (creation input)". */
export const projectInput = z.strictObject({
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
export type ProjectInput = z.input<typeof projectInput>

export const createdProject = z.looseObject({
  uuid: z.string(),
  internal_project_url: z.string(),
  portal_project_url: z.string(),
})
export type CreatedProject = z.output<typeof createdProject>

/** The interface's list item does not show these. Of another type they count as absent. */
const added = z.string().nullish().catch(undefined)

/** The interface's "Project (list item)". It has a `uuid` since 2026-07-31. `id` is legacy. */
export const projectItem = z.looseObject({
  uuid: z.string().optional().catch(undefined),
  id: idOrInteger.optional().catch(undefined),
  name: z.string(),
  account: z
    .looseObject({ id: z.coerce.string().nullish(), logo_path: z.string().nullish(), name: z.string() })
    .nullish(),
  is_overdue: z.boolean().nullish(),
  percentage: z.number().nullish(),
  performance: z.string().nullish(),
  project_owner: z
    .looseObject({
      id: z.coerce.string().nullish(),
      email_address: z.string().nullish(),
      full_name: z.string(),
      profile_pic: z.string().nullish(),
    })
    .nullish(),
  project_state: z.string().nullish(),
  start_date: z.string().nullish(),
  due_date: added,
  completed_date: added,
  status: z.looseObject({ id: z.coerce.string().nullish(), name: z.string() }).nullish(),
  internal_project_url: added,
  portal_project_url: added,
})
export type ProjectItem = z.output<typeof projectItem>

export const projectsQuery = z.strictObject({
  external_id: z.string().optional(),
  name: z.string().optional(),
  project_state: z.string().optional(),
  limit,
  offset,
})
export const projectsReply = z.looseObject({ projects: z.array(projectItem), pagination })
export type ProjectsReply = z.output<typeof projectsReply>

export const projectParams = z.object({ project_uuid: z.string() })

/** The interface's "External link (creation input)". */
export const externalLinkInput = z.strictObject({
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
const linked = z.string().optional().catch(undefined)
export const externalLink = z.looseObject({
  uuid: linked,
  integration_uuid: linked,
  external_id: linked,
  external_type: added,
  external_label: added,
  external_link: added,
})
export type ExternalLink = z.output<typeof externalLink>
