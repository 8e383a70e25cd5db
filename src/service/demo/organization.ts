import { uuidOf } from './uuid-of.ts'

export const organization = { uuid: uuidOf('organization'), name: 'Northwind' } as const

export const accounts = {
  acme: { uuid: uuidOf('account', 'acme'), name: 'Acme Corp' },
  globex: { uuid: uuidOf('account', 'globex'), name: 'Globex' },
  initech: { uuid: uuidOf('account', 'initech'), name: 'Initech' },
} as const

const person = (
  first: string,
  last: string,
  email: string,
  role: 'Vendor Admin' | 'Vendor User' | 'API User' | 'Customer',
  account: string | null = null,
) => ({
  uuid: uuidOf('person', email),
  first_name: first,
  last_name: last,
  email,
  role,
  account_uuid: account,
})

export const people = {
  dana: person('Dana', 'Smith', 'dana@vendor.example', 'Vendor Admin'),
  lee: person('Lee', 'Wong', 'lee@vendor.example', 'Vendor User'),
  sam: person('Sam', 'Okafor', 'sam@vendor.example', 'Vendor User'),
  api: person('API', 'User', 'api@vendor.example', 'API User'),
  casey: person('Casey', 'Jones', 'casey@acme.example', 'Customer', accounts.acme.uuid),
  robin: person('Robin', 'Silva', 'robin@globex.example', 'Customer', accounts.globex.uuid),
} as const

export const dataFields = [
  { name: 'Contract value (USD)', object_type: 'PROJECT', kind: 'number', choices: [], archived: false },
  {
    name: 'Region',
    object_type: 'PROJECT',
    kind: 'choice',
    choices: ['North America', 'EMEA', 'APAC'],
    archived: false,
  },
  { name: 'Target go-live', object_type: 'PROJECT', kind: 'date', choices: [], archived: false },
  { name: 'Main contact phone', object_type: 'PROJECT', kind: 'text', choices: [], archived: false },
  { name: 'Legacy CRM id', object_type: 'PROJECT', kind: 'text', choices: [], archived: true },
  { name: 'Effort (hours)', object_type: 'TASK', kind: 'number', choices: [], archived: false },
] as const
