import type { ModuleTemplate, PlaybookContent } from '../store/playbooks/playbooks.ts'
import * as modules from './modules.ts'
import { uuidOf } from './organization.ts'

interface Version {
  readonly name?: string
  readonly version?: number
  readonly state?: 'draft' | 'published' | 'superseded'
  readonly description: string
  readonly duration: number
  readonly archived?: boolean
  /** In days. */
  readonly age: number
}

export const playbook = (key: string, parts: ModuleTemplate[], version: Version) => {
  const content: PlaybookContent = { roles: Object.values(modules.roles), modules: parts }
  const uuid = uuidOf('playbook', key)
  const plain = { name: 'Standard Onboarding', version: 1, state: 'published', archived: false } as const
  return { ...plain, ...version, uuid, content }
}

const standard = 'From the signed contract to the first working day'
const { kickoff, migration, integrations, training, goLive, securityReview, firstReview } = modules
const oldest = [kickoff, migration, training]
const current = [kickoff, migration, integrations, training, goLive]

export const playbooks = {
  superseded: playbook('standard-1', oldest, {
    state: 'superseded',
    description: `${standard}.`,
    duration: 42,
    age: 400,
  }),
  // Left, because the next version took its place.
  draft: playbook('standard-2', [...current, firstReview], {
    version: 2,
    state: 'draft',
    description: `${standard}, in five weeks. With a review after thirty days.`,
    duration: 70,
    age: 150,
  }),
  published: playbook('standard-3', current, {
    version: 3,
    description: `${standard}, in five weeks.`,
    duration: 35,
    age: 120,
  }),
  enterprise: playbook('enterprise-1', [kickoff, securityReview, ...current.slice(1)], {
    name: 'Enterprise Rollout',
    description: 'Several teams, a security review, and a go-live in stages.',
    duration: 90,
    age: 200,
  }),
  archived: playbook('legacy-1', oldest, {
    name: 'Legacy Import',
    description: 'No longer used.',
    duration: 20,
    archived: true,
    age: 900,
  }),
}
