import { install } from './installing.ts'
import { at, type Received } from './stand-in-bot.ts'
import type { World } from './world.ts'

export const refusal = (error: string) => ({ data: { ok: false, error } })

export const names = (list: unknown) => (list as { name: string }[]).map(({ name }) => name)

export const saying = (text: string) => (one: Received) => at(one.body, 'event.text') === text

/** The app in both workspaces, and in the channel that they share. */
export const both = async (world: World) => {
  const granted = await install(world)
  await world.post('/channels/C0PARTNERS/members', { as: 'nadia', add: 'onboarding' })
  return world.slack(String(granted['access_token']))
}

export const count = ({ bot }: World, text: string) => bot.received.filter(saying(text)).length
