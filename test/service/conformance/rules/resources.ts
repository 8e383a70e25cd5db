export const projectCreation = [
  'Project (creation input and response)',
  `
  PROJ-CREATE-1 | name … string … yes
  PROJ-CREATE-2 | Up to 150 characters.
  PROJ-CREATE-3 | playbook_uuid … string (UUID) … yes … A playbook UUID.
  PROJ-CREATE-4 | A draft or superseded playbook version is accepted without complaint.
  PROJ-CREATE-5 | account … string … yes … The exact account name, or the account UUID.
  PROJ-CREATE-6 | Blank gives 400 'Account is required.'
  PROJ-CREATE-7 | an unmatched value gives 400 'Account not found.'.
  PROJ-CREATE-8 | start_date … string … yes … Format MM/DD/YYYY (US style).
  PROJ-CREATE-9 | ISO dates must not be passed.
  PROJ-CREATE-10 | due_date … string … no … MM/DD/YYYY, on or after start_date.
  PROJ-CREATE-11 | When omitted the playbook's duration is inherited.
  PROJ-CREATE-12 | project_owner … string … yes … UUID or e-mail of an internal user.
  PROJ-CREATE-13 | An invalid value gives 400 'Project owner invalid.'.
  PROJ-CREATE-14 | internal_users … array of strings (e-mails) … no … Internal team members; must be members of the organization.
  PROJ-CREATE-15 | internal_users … Cap 20.
  PROJ-CREATE-16 | customer_users … array of strings (e-mails) … no … Existing customer contacts.
  PROJ-CREATE-17 | customer_users … Cap 20.
  PROJ-CREATE-18 | task_roles … object … no … Map from role UUID to an array of users (UUID or e-mail).
  PROJ-CREATE-19 | Resolves the playbook's role placeholders at creation time.
  PROJ-CREATE-20 | datafields … object … no … Map from data field UUID to value.
  PROJ-CREATE-21 | Up to 100 entries.
  PROJ-CREATE-22 | Only live (not archived) project-scoped data fields are accepted.
  PROJ-CREATE-23 | The values are written in the same transaction as the project.
  PROJ-CREATE-24 | If any value cannot be written, the whole create fails with 400 and no project remains.
  PROJ-CREATE-25 | A non-project field is rejected with a message beginning 'Not project data fields:' before anything is written.
  PROJ-CREATE-26 | send_invite_email … boolean … no … Default false.
  PROJ-CREATE-27 | Invites the internal team when true.
  PROJ-CREATE-28 | send_invite_email_customers … boolean … no … Default false.
  PROJ-CREATE-29 | Invites the customers when true.
  PROJ-CREATE-30 | Unknown request fields are rejected with 422 and never silently dropped.
  PROJ-CREATE-31 | A row or request with an unknown owner, team or customer e-mail is rejected as a whole.
  PROJ-MADE-1 | data.uuid (string)
  PROJ-MADE-2 | data.internal_project_url (string, dashboard link)
  PROJ-MADE-3 | data.portal_project_url (string, customer portal link)
  `,
] as const

