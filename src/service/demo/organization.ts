import { createHash } from 'node:crypto'

/** The same words always make the same uuid, so that tests and the README can name it. */
export const uuidOf = (...words: readonly string[]): string => {
  const hex = createHash('sha256')
    .update(['demo', ...words].join('/'))
    .digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `5${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}

/** Known to everybody: production refuses it, and ends it where a trial left it. */
export const demoApiKey = 'demo-api-key'

export const organization = { uuid: uuidOf('organization'), name: 'Northwind' } as const

export const demoProject = {
  uuid: uuidOf('project', '1'),
  name: 'Acme Corp – Standard Onboarding',
} as const

export const accounts = {
  acme: { uuid: uuidOf('account', 'acme'), name: 'Acme Corp' },
  globex: { uuid: uuidOf('account', 'globex'), name: 'Globex' },
  initech: { uuid: uuidOf('account', 'initech'), name: 'Initech' },
} as const

export const person = (
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

export const field = (
  object_type: 'PROJECT' | 'TASK',
  name: string,
  kind: 'text' | 'number' | 'date' | 'choice',
  choices: readonly string[] = [],
) => ({ uuid: uuidOf('data field', name), object_type, name, kind, choices: JSON.stringify(choices) })

export const dataFields = [
  field('PROJECT', 'Contract value (USD)', 'number'),
  field('PROJECT', 'Region', 'choice', ['North America', 'EMEA', 'APAC']),
  field('PROJECT', 'Target go-live', 'date'),
  field('PROJECT', 'Main contact phone', 'text'),
  { ...field('PROJECT', 'Legacy CRM id', 'text'), is_archived: 1 as const },
  field('TASK', 'Effort (hours)', 'number'),
]
