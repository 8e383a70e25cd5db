import type { Deps } from '../deps.ts'
import { hashOf } from '../../contract/text/hash-of.ts'
import { searchable } from '../store/rows.ts'
import type { playbook } from './playbooks.ts'
import { writeOrganization } from '../store/people/organizations.ts'
import { type dataFields, type person, uuidOf } from './organization.ts'

type Named<T> = Readonly<Record<string, T>>
type Person = ReturnType<typeof person>
type Playbook = ReturnType<typeof playbook>

/** An organization that is ready to be tried. */
export interface DemoOrganization {
  readonly organization: { readonly uuid: string; readonly name: string }
  readonly accounts: Named<{ readonly uuid: string; readonly name: string }>
  readonly people: Named<Person> & Readonly<Record<'api', Person>>
  readonly playbooks: Named<Playbook>
  readonly dataFields: readonly (typeof dataFields)[number][]
}

const day = 86_400_000

const rows = (demo: DemoOrganization, org: string, now: number) => ({
  organization: demo.organization,
  accounts: Object.values(demo.accounts).map((account) => ({ ...account, org })),
  people: Object.values(demo.people).map((person) => ({ ...person, org, is_active: 1 as const })),
  playbooks: oldestFirst(demo).map(({ duration, content, archived, age, ...facts }) => ({
    ...facts,
    org,
    name_search: searchable(facts.name),
    is_archived: archived ? (1 as const) : (0 as const),
    duration_days: duration,
    content: JSON.stringify(content),
    created_at: now - age * day,
  })),
  dataFields: demo.dataFields.map((field) => ({ is_archived: 0 as const, ...field, org })),
})

const oldestFirst = ({ playbooks }: DemoOrganization) =>
  Object.values(playbooks).sort((a, b) => b.age - a.age)

/** Writes a demo organization once. The key and the integration are written at each start, in case they changed. */
export const seedOrganization = (
  deps: Deps,
  demo: DemoOrganization,
  { apiKey, integrationUuid }: { apiKey: string; integrationUuid: string },
): Promise<boolean> => {
  const org = demo.organization.uuid
  return deps.database.transaction((tx) =>
    writeOrganization(tx.sql, {
      ...rows(demo, org, deps.now()),
      key: {
        uuid: uuidOf('key', hashOf(apiKey)),
        org,
        hash: hashOf(apiKey),
        label: 'Demo key',
        person_uuid: demo.people.api.uuid,
        created_at: deps.now(),
      },
      integration: { uuid: integrationUuid.toLowerCase(), org, name: 'CRM' },
    }),
  )
}
