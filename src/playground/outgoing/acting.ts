import { app, type Team } from '../workspace/teams.ts'
import type { Json, Person } from '../workspace/types.ts'

/** The fields of every interaction payload about the person and the app. `team`: where the app is installed. */
export const acting = (person: Person, team: Team): Json => ({
  user: { id: person.id, username: person.name, name: person.name, team_id: person.team_id },
  api_app_id: app.id,
  token: 'playground',
  team: { id: team.id, domain: team.domain },
  enterprise: null,
  is_enterprise_install: false,
})
