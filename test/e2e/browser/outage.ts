import type { World } from '../../support/world.ts'

/** Turns the playground's switch for the tracker; what it says. */
export const setTracker = async (world: World, tracker: string) => {
  const answer = await fetch(`${world.playground}/playground/api/tracker-outage`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tracker }),
  })
  return { status: answer.status, ...((await answer.json()) as object) }
}
