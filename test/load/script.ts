import { createRandom } from '../chaos/random.ts'
import type { Arrivals } from '../simulate/cell.ts'

/** What somebody does, `at` ms after the start. `n`: its number in the run. */
export interface Deed {
  readonly at: number
  readonly installation: number
  readonly what: 'comment' | 'edit' | 'reply' | 'bulk' | 'command' | 'button'
  readonly project: number
  readonly n: number
}

/** Beside the comments and replies of the model: so many per comment. */
const shares = { edit: 0.1, bulk: 0.02, command: 0.1, button: 0.05 } as const

/** One Monday, in the order of its times. The same seed gives the same deeds. */
export const scriptOf = (seed: number, workspaces: readonly Arrivals[], projects: number): Deed[] => {
  const random = createRandom(seed)
  const deeds: Omit<Deed, 'n'>[] = []
  for (const [installation, { comments, replies }] of workspaces.entries()) {
    for (const { at, project } of comments) {
      deeds.push({ at, installation, what: 'comment', project })
      for (const what of ['edit', 'bulk', 'command', 'button'] as const)
        if (random.next() < shares[what])
          deeds.push({ at: at + random.between(0, 10_000), installation, what, project })
    }
    for (const at of replies)
      deeds.push({ at, installation, what: 'reply', project: random.between(0, projects - 1) })
  }
  return deeds.sort((a, b) => a.at - b.at).map((deed, n) => ({ ...deed, n }))
}
