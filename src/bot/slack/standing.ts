/**
 * What a person is in this workspace. `stranger`: of another organization.
 * `unknown`: Slack did not say, which gives no rights.
 */
export type Standing = 'admin' | 'member' | 'guest' | 'stranger' | 'unknown'

/** Of our own team, and not invited into single channels. */
export const isColleague = (standing: Standing): boolean => standing === 'admin' || standing === 'member'
