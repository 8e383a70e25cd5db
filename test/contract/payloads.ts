import { readEvent } from '../../src/contract/event.ts'

/** One whole event of each family, as the interface tables them; tests change one field. */
const project = {
  uuid: 'p1',
  name: 'Acme Corp – Standard Onboarding',
  description: '',
  status: 'On track',
  owner_name: 'Dana Smith',
  created_date: '2026-06-01',
  completed_date: '',
  archived_date: '',
  completed_by_name: '',
  archived_by: '',
  completion_progress: '40',
  customer_completion_progress: '25',
  project_duration: '30',
  portal_project_url: 'https://tracker.example.com/portal/p1',
  internal_project_url: 'https://tracker.example.com/projects/p1',
  value: null,
  account: { name: 'Acme Corp' },
  data_fields: [{ uuid: 'v1', name: 'Region', value: 'EMEA' }],
  tags: [],
  external_objects: [],
}

const inProject = { project_uuid: 'p1', project_name: project.name }

const task = {
  uuid: 't1',
  name: 'Kick-off',
  detail: 'Meet',
  status: 'In progress',
  due_date: '2026-06-20',
  created_date: '2026-06-01',
  scheduled_start_date: '2026-06-10',
  started_date: '2026-06-11',
  completed_date: '',
  assignee_name: 'Lee Wong',
  created_by_name: 'Dana Smith',
  modified_by_name: 'Dana Smith',
  completed_by_name: '',
  is_internal: false,
  is_archived: false,
  is_non_sequential: true,
  is_description_shown: true,
  collect_feedback: false,
  require_all_subtasks_answered: false,
  module_uuid: 'm1',
  module_name: 'Start',
  display_order: 1,
  subtasks_answers: [{ key: 'k', name: 'Preferred day', answer: 'Monday' }],
  data_fields: [],
  tags: [],
}

const subtask = {
  uuid: 's1',
  name: 'Preferred day',
  description: '',
  parent_task_uuid: 't1',
  parent_subtask_uuid: null,
  status_name: 'Completed',
  display_order: 1,
  configuration: [],
  assignee_name: 'Casey Jones',
  action_response: 'Monday',
  answered_by_user_name: 'Casey Jones',
  answered_date: '2026-06-15',
}

const comment = {
  uuid: 'c1',
  created_by_uuid: 'u1',
  created_by_name: 'Casey Jones',
  message_plain: 'When do we start?',
  message_rtf: '<p>When do we start?</p>',
  associated_object_uuid: 't1',
  associated_object_type: 'TASK',
  parent_object_uuid: 'p1',
  parent_object_type: 'PROJECT',
  replied_to_comment_uuid: null,
  created_at: '2026-06-15T10:00:00Z',
  edited_at: null,
}

const module = {
  uuid: 'm1',
  name: 'Start',
  customer_portal_name: 'Start',
  is_archived: false,
  created_date: '2026-06-01',
  created_by_user_name: 'Dana Smith',
  modified_by_user_name: 'Dana Smith',
  modified_date: '2026-06-15',
  completion_progress: '100',
}

const invitedUser = {
  uuid: 'u9',
  first_name: 'Robin',
  last_name: 'Hill',
  full_name: 'Robin Hill',
  customer_name: 'Globex',
  vendor_name: 'Vendor',
  is_customer: true,
  email_address: 'robin@globex.example',
  user_role: 'Customer',
}

/** The payloads as they are since 2026-07-31: uuids alone. */
export const payloads = {
  project: { project },
  invitation: { ...inProject, invited_user: invitedUser },
  task: {
    ...inProject,
    parent_module_uuid: 'm1',
    parent_module_name: 'Start',
    project_completed_percentage: '40',
    next_task_to_complete: null,
    portal_project_url: project.portal_project_url,
    internal_project_url: project.internal_project_url,
    task,
  },
  subtask: { ...inProject, parent_task_uuid: 't1', parent_task_name: 'Kick-off', subtask },
  comment: { comment },
  module: { ...inProject, module },
}

const { uuid, ...beforeRename } = project
/** As they were before: `project_uuid` in project events, integer ids beside the uuids. */
export const legacyPayloads = {
  ...payloads,
  project: { project: { ...beforeRename, project_uuid: uuid, id: 17 } },
  task: {
    ...payloads.task,
    project_id: 17,
    task: { ...task, id: 4, module_uuid: null, display_order: null },
  },
  comment: {
    comment: { ...comment, id: 5, created_by_user_id: 3, vendor_id: 1, replied_to_comment_id: null },
  },
}

export type Payload = keyof typeof payloads

export const read = (body: unknown, receivedAt?: number) => {
  const answer = readEvent(body, receivedAt)
  if (!answer.ok) throw new Error(`${answer.reason}: ${answer.detail}`)
  return answer.event
}

export const payloadOf = (name: string): Payload =>
  name === 'project_invitation' ? 'invitation' : (name.split('_')[0] as Payload)

export const delivery = (name: string, payload: unknown) => ({
  event_id: 12,
  event_name: name,
  object_code: 'PROJECT',
  object_name: 'Project',
  timestamp: '2026-06-15T10:00:00.123Z',
  modified: {
    modified_at: '2026-06-15T10:00:00.123Z',
    modified_by: {
      first_name: 'Casey',
      last_name: 'Jones',
      full_name: 'Casey Jones',
      email_address: 'casey@acme.example',
      vendor_name: null,
      is_customer: true,
      is_active: true,
    },
  },
  payload,
})
