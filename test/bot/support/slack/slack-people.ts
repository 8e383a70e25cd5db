/** `mark` follows every name, so that one sees whose it is. */
export const usersOf = (team: string, bot: string, mark: string): Record<string, object> => ({
  U0DANA: {
    id: 'U0DANA',
    team_id: team,
    is_admin: true,
    profile: { real_name: `Dana Smith${mark}`, email: 'dana@vendor.example' },
  },
  U0LEE: {
    id: 'U0LEE',
    team_id: team,
    profile: { real_name: `Lee Wong${mark}`, email: 'lee@vendor.example' },
  },
  U0GUEST: {
    id: 'U0GUEST',
    team_id: team,
    is_restricted: true,
    is_ultra_restricted: true,
    profile: { real_name: `Gil Guest${mark}`, email: 'gil@agency.example' },
  },
  [bot]: { id: bot, team_id: team, is_bot: true, profile: { real_name: 'Onboarding' } },
  U0CASEY: {
    id: 'U0CASEY',
    team_id: 'T2',
    is_stranger: true,
    profile: { real_name: `Casey Jones${mark}`, email: 'casey@acme.example' },
  },
})

/** With a token like `xoxb-T2`, the same people are of that workspace. */
export const asSeenBy = (authorization: string | undefined, answer: object): object => {
  const team = /xoxb-(T\d+)/.exec(authorization ?? '')?.[1]
  return team === undefined
    ? answer
    : (JSON.parse(JSON.stringify(answer).replaceAll('"T1"', `"${team}"`)) as object)
}
