import type { DeliveryRow } from '../../store/ledger/deliveries.ts'
import type { ChannelSettings } from '../../store/ledger/settings-in.ts'
import type { BotDeps } from '../../deps.ts'
import { isColleague } from '../../slack/standing.ts'
import { briefOf, withShown } from '../ledger/delivery-facts.ts'
import { memberFor } from '../tracker/match-people.ts'
import { everybody, personNamed } from '../tracker/people.ts'

/** The member of our workspace who has the task and is in the channel. Tasks have only the assignee's name. */
const memberNamed = async (deps: BotDeps, channel: string, name: string): Promise<string | undefined> => {
  const user = personNamed(await everybody(deps), name)
  const member = user && user.is_customer !== true ? await memberFor(deps, user) : undefined
  if (!member || member.hasLeft || !isColleague(member.standing)) return undefined
  return (await deps.slack.isIn(channel, member.id)) ? member.id : undefined
}

/** A task's card, with a mention of its assignee if the channel wants one. Optional, so any failure gives none. */
export const withAssignee = async (
  deps: BotDeps,
  { mentionAssignee }: ChannelSettings,
  row: DeliveryRow,
): Promise<DeliveryRow> => {
  const isCard = row.kind === 'task_card' || row.kind === 'task_card_update'
  if (!mentionAssignee || !isCard) return row
  const { assigneeName } = briefOf(row)
  if (assigneeName === undefined) return row
  try {
    const assigneeId = await memberNamed(deps, row.channel, assigneeName)
    return assigneeId === undefined ? row : { ...row, facts: withShown(row, { assigneeId }) }
  } catch (error) {
    deps.log.debug({ reason: (error as Error).message }, 'no mention of an assignee')
    return row
  }
}
