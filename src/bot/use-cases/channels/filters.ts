import {
  type ChannelFilters,
  channelFilters,
  type FilterList,
  putChannelFilters,
} from '../../store/channels/channel-filters.ts'
import { isEventWord, resolveEvents } from '../../commands/parse/events.ts'
import { filterInputs, filtersDialog } from '../../messages/channels/filters-dialog.ts'
import { filtersSaved } from '../../messages/channels/filters-saved.ts'
import type { Actor, Here } from '../../access/actor.ts'
import { maySteer } from '../../access/may.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer, Press, Submission } from '../answers/answer.ts'
import { type Errors, errorsWhere } from '../answers/errors.ts'
import { sayInChannel } from '../answers/tell.ts'
import { showView } from '../answers/views.ts'

export type { ChannelFilters, FilterList }

/** `/onboard settings filters` and *Filters…*, for the channel in `value`. */
export const openFilters = async (
  deps: BotDeps,
  actor: Actor,
  press: Pick<Press, 'value' | 'triggerId' | 'onTop'>,
): Promise<Answer | undefined> => {
  const { value: channel } = press
  const refused = await maySteer(deps, actor, channel)
  if (refused) return refused
  const { name: channelName, shared } = await deps.slack.channel(channel)
  const filters = await channelFilters(deps.database.sql, channel)
  await showView(deps, press, filtersDialog({ ...filters, channel, channelName, shared }))
  return undefined
}

const lower = (text: string) => text.trim().toLowerCase()

/** Whether every included entry is also excluded. */
const nothingLeft = (included: readonly string[], excluded: readonly string[]): boolean => {
  const never = new Set(excluded.map(lower))
  return included.length > 0 && included.every((one) => never.has(lower(one)))
}

const events = (words: readonly string[]): readonly string[] => (words.length > 0 ? resolveEvents(words) : [])
const uuids = ({ people }: FilterList) => people.map(({ uuid }) => uuid)

/** Errors for lists that let nothing through. */
const problemsOf = ({ include, exclude }: ChannelFilters): Errors | undefined => {
  const ids = filterInputs.exclude
  const says = 'This excludes everything included above, so nothing would arrive.'
  return errorsWhere(
    [nothingLeft(events(include.events), events(exclude.events)), ids.events, says],
    [nothingLeft(include.modules, exclude.modules), ids.modules, says],
    [nothingLeft(include.assignees, exclude.assignees), ids.assignees, says],
    [nothingLeft(uuids(include), uuids(exclude)), ids.people, says],
  )
}

const known = (list: FilterList): FilterList => ({ ...list, events: list.events.filter(isEventWord) })

/** Stored before the dialog closes, and announced once. */
export const saveFilters = async (
  deps: BotDeps,
  actor: Here,
  { viewId }: Submission,
  given: ChannelFilters,
) => {
  const problems = problemsOf(given)
  if (problems) return problems
  const { user, place } = actor
  const { channel } = place
  const filters = { ...given, include: known(given.include), exclude: known(given.exclude) }
  await deps.database.transaction(async (tx) => {
    await putChannelFilters(tx, channel, filters, { user, at: deps.now() })
    await sayInChannel(deps, tx, channel, `filters-${viewId}`, filtersSaved({ ...filters, by: user }))
  })
  return undefined
}
