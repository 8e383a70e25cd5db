import type { Generated } from 'kysely'

/** Times are milliseconds, dates are YYYY-MM-DD, booleans are 0 and 1, JSON is text. `id` is the legacy integer. */
type Bit = 0 | 1

export const taskStatuses = ['Not started', 'In progress', 'Completed'] as const
export type TaskStatus = (typeof taskStatuses)[number]
export const projectStates = ['Active', 'Completed', 'Archived'] as const
export type ProjectState = (typeof projectStates)[number]

interface Own {
  uuid: string
  org: string
}
interface Counted extends Own {
  id: Generated<number>
}
interface OfProject extends Counted {
  project_uuid: string
}

interface Message extends OfProject {
  created_by: string
  message_plain: string
  created_at: number
  edited_at: number | null
}

interface Admitted {
  hash: string
  org: string
  person_uuid: string
  expires_at: number
}

/** All tables except `organization`, `api_session`, `sign_in_guess` and `sign_in_known` have `org`. */
export interface ServiceTables {
  organization: {
    uuid: string
    name: string
    /** May be later than now: after fast events, or when another node's clock is ahead. */
    last_event_at: Generated<number>
  }
  api_key: Own & {
    hash: string
    label: string
    person_uuid: string
    created_at: number
    deactivated_at: number | null
  }
  api_session: { hash: string; key_uuid: string; expires_at: number }
  /** Somebody who is signed in on the web pages. `hash` is the SHA-256 of the cookie. */
  page_session: Admitted & { side: 'vendor' | 'portal' }
  /** A link that signs its person in once. `hash` is the SHA-256 of its token. */
  sign_in_link: Admitted
  person_password: { person_uuid: string; org: string; hash: string; set_at: number }
  /** Attempts to sign in to an account, from an address, or from a network. `who` is a hash of either. */
  sign_in_guess: { who: string; tries: number; until: number }
  /** An account and an address that it signed in from. `who` is a hash of both. */
  sign_in_known: { who: string; until: number }
  account: Counted & { name: string }
  /** Contacts have their customer's `account_uuid`. The vendor's people have none. */
  person: Counted & {
    first_name: string
    last_name: string
    name_key: Generated<string>
    /** Lower case. */
    email: string
    role: 'Vendor Admin' | 'Vendor User' | 'API User' | 'Customer'
    account_uuid: string | null
    is_active: Bit
  }
  integration: Own & { name: string }
  /** One row per version. `content` is JSON, see `playbooks.ts`. */
  playbook: Counted & {
    name: string
    name_search: string
    description: string
    version: number
    state: 'draft' | 'published' | 'superseded'
    is_archived: Bit
    duration_days: number
    content: string
    created_at: number
  }
  data_field: Counted & {
    name: string
    object_type: 'PROJECT' | 'TASK'
    kind: 'text' | 'number' | 'date' | 'boolean' | 'choice'
    /** A JSON array; empty for other kinds. */
    choices: string
    is_archived: Bit
  }
  data_field_value: Own & {
    field_uuid: string
    project_uuid: string
    value: string
  }
  project: Counted & {
    name: string
    name_search: string
    description: string
    account_uuid: string
    owner_uuid: string
    playbook_uuid: string
    state: ProjectState
    start_date: string
    due_date: string
    value: number | null
    created_at: number
    created_by: string
    completed_at: number | null
    completed_by: string | null
    archived_at: number | null
    archived_by: string | null
    /** Grows with each change in the project, so that an open page knows when to refresh. */
    version: number
  }
  project_member: { org: string; project_uuid: string; person_uuid: string }
  external_link: OfProject & {
    integration_uuid: string
    external_id: string
    external_type: string | null
    external_label: string | null
    external_link: string | null
  }
  module: OfProject & {
    name: string
    portal_name: string
    position: number
    is_archived: Bit
    created_at: number
    created_by: string
    modified_at: number
    modified_by: string
  }
  task: OfProject & {
    module_uuid: string
    name: string
    detail: string
    status: TaskStatus
    position: number
    is_internal: Bit
    is_archived: Bit
    in_order: Bit
    collect_feedback: Bit
    require_all_answered: Bit
    /** The name of the playbook's role. */
    role: string | null
    assignee_uuid: string | null
    /** When the assignee got the task. */
    assigned_at: number | null
    /** When somebody of the team last said that the customer needs no answer. */
    settled_at: Generated<number | null>
    scheduled_start_date: string | null
    due_date: string | null
    created_at: number
    created_by: string
    modified_by: string
    started_at: number | null
    completed_at: number | null
    completed_by: string | null
  }
  subtask: OfProject & {
    task_uuid: string
    name: string
    description: string
    status: TaskStatus
    position: number
    /** A JSON array of the form's questions; empty without a form. */
    configuration: string
    response: string | null
    answered_by: string | null
    answered_at: number | null
    assignee_uuid: string | null
  }
  comment: Message & {
    task_uuid: string
    replied_to: string | null
  }
  /** Only the vendor's team sees notes. */
  note: Message
  /** What is left of a comment, or without a task of a note, that somebody else than its author removed. */
  removed_message: Own & {
    project_uuid: string
    task_uuid: string | null
    created_at: number
    removed_by: string
    removed_at: number
  }
  /** Subscribes a URL to an event (`legacy` 0) or a legacy topic (`legacy` 1). */
  webhook: Counted & {
    event_code: string
    hook_url: string
    legacy: Bit
    created_at: number
    aside_in_row: Generated<number>
    /** Since when each event gets only one attempt. */
    one_attempt_since: number | null
  }
  event: {
    id: Generated<number>
    org: string
    name: string
    body: string
    created_at: number
  }
  webhook_delivery: {
    id: Generated<number>
    org: string
    event_id: number
    webhook_uuid: string
    state: 'waiting' | 'delivered' | 'aside'
    attempts: number
    last_error: string | null
    created_at: number
    settled_at: number | null
  }
  /** Calls in a month (`2026-11`) and writes in a minute (`2026-11-21T06:00`). */
  api_usage: { org: string; period: string; used: number }
}