export const resources = [
  'Resources and their fields',
  `
  PROJ-ITEM-1 | The list response is {success, data: {projects: [...], pagination: {total}}, metadata: {request_id}}.
  PROJ-ITEM-2 | client: a client reads both forms; which server answers with the older one is not said | An older form of the list returns {projects: [...]} at the top level.
  PROJ-ITEM-3 | name … string
  PROJ-ITEM-4 | client: what the client does with it | Used for exact-name comparison on the client side.
  PROJ-ITEM-5 | id … string … Legacy identifier.
  PROJ-ITEM-6 | Integer ids are being removed (see Versioning).
  PROJ-ITEM-7 | account … object … {id, logo_path, name}
  PROJ-ITEM-8 | is_overdue … boolean
  PROJ-ITEM-9 | percentage … number
  PROJ-ITEM-10 | performance … string … A colour-style rating; GREEN is the value shown.
  PROJ-ITEM-11 | project_owner … object … {email_address, full_name, id, profile_pic (nullable)}
  PROJ-ITEM-12 | project_state … string … Active is the value shown.
  PROJ-ITEM-13 | start_date … string … YYYY-MM-DD in this response.
  PROJ-ITEM-14 | In the REST API, status is an object {id, name}.
  PROJ-ITEM-15 | The external_id of an external link never appears in project responses.
  PROJ-ITEM-16 | It can only be written (external-links) and used as a filter (?external_id=).
  LINK-1 | integration_uuid … string (UUID) … The integration the link belongs to.
  LINK-2 | external_id … string … The id of the record in the other system. It is the dedup key.
  LINK-3 | external_type … string … Kind of external record, free text
  LINK-4 | external_label … string … Human-readable label.
  LINK-5 | external_link … string (URL) … Optional link to the record in the other system.
  PLAYBOOK-1 | uuid (string), name (string), description (string).
  PLAYBOOK-2 | The list has no version or published flag.
  FIELD-1 | Each returned data field carries uuid, name
  FIELD-2 | object_type (the stable string, for example PROJECT)
  FIELD-3 | object_type_code (an integer that differs between environments, so it cannot be relied on as a string)
  FIELD-4 | A data field value has its own UUID, distinct from the field's UUID.
  COMM-1 | uuid … string
  COMM-2 | created_by_uuid … string … The author's user UUID.
  COMM-3 | created_by_name … string
  COMM-4 | message_plain … string … Plain-text body.
  COMM-5 | message_rtf … string … Rich-text body (seen in event payloads).
  COMM-6 | associated_object_uuid … string … The task the comment is on.
  COMM-7 | associated_object_type … string
  COMM-8 | parent_object_uuid, parent_object_type … string … The project.
  COMM-9 | replied_to_comment_uuid … string or null … Set on threaded replies.
  COMM-10 | created_at, edited_at … string
  TASK-1 | name
  TASK-2 | project (object with name)
  TASK-3 | internal_project_url
  TASK-4 | the booleans subtasks_must_be_completed_in_order, collect_feedback, require_all_subtasks_answered
  USER-1 | The list can be filtered by is_customer_user.
  USER-2 | first_name, last_name, full_name, email_address, vendor_name, is_customer, is_active
  HOOK-1 | Current form: event_code (string, a type_code from the event catalogue)
  HOOK-2 | hook_url (string, HTTPS URL)
  HOOK-3 | Legacy admin form: list items {id (integer), address (string), topic (string), created_at (date string)}.
  `,
] as const

