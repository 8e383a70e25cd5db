import type { EventName } from '../../../contract/event.ts'
import type { ChannelFilters, FilterList, FilterPerson } from '../../store/channels/channel-filters.ts'
import { resolveEvents } from '../../commands/parse/events.ts'
import type { ActingPerson, Subject } from './subject.ts'

const same = (one: string, other: string | undefined): boolean =>
  other !== undefined && one.trim().toLowerCase() === other.trim().toLowerCase()

const named = (names: readonly string[], name: string | undefined) => names.some((one) => same(one, name))

/** Compares the most reliable fact that both sides have: uuid, email address, then name. */
const isPerson = ({ uuid, email, name }: FilterPerson, actor: ActingPerson): boolean => {
  if (actor.uuid !== undefined) return same(uuid, actor.uuid)
  if (actor.email !== undefined && email !== undefined) return same(email, actor.email)
  return same(name, actor.name)
}

const acted = (people: readonly FilterPerson[], actor: ActingPerson | undefined) =>
  actor !== undefined && people.some((person) => isPerson(person, actor))

const wordsOf = (event: string) => event.replaceAll('_', ' ')
const quoted = (name: string | undefined) => (name ? `“${name}”` : 'unknown or none')

interface Look {
  is: string
  on: (list: FilterList) => boolean
  has: (list: FilterList) => boolean
}

/** One check for each kind of list that applies to this subject. */
const looks = (event: EventName, { about, module, assignee, actor }: Subject): Look[] => [
  {
    is: `the event ${wordsOf(event)}`,
    on: ({ events }) => events.length > 0,
    has: ({ events }) => events.length > 0 && resolveEvents(events).includes(event),
  },
  ...(about === 'project'
    ? []
    : [
        {
          is: `the module ${quoted(module)}`,
          on: ({ modules }: FilterList) => modules.length > 0,
          has: ({ modules }: FilterList) => named(modules, module),
        },
      ]),
  ...(about === 'task'
    ? [
        {
          is: `the assignee ${quoted(assignee)}`,
          on: ({ assignees }: FilterList) => assignees.length > 0,
          has: ({ assignees }: FilterList) => named(assignees, assignee),
        },
      ]
    : []),
  {
    is: `the acting person ${quoted(actor?.name ?? actor?.email)}`,
    on: ({ people }) => people.length > 0,
    has: ({ people }) => acted(people, actor),
  },
]

/** A task that may be internal passes only if all tasks do. */
const wrongTask = ({ about, internal }: Subject, tasks: ChannelFilters['tasks']): string | undefined => {
  if (about !== 'task' || tasks === 'all' || internal === (tasks === 'internal')) return undefined
  const is = internal === undefined ? 'may be internal' : internal ? 'is internal' : 'is not internal'
  return `the task ${is}`
}

/**
 * Why a channel's filters drop an event, in words. Undefined if they let it pass. Exclude lists always win,
 * and every non-empty include list must match. Unknown values match no list.
 */
export const filterReason = (
  filters: ChannelFilters,
  event: EventName,
  subject: Subject,
): string | undefined => {
  const all = looks(event, subject)
  const excluded = all.find(({ has }) => has(filters.exclude))
  if (excluded) return `${excluded.is} is excluded`
  const wrong = wrongTask(subject, filters.tasks)
  if (wrong !== undefined) return wrong
  const missing = all.find(({ on, has }) => on(filters.include) && !has(filters.include))
  return missing && `${missing.is} is not among those included`
}

/** Whether a channel wants a task at all, for digests: ignores events and people. */
export const wantsTask = (
  filters: ChannelFilters,
  task: { moduleName: string | undefined; assigneeName: string | undefined; isInternal: boolean | undefined },
): boolean => {
  const ofTasks = (list: FilterList): FilterList => ({ ...list, events: [], people: [] })
  const lists = { ...filters, include: ofTasks(filters.include), exclude: ofTasks(filters.exclude) }
  const { moduleName: module, assigneeName: assignee, isInternal: internal } = task
  const subject: Subject = { about: 'task', module, assignee, internal, actor: undefined }
  return filterReason(lists, 'task_updated', subject) === undefined
}
