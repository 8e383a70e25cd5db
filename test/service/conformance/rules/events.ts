export const events = [
  'Events',
  `
  EVT-1 | Subscription: POST /v1/webhooks with event_code and hook_url. The service then POSTs a JSON envelope to hook_url whenever the event happens.
  EVT-ENV-1 | event_id … integer … Numeric id of the event type. Not unique per delivery
  EVT-ENV-2 | client: what the receiver does | so do not dedupe on it
  EVT-ENV-3 | event_name … string … The event's type_code, the same value subscribed with.
  EVT-ENV-4 | object_code … string … One of PROJECT, TASK, SUBTASK, MODULE, COMMENT.
  EVT-ENV-5 | object_name … string … Display name of the object.
  EVT-ENV-6 | timestamp … string … ISO 8601 time of the event.
  EVT-ENV-7 | modified … object … {modified_at (ISO 8601)
  EVT-ENV-8 | modified_by: {first_name, last_name, full_name, email_address, vendor_name, is_customer (boolean), is_active (boolean)}
  EVT-ENV-9 | payload … object … Event-specific
  EVT-NAME-1 | project_created
  EVT-NAME-2 | project_updated
  EVT-NAME-3 | project_completed
  EVT-NAME-4 | project_archived
  EVT-NAME-5 | project_invitation … project (invitation differs)
  EVT-NAME-6 | task_created
  EVT-NAME-7 | task_updated
  EVT-NAME-8 | task_completed
  EVT-NAME-9 | task_deleted … task, plus top-level fields
  EVT-NAME-10 | subtask_created
  EVT-NAME-11 | subtask_updated
  EVT-NAME-12 | subtask_completed
  EVT-NAME-13 | subtask_deleted … subtask, plus top-level fields
  EVT-NAME-14 | comment_new
  EVT-NAME-15 | comment_reply
  EVT-NAME-16 | comment_mention
  EVT-NAME-17 | comment_updated
  EVT-NAME-18 | comment_deleted … comment
  EVT-NAME-19 | module_created
  EVT-NAME-20 | module_updated
  EVT-NAME-21 | module_deleted … module, plus top-level fields
  EVT-NAME-22 | client: their names and payloads are not shown | Other events exist in the live catalogue (for example account-note events)
  EVT-NAME-23 | The event task_help_requested is in the catalogue but currently never fires.
  EVT-LEGACY-1 | A legacy catalogue used with the admin webhook endpoints has these topics
  EVT-LEGACY-2 | add_project
  EVT-LEGACY-3 | edit_project
  EVT-LEGACY-4 | update_step (subtask marked complete)
  EVT-LEGACY-5 | add_task_step (subtask added)
  EVT-LEGACY-6 | update_task_state (task state changed by a subtask completing or the task being completed)
  EVT-LEGACY-7 | project_completed
  EVT-LEGACY-8 | project_task_completed (a task and all its required steps are done)
  EVT-LEGACY-9 | add_project_note, edit_project_note, delete_project_note
  `,
] as const

export const payloads = [
  'Event payloads',
  `
  EVT-PROJ-1 | project_uuid … string (will be renamed uuid on 2026-07-31)
  EVT-PROJ-2 | name, description … string
  EVT-PROJ-3 | status … string (the status name)
  EVT-PROJ-4 | owner_name … string
  EVT-PROJ-5 | created_date, completed_date, archived_date … string
  EVT-PROJ-6 | completed_by_name, archived_by … string
  EVT-PROJ-7 | completion_progress, customer_completion_progress … string (percentages as strings)
  EVT-PROJ-8 | project_duration … string
  EVT-PROJ-9 | portal_project_url, internal_project_url … string
  EVT-PROJ-10 | value … number or null
  EVT-PROJ-11 | account … object or null
  EVT-PROJ-12 | data_fields … array of {uuid, name, value}
  EVT-PROJ-13 | tags … array
  EVT-PROJ-14 | external_objects … array (external links on the project)
  EVT-PROJ-15 | For project_invitation the payload is {project_uuid, project_name, invited_user: {uuid, first_name, last_name, full_name, customer_name, vendor_name, is_customer, email_address, user_role}}.
  EVT-TASK-1 | Top-level payload fields: project_uuid, project_name
  EVT-TASK-2 | parent_module_uuid, parent_module_name
  EVT-TASK-3 | project_completed_percentage (string)
  EVT-TASK-4 | next_task_to_complete (object or null)
  EVT-TASK-5 | portal_project_url, internal_project_url
  EVT-TASK-6 | uuid, name, detail, status … string … status is the status name.
  EVT-TASK-7 | due_date, created_date, scheduled_start_date, started_date, completed_date … string
  EVT-TASK-8 | assignee_name, created_by_name, modified_by_name, completed_by_name … string
  EVT-TASK-9 | is_internal, is_archived, is_non_sequential, is_description_shown … boolean
  EVT-TASK-10 | is_non_sequential is the inverse of the REST field subtasks_must_be_completed_in_order.
  EVT-TASK-11 | collect_feedback, require_all_subtasks_answered … boolean … Same names and polarity as on the REST task.
  EVT-TASK-12 | module_uuid, module_name, display_order … string or integer, nullable … Null when placement is unknown.
  EVT-TASK-13 | subtasks_answers … array or null … Items {key, name, answer}: the form answers collected on the task.
  EVT-TASK-14 | Useful on task_completed.
  EVT-TASK-15 | data_fields … array of {uuid, name, value}
  EVT-TASK-16 | tags … array
  EVT-SUB-1 | Payload: {project_uuid, project_name, parent_task_uuid, parent_task_name, subtask}.
  EVT-SUB-2 | uuid, name, description, parent_task_uuid, parent_subtask_uuid, status_name
  EVT-SUB-3 | display_order (integer), configuration (array)
  EVT-SUB-4 | assignee_name
  EVT-SUB-5 | action_response (the value the customer submitted), answered_by_user_name, answered_date
  EVT-COMM-1 | payload.comment has the fields listed under the Comment resource.
  EVT-COMM-2 | comment.uuid is the dedupe key for comment events.
  EVT-COMM-3 | Comparing created_by_uuid with the API user's UUID lets a receiver drop comments posted by its own API calls
  EVT-COMM-4 | because API-posted comments also fire comment_new
  EVT-COMM-5 | Integer fields created_by_user_id and vendor_id are also present and are slated for removal.
  EVT-MOD-1 | Payload: {project_uuid, project_name, module
  EVT-MOD-2 | uuid, name, customer_portal_name, is_archived
  EVT-MOD-3 | created_date, created_by_user_name, modified_by_user_name, modified_date
  EVT-MOD-4 | completion_progress
  `,
] as const

export const delivery = [
  'Delivery rules',
  `
  DELIV-1 | Delivery is at-least-once.
  DELIV-2 | Receivers dedupe on event_name + the object's uuid + timestamp.
  DELIV-3 | Events for an organization are delivered in the order they occurred
  DELIV-4 | one at a time
  DELIV-5 | A slow receiver delays all later deliveries.
  DELIV-6 | A receiver should answer with HTTP 200 well under 10 seconds and do slow work afterwards.
  DELIV-7 | Slow receivers are retried, which appears as duplicates.
  DELIV-8 | Failed deliveries are retried a limited number of times
  DELIV-9 | and then set aside
  DELIV-10 | Some changes emit no public event, so webhooks do not replace a periodic reconciliation pass.
  DELIV-11 | POST /v1/tasks/{task_uuid}/comments fires comment_new.
  DELIV-12 | Creating a project through POST /v1/projects is the operation matching project_created.
  `,
] as const