export const endpoints = [
  'Endpoints',
  `
  EP-1 | All endpoints except POST /v1/auth take the Authorization header (see Authentication).
  EP-2 | Request and response bodies are JSON.
  EP-AUTH-1 | POST … /v1/auth … Body: {token: <API_KEY>} … A session id, valid 5 minutes.
  EP-LIST-1 | GET … /v1/projects … Query: external_id (exact link lookup)
  EP-LIST-2 | name (substring match)
  EP-LIST-3 | limit (integer, default 50, max 200)
  EP-LIST-4 | {success, data: {projects: [project list item], pagination: {total}}, metadata}
  EP-LIST-5 | When filtering on external_id, pagination.total equal to 0 means no project carries that link.
  EP-CREATE-1 | POST … /v1/projects … 200 with data.uuid, data.internal_project_url, data.portal_project_url.
  EP-CREATE-2 | Errors: 400, 401, 403, 422, 429, 500.
  EP-CREATE-3 | client: what a client must reckon with after a 500 | A 500 may still have created the project.
  EP-LINK-1 | POST … /v1/projects/{project_uuid}/external-links … Body as in 'External link'.
  EP-PLAYBOOK-1 | GET … /v1/playbooks … Query: name (substring match)
  EP-PLAYBOOK-2 | limit (default 50, max 200)
  EP-PLAYBOOK-3 | {success, data: {playbooks: [{uuid, name, description}], pagination: {total}}}
  EP-PLAYBOOK-4 | Returns every non-archived version of matching playbooks … drafts and superseded ones included.
  EP-PLAYBOOK-5 | oldest first
  EP-PLAYBOOK-6 | The current version of a name is the last entry carrying that exact name.
  EP-FIELD-1 | GET … /v1/datafields … Query: object_type_code (for example PROJECT)
  EP-FIELD-2 | is_archived (boolean)
  EP-FIELD-3 | limit (default 50, max 200)
  EP-FIELD-4 | Archived fields are not hidden unless is_archived=false is passed.
  EP-FIELD-5 | A list of data fields (uuid, name, object_type, object_type_code).
  EP-VALUE-1 | POST … /v1/datafield-values … Body: {updates: {<datafield_value_uuid>: <value>}, dry_run: boolean}.
  EP-VALUE-2 | dry_run defaults to true, so nothing is written unless dry_run is false.
  EP-VALUE-3 | Contains a failures list when some updates fail.
  EP-VALUE-4 | Not atomic
  EP-VALUE-5 | it records no activity history and does not trigger data-field automation
  EP-VALUE-6 | The step of looking up a project's data-field value UUIDs uses a PUT request
  EP-COMM-1 | POST … /v1/tasks/{task_uuid}/comments … Body: {message_plain: string} … The created comment
  EP-COMM-2 | including created_by_uuid (the calling API user's UUID)
  EP-COMM-3 | GET … /v1/comments/{comment_uuid} … {data: comment}.
  EP-TASK-1 | GET … /v1/tasks/{task_uuid} … {data: task}, including project.name and internal_project_url.
  EP-USER-1 | GET … /v1/users … Query: is_customer_user (boolean). … A list of users.
  EP-EVENT-1 | GET … /v1/events … The catalogue of subscribable events, each with a type_code.
  EP-HOOK-1 | POST … /v1/webhooks … Body: {event_code, hook_url} … Subscribes the URL to one event.
  EP-HOOK-2 | One request per event.
  EP-ADMIN-1 | GET … /v1/admin/webhooks … Legacy: {webhooks: [{id, address, topic, created_at}]}
  EP-ADMIN-2 | POST … /v1/admin/webhook/create … Body: {webhook: {topic, address}} … Legacy subscription.
  EP-USAGE-1 | GET … /v1/usage … The API usage against the monthly quota.
  DEDUP-1 | There are no idempotency keys on project creation.
  DEDUP-2 | client: the order in which the client works | The client checks first and creates second, and the two steps are not atomic.
  DEDUP-3 | Two concurrent workers on the same record can both pass the check and create two projects.
  DEDUP-4 | GET /v1/projects?external_id=<id>&limit=1 (total 0 means safe to create)
  DEDUP-5 | GET /v1/projects?name=<name>&limit=200 with an exact-name comparison of data.projects
  DEDUP-6 | If pagination.total exceeds 200 on the name check, the exact match may be unreachable.
  `,
] as const

export const errors = [
  'Errors',
  `
  ERR-1 | Most errors come in the envelope {success: boolean, message: string, errors: [{field, message}] or null, metadata: {request_id}}.
  ERR-2 | Every envelope response carries metadata.request_id.
  ERR-3 | The 401, 403 and quota 429 responses are instead a bare {detail: string}.
  ERR-200-1 | 200 … Project created (also the success status of project creation). … data with uuid and URLs
  ERR-400-1 | The request was well formed but a referenced item did not resolve.
  ERR-400-2 | 'Playbook not found.'
  ERR-400-3 | 'Account is required.'
  ERR-400-4 | 'Account not found.'
  ERR-400-5 | 'Project owner invalid.'
  ERR-400-6 | an owner/team/customer e-mail that is not an eligible user
  ERR-400-7 | a failed data-field write inside the create
  ERR-400-8 | Envelope; errors is null; message gives the reason.
  ERR-401-1 | API key present but unknown or deactivated. … {detail}
  ERR-403-1 | Authorization header missing, or its scheme is not Bearer. … {detail}
  ERR-422-1 | Validation failure: bad date shape
  ERR-422-2 | unknown field
  ERR-422-3 | a list over its cap
  ERR-422-4 | Envelope with a populated errors list naming each field.
  ERR-429-1 | 429 (rate) … Too many requests per minute.
  ERR-429-2 | Retry-After is not returned.
  ERR-429-3 | Waiting about 60 seconds then retrying is the advised handling.
  ERR-429-4 | 429 (quota) … Monthly quota reached. detail contains the phrase 'API limit'. … {detail}.
  ERR-429-5 | Retrying never clears it.
  ERR-500-1 | 500 … Server-side failure.
  ERR-500-2 | client: what a client must reckon with after a 500 | The project may still have been created. … Do not retry blindly; re-check existence by name or external_id.
  `,
] as const
