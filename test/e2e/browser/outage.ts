import type { World } from '../../support/world.ts'

const put = async (world: World, path: string, body: object) => {
  const answer = await fetch(`${world.playground}/playground/api/${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, ...((await answer.json()) as object) }
}

/** Sets the playground's switch for the tracker. Returns the answer. */
export const setTracker = (world: World, tracker: string) => put(world, 'tracker-outage', { tracker })
export const setSlack = (world: World, slack: string) => put(world, 'outage', { slack })
