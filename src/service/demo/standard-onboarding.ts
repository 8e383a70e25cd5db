import type { ModuleTemplate, PlaybookContent } from '../store/playbooks/content.ts'
import { goLive, integrations, kickoff, migration, roles, training } from './modules.ts'

const content = (modules: readonly ModuleTemplate[]): PlaybookContent => ({
  roles: Object.values(roles),
  modules,
})

export const standardContent = {
  superseded: content([kickoff, migration, training]),
  published: content([kickoff, migration, integrations, training, goLive]),
  draft: content([
    kickoff,
    migration,
    integrations,
    training,
    goLive,
    {
      name: 'First review',
      tasks: [
        {
          name: 'Thirty-day review',
          detail: 'What goes well, what does not, and what comes next.',
          startDay: 60,
          dueDay: 65,
        },
      ],
    },
  ]),
  enterprise: content([
    kickoff,
    {
      name: 'Security review',
      tasks: [
        {
          name: 'Answer the security questionnaire',
          detail: 'Our answers are in the trust center; what is missing there is added here.',
          startDay: 2,
          dueDay: 15,
          role: roles.engineer.uuid,
          inOrder: true,
          subtasks: [{ name: 'Receive it' }, { name: 'Answer it' }, { name: 'Have it accepted' }],
        },
        {
          name: 'Sign the data processing agreement',
          detail: 'Both sides sign; a copy goes to the contract folder.',
          startDay: 2,
          dueDay: 20,
          role: roles.customer.uuid,
        },
        {
          name: 'Brief the on-call team',
          detail: 'Regions, peak hours, escalation path.',
          startDay: 20,
          dueDay: 25,
          isInternal: true,
        },
      ],
    },
    migration,
    integrations,
    training,
    goLive,
  ]),
} as const
