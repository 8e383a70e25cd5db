import type { Deps } from '../deps.ts'
import { hashOf } from '../hash-of.ts'
import { searchable } from '../store/like.ts'
import { writeOrganization } from '../store/people/organizations.ts'
import { accounts, dataFields, organization, people } from './organization.ts'
import { playbooks } from './playbooks.ts'
import { uuidOf } from './uuid-of.ts'

const day = 86_400_000
const org = organization.uuid
const oldestFirst = Object.values(playbooks).sort((a, b) => b.age - a.age)

const rows = (now: number) => ({
  organization: { ...organization, created_at: now },
  accounts: Object.values(accounts).map((account) => ({ ...account, org })),
  people: Object.values(people).map((person) => ({ ...person, org, is_active: 1 as const })),
  playbooks: oldestFirst.map(({ duration, content, archived, age, ...facts }) => ({
    ...facts,
    org,
    name_search: searchable(facts.name),
    is_archived: archived ? (1 as const) : (0 as const),
    duration_days: duration,
    content: JSON.stringify(content),
    created_at: now - age * day,
  })),
  dataFields: dataFields.map((field) => ({ is_archived: 0 as const, ...field, org })),
})

/** Writes the demo organization once. The key and the integration are written at each start, in case they changed. */
export const seedOrganization = (
  deps: Deps,
  { apiKey, integrationUuid }: { apiKey: string; integrationUuid: string },
): Promise<boolean> =>
  deps.database.transaction((tx) =>
    writeOrganization(tx.sql, {
      ...rows(deps.now()),
      key: {
        uuid: uuidOf('key', hashOf(apiKey)),
        org,
        hash: hashOf(apiKey),
        label: 'Demo key',
        person_uuid: people.api.uuid,
        created_at: deps.now(),
      },
      integration: { uuid: integrationUuid.toLowerCase(), org, name: 'CRM' },
    }),
  )
