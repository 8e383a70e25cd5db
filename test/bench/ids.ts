/** The tracker's objects and Slack's ids of each workspace. A uuid ends with its installation and its place. */
export const uuidOf = (kind: string, team: number, place: number): string =>
  `${kind.padStart(8, '0')}-0000-4000-8000-${String(team).padStart(6, '0')}${String(place).padStart(6, '0')}`

export const projectOf = (team: number, place: number): string => uuidOf('11111111', team, place)
export const taskOf = (team: number, place: number): string => uuidOf('22222222', team, place)

export const placeIn = (uuid: string) => [Number(uuid.slice(-12, -6)), Number(uuid.slice(-6))] as const

export const teamOf = (installation: number): string => `T00${installation}`
/** A token that was stored by `installOf(teamOf(n))` names its team. */
export const teamIn = (token: string): string => /T\d+/.exec(token)?.[0] ?? teamOf(0)
export const channelOf = (installation: number, channel: number): string => `C${installation}X${channel}`
export const hookSecretOf = (installation: number): string => `hook-secret-of-installation-${installation}`
