import { z } from 'zod'

/** What Slack leaves out, or sends as null. */
export const maybe = z
  .string()
  .nullish()
  .transform((text) => text ?? undefined)
const one = z.looseObject({ id: z.string() })

/** Somebody who pressed, chose or wrote something; `channel` where it stands in one. */
export const acted = z.looseObject({
  trigger_id: z.string(),
  user: one.extend({ team_id: maybe }),
  team: one.nullish(),
  channel: one.nullish(),
})

export const actorOf = ({ trigger_id: triggerId, user, team }: z.output<typeof acted>) => ({
  triggerId,
  user: user.id,
  team: user.team_id ?? team?.id,
})
