import { bot, team } from '../workspace/seed.ts'
import type { Json, Person } from '../workspace/types.ts'

/** The fields of every interaction payload about the person and the app. */
export const acting = (person: Person): Json => ({
  user: { id: person.id, username: person.name, name: person.name, team_id: person.team_id },
  api_app_id: bot.appId,
  token: 'playground',
  team: { id: team.id, domain: team.domain },
  enterprise: null,
  is_enterprise_install: false,
})
