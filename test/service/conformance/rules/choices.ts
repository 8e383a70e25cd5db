import { table } from './rule.ts'

/** The first words of lines of docs/interface-choices.md: facts that the interface does not show, and we chose. */
export const choices = table(
  'Where the interface is silent (docs/interface-choices.md)',
  `
  CHOICE-1 | POST /v1/auth, reply
  CHOICE-2 | GET /v1/projects, other filters
  CHOICE-3 | order of projects
  CHOICE-4 | order of users, data fields
  CHOICE-5 | substring matches
  CHOICE-6 | project, complete field list
  CHOICE-7 | id of projects, accounts, owners, statuses
  CHOICE-8 | POST external-links, reply
  CHOICE-9 | an unknown integration_uuid
  CHOICE-10 | two links with one external_id
  CHOICE-11 | data field, other fields
  CHOICE-12 | object_type_code
  CHOICE-13 | the data-field value look-up
  CHOICE-14 | which fields have a value
  CHOICE-15 | POST /v1/datafield-values, reply
  CHOICE-16 | what a field takes
  CHOICE-17 | task, other fields
  CHOICE-18 | user record
  CHOICE-19 | GET /v1/events
  CHOICE-20 | POST /v1/webhooks, reply
  CHOICE-21 | an unknown event_code
  CHOICE-22 | POST /v1/admin/webhook/create, reply
  CHOICE-23 | GET /v1/usage
  CHOICE-24 | message length of a comment
  CHOICE-25 | message_rtf
  CHOICE-26 | which customers may be named
  CHOICE-27 | several users for one role
  CHOICE-28 | project_state
  CHOICE-29 | project status
  CHOICE-30 | task and subtask status
  CHOICE-31 | performance
  CHOICE-32 | percentage
  CHOICE-33 | a task's last subtask
  CHOICE-34 | subtasks_must_be_completed_in_order
  CHOICE-35 | require_all_subtasks_answered
  CHOICE-36 | dates of tasks
  CHOICE-37 | texts of 422
  CHOICE-38 | unknown uuid
  CHOICE-39 | a body that is not JSON, or empty
  CHOICE-40 | over 1 MiB, not JSON by its type
  CHOICE-41 | rate 429, body
  CHOICE-42 | 500
  CHOICE-43 | ineligible users
  CHOICE-44 | a value that cannot be written on creation
  CHOICE-45 | which calls count
  CHOICE-46 | a NUL character
  CHOICE-47 | a reply
  CHOICE-48 | a mention
  CHOICE-49 | creation
  CHOICE-50 | progress of a module
  CHOICE-51 | archiving a module
  CHOICE-52 | reopening a project
  CHOICE-53 | times
  CHOICE-54 | data_fields of a project
  CHOICE-55 | next_task_to_complete
  CHOICE-56 | legacy topics, payload
  CHOICE-57 | attempts and backoff
  CHOICE-58 | success
  CHOICE-59 | order between subscribers of one event
  CHOICE-60 | receivers on http, loopback, private addresses
  CHOICE-61 | who moves them
  CHOICE-62 | who may do what
  CHOICE-63 | adding a module
  CHOICE-64 | external links, data-field values
  CHOICE-65 | invitations
  CHOICE-66 | a created project, further fields
  CHOICE-67 | dates and names that are not there yet
  CHOICE-68 | other events of the catalogue
  CHOICE-69 | size of the monthly quota
  CHOICE-70 | read rate per minute
  CHOICE-71 | rate-limit response headers
  CHOICE-72 | which user a key acts as
  CHOICE-73 | unknown path, unknown method
  CHOICE-74 | unknown query fields
  CHOICE-75 | booleans in a query
  CHOICE-76 | a compressed body
  CHOICE-77 | a body that is not UTF-8
  CHOICE-78 | a body or query of more than 25,000 values
  CHOICE-79 | more than 100 wrong fields
  CHOICE-80 | a path that is not properly encoded; headers over 16 KiB
  CHOICE-81 | a receiver's URL over 2,000 bytes
  CHOICE-82 | a start whose playbook would end after 2100
  CHOICE-83 | versions of a playbook
  CHOICE-84 | archiving a published version
  CHOICE-85 | renaming a draft
  CHOICE-86 | a data field made or unarchived after a project
  CHOICE-87 | two live data fields of one name
  CHOICE-88 | people and accounts
  CHOICE-89 | changes of playbooks, data fields, people and accounts
  CHOICE-90 | spaces around a project's name
  CHOICE-91 | page size of users
  CHOICE-92 | how people come to the pages
  CHOICE-93 | too many at once
  CHOICE-94 | how organizations come to be
  CHOICE-95 | calls of the pages
  CHOICE-96 | a mention of an unknown address
  CHOICE-120 | external_link
  CHOICE-122 | a receiver that stays away
  CHOICE-123 | external_id, external_type, external_label, length
  CHOICE-124 | a date before 1970 or after 2100
  CHOICE-125 | data_fields of a task
  CHOICE-126 | project_task_completed, required steps
  CHOICE-127 | notes of a project
  CHOICE-128 | topics of notes, payload
  CHOICE-130 | answers of a form
  CHOICE-131 | spellings of a receiver's URL
  CHOICE-132 | a receiver's 413, 414, 415, 422, or 431
  CHOICE-133 | size of an event
  CHOICE-134 | playbook, duration
  `,
)
