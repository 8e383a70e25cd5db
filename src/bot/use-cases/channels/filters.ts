import {
  channelFilters,
  type ChannelFilters,
  type FilterList,
  putChannelFilters,
} from '../../store/channels/channel-filters.ts'
import { isEventWord, resolveEvents } from '../../commands/events.ts'
import { filterInputs, filtersDialog } from '../../messages/channels/filters-dialog.ts'
import { filtersSaved } from '../../messages/channels/settings-saved.ts'
import { notInChannel } from '../../messages/channels/not-in-channel.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer } from '../answers/answer.ts'
import { mayNotManage } from '../../access/may-not-manage.ts'
import { sayInChannel } from '../answers/say-in-channel.ts'

export type { ChannelFilters, FilterList }

export interface FiltersPress {
  /** Whose filters. */
  of: string
  user: string
  /** Where it was asked. */
  channel: string
  triggerId: string
  /** Asked in a dialog: this one comes on top of it. */
  onTop?: boolean
}

/** `/onboard settings filters`, and *Filters…*: the dialog, with what holds in this channel now. */
export const openFilters = async (deps: BotDeps, press: FiltersPress): Promise<Answer | undefined> => {
  const refused = await mayNotManage(deps, press.user, press.of, press.channel)
  if (refused) return refused
  const place = await deps.slack.channel(press.of)
  if (!place.member) return { message: notInChannel() }
  const filters = await channelFilters(deps.database.sql, press.of)
  const view = filtersDialog({
    ...filters,
    channel: press.of,
    channelName: place.name,
    shared: place.shared,
  })
  if (press.onTop === true) await deps.slack.pushView(press.triggerId, view)
  else await deps.slack.openView(press.triggerId, view)
  return undefined
}

const lower = (text: string) => text.trim().toLowerCase()

/** Whether all that a list lets through is excluded again. */
const nothingLeft = (included: readonly string[], excluded: readonly string[]): boolean => {
  const never = new Set(excluded.map(lower))
  return included.length > 0 && included.every((one) => never.has(lower(one)))
}

const events = (words: readonly string[]): readonly string[] => (words.length > 0 ? resolveEvents(words) : [])
const uuids = ({ people }: FilterList) => people.map(({ uuid }) => uuid)

/** Errors by block id: lists that would let nothing through. */
export const filterProblems = ({ include, exclude }: ChannelFilters): Record<string, string> => {
  const ids = filterInputs.exclude
  const says = 'All that is included above is left out here: nothing would arrive.'
  return {
    ...(nothingLeft(events(include.events), events(exclude.events)) && { [ids.events]: says }),
    ...(nothingLeft(include.modules, exclude.modules) && { [ids.modules]: says }),
    ...(nothingLeft(include.assignees, exclude.assignees) && { [ids.assignees]: says }),
    ...(nothingLeft(uuids(include), uuids(exclude)) && { [ids.people]: says }),
  }
}

const known = (list: FilterList): FilterList => ({ ...list, events: list.events.filter(isEventWord) })

/** Kept before the dialog closes, and said in the channel once, however often it is submitted. */
export const saveFilters = async (
  deps: BotDeps,
  { channel, user, viewId }: { channel: string; user: string; viewId: string },
  given: ChannelFilters,
): Promise<void> => {
  const filters = { ...given, include: known(given.include), exclude: known(given.exclude) }
  const said = filtersSaved({ ...filters, by: user })
  await deps.database.transaction(async (tx) => {
    await putChannelFilters(tx, channel, filters, { user, at: deps.now() })
    await sayInChannel(deps, tx, channel, `filters-${viewId}`, said)
  })
}
