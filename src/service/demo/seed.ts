import type { Tx } from '../store/database.ts'
import { writeOrganization } from '../store/people/demo.ts'
import { searchable } from '../store/like.ts'
import type { Deps } from '../deps.ts'
import { hashOf } from '../hash-of.ts'
import { accounts, dataFields, organization, people } from './organization.ts'
import { standardContent } from './standard-onboarding.ts'
import { uuidOf } from './uuid-of.ts'

const day = 86_400_000

const playbook = (
  key: string,
  name: string,
  version: number,
  state: 'draft' | 'published' | 'superseded',
  facts: { description: string; duration: number; content: object; archived?: boolean; age: number },
) => ({ uuid: uuidOf('playbook', key), name, version, state, ...facts })

const standard = 'From the signed contract to the first working day, in five weeks.'

export const playbooks = {
  superseded: playbook('standard-1', 'Standard Onboarding', 1, 'superseded', {
    description: 'From the signed contract to the first working day.',
    duration: 42,
    content: standardContent.superseded,
    age: 400,
  }),
  published: playbook('standard-2', 'Standard Onboarding', 2, 'published', {
    description: standard,
    duration: 35,
    content: standardContent.published,
    age: 120,
  }),
  draft: playbook('standard-3', 'Standard Onboarding', 3, 'draft', {
    description: `${standard} With a review after thirty days.`,
    duration: 70,
    content: standardContent.draft,
    age: 10,
  }),
  enterprise: playbook('enterprise-1', 'Enterprise Rollout', 1, 'published', {
    description: 'Several teams, a security review, and a go-live in stages.',
    duration: 90,
    content: standardContent.enterprise,
    age: 200,
  }),
  archived: playbook('legacy-1', 'Legacy Import', 1, 'published', {
    description: 'No longer used.',
    duration: 20,
    content: standardContent.superseded,
    archived: true,
    age: 900,
  }),
} as const

const oldestFirst = Object.values(playbooks).sort((a, b) => b.age - a.age)

const rows = (now: number) => ({
  organization: { ...organization, created_at: now },
  accounts: Object.values(accounts).map((account) => ({
    ...account,
    org: organization.uuid,
    logo_path: null,
  })),
  people: Object.values(people).map((person) => ({
    ...person,
    org: organization.uuid,
    is_active: 1 as const,
  })),
  playbooks: oldestFirst.map(({ duration, content, archived, age, ...facts }) => ({
    ...facts,
    org: organization.uuid,
    name_search: searchable(facts.name),
    is_archived: archived ? (1 as const) : (0 as const),
    duration_days: duration,
    content: JSON.stringify(content),
    created_at: now - age * day,
  })),
  dataFields: dataFields.map(({ name, object_type, kind, choices, archived }) => ({
    uuid: uuidOf('data field', name),
    org: organization.uuid,
    name,
    object_type,
    kind,
    choices: JSON.stringify(choices),
    is_archived: archived ? (1 as const) : (0 as const),
  })),
})

/**
 * The demo organization, once; what people have changed since stays. The key and the integration are those
 * of this start's configuration, so that a changed variable takes effect.
 */
export const seedOrganization = (
  deps: Deps,
  { apiKey, integrationUuid }: { apiKey: string; integrationUuid: string },
): Promise<boolean> =>
  deps.database.transaction((tx: Tx) =>
    writeOrganization(tx.sql, {
      ...rows(deps.now()),
      key: {
        uuid: uuidOf('key', hashOf(apiKey)),
        org: organization.uuid,
        hash: hashOf(apiKey),
        label: 'Demo key',
        person_uuid: people.api.uuid,
        created_at: deps.now(),
        deactivated_at: null,
      },
      integration: { uuid: integrationUuid.toLowerCase(), org: organization.uuid, name: 'CRM' },
    }),
  )
