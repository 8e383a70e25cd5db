import type { Timeline } from './timeline.ts'

export interface Violation {
  /** A few words that the tally counts by. */
  readonly kind: string
  readonly what: string
}
export type Blame = (kind: string, what: string) => void

export const violationsIn = ({ add }: Timeline) => {
  const found: Violation[] = []
  const blame: Blame = (kind, what) => {
    found.push({ kind, what })
    add('VIOLATION', `${kind}: ${what}`)
  }
  return { found, blame }
}
