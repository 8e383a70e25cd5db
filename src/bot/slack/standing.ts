/** `stranger`: of another organization. `unknown`: Slack did not say; gives no rights. */
export type Standing = 'admin' | 'member' | 'guest' | 'stranger' | 'unknown'

/** A full member of our workspace: not a guest. What an actor may do, `may` decides. */
export const isColleague = (standing: Standing): boolean => standing === 'admin' || standing === 'member'
