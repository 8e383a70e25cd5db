import { uuidOf } from '../../../../src/service/demo/modules.ts'

/** The demo organization, by what no operation of the interface lists. */
export const roles = {
  lead: uuidOf('role', 'implementation lead'),
  engineer: uuidOf('role', 'solutions engineer'),
  customer: uuidOf('role', 'customer lead'),
} as const
export const archivedPlaybook = uuidOf('playbook', 'legacy-1')
export const apiUser = uuidOf('person', 'api@vendor.example')

export const people = {
  dana: 'dana@vendor.example',
  lee: 'lee@vendor.example',
  sam: 'sam@vendor.example',
  casey: 'casey@acme.example',
  robin: 'robin@globex.example',
} as const

export const nowhere = 'f0f0f0f0-0000-4000-8000-000000000000'
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
export const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
export const isoDay = /^\d{4}-\d\d-\d\d$/
