export const service = [
  'What the service does',
  `
  WHAT-1 | A vendor organization builds projects from reusable playbooks.
  WHAT-2 | A project belongs to a customer account and has an owner, internal team members and customer contacts.
  WHAT-3 | A project contains modules, tasks and subtasks, comments … and custom data fields.
  WHAT-4 | … notes …
  WHAT-5 | create projects from playbooks
  WHAT-6 | attach references to records in their own systems (external links) and look projects up by that reference
  WHAT-7 | read and write project data fields
  WHAT-8 | post and read comments
  WHAT-9 | subscribe to webhooks that push JSON events to a receiver URL when things happen
  WHAT-10 | client: it says what the interface is not | Native CRM workflow automation exists as a separate no-code feature and is not part of this API.
  WHAT-11 | The interface is JSON over HTTPS.
  WHAT-12 | Identifiers of objects are UUID strings.
  WHAT-13 | The service is addressed at {base_url} (all paths below start with /v1).
  STATE-1 | The values seen for project_state: Active.
  STATE-2 | Tasks and subtasks are described through events (created, updated, completed, deleted; project archived and completed)
  STATE-3 | a task's status is a named string
  STATE-4 | client: it says that the interface has no transition table; ours is in docs/interface-choices.md (CHOICE-28 to CHOICE-30) | Which operation moves a project or task between states is not stated, so no transition table is given.
  `,
] as const

export const authentication = [
  'Authentication',
  `
  AUTH-1 | Every request, other than session creation, carries the header Authorization: Bearer <API_KEY>.
  AUTH-2 | The recipes use the organization API key directly as the bearer credential.
  AUTH-3 | The organization API key is retrieved by a Vendor Admin from the settings page of the web application.
  AUTH-4 | POST /v1/auth with {token: <API_KEY>} returns a session id
  AUTH-5 | that is valid for 5 minutes
  AUTH-6 | and is used as the bearer value
  AUTH-7 | A request with no Authorization header … gets 403.
  AUTH-8 | … or with a scheme other than Bearer, gets 403.
  AUTH-9 | A key that is unknown … gets 401.
  AUTH-10 | A key that is … deactivated gets 401.
  AUTH-11 | Both carry a bare {detail: string} body.
  AUTH-12 | Webhook deliveries are not signed or authenticated.
  AUTH-13 | client: what the receiver does | A receiver must treat a delivery as a notification only, take the object's uuid, and re-fetch the object through the API.
  `,
] as const

export const limits = [
  'Limits',
  `
  LIM-1 | Write rate … 200 writes per minute … Write operations
  LIM-2 | client: how clients pace | Clients pace about 1 request per second and back off on 429.
  LIM-3 | A monthly API quota exists; exceeding it returns the quota 429 … All API calls
  LIM-4 | Page size … Default 50, maximum 200 … Lists (projects, playbooks, datafields)
  LIM-5 | Project name length … 150 characters … POST /v1/projects
  LIM-6 | Team e-mails and customer e-mails … 20 each … (internal_users, customer_users)
  LIM-7 | datafields entries … 100 … POST /v1/projects
  LIM-8 | Session lifetime … 5 minutes … POST /v1/auth session
  LIM-9 | Receiver response time … Well under 10 seconds recommended … Webhook deliveries
  LIM-10 | Name dedup reach … Totals above 200 cannot be checked by name … GET /v1/projects?name=
  `,
] as const

export const versioning = [
  'Versioning',
  `
  VER-1 | The API version is carried in the path prefix /v1.
  VER-2 | On 2026-07-31 the API becomes UUID-only. All legacy integer id fields … are removed from responses
  VER-3 | … are removed from … event payloads … and created_by_user_id and vendor_id in comment payloads
  VER-4 | client: what clients rely on | Clients build only on the uuid fields.
  VER-5 | On the same date the project event field project_uuid is renamed uuid.
  VER-6 | Date formats differ by place: project creation takes MM/DD/YYYY strings
  VER-7 | client: no operation of the interface has a filter by date | list filters elsewhere take YYYY-MM-DD
  VER-8 | list responses show YYYY-MM-DD
  VER-9 | event payload timestamps are ISO 8601
  VER-10 | Playbooks are versioned. The list returns all non-archived versions
  VER-11 | and project creation accepts any of their UUIDs
  VER-12 | Idempotency keys for project creation are not yet available and are planned.
  VER-13 | A legacy session-based authentication flow and legacy admin webhook endpoints coexist with the current ones.
  `,
] as const
