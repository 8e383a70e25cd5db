import type { InputBlock, ModalView } from '@slack/types'
import { eventNames, families } from '../../../contract/event.ts'
import { eventWords } from './event-words.ts'
import type { FilterFacts, FilterPersonFacts } from './filter-words.ts'
import { input, radio, searchSeveral, several } from '../kit/form-elements.ts'
import { callbacks } from '../kit/ids.ts'
import { modal } from '../kit/modal.ts'
import { type Choice, options, plain } from '../kit/options.ts'

export const filterInputs = {
  include: {
    events: 'filter_include_events',
    modules: 'filter_include_modules',
    assignees: 'filter_include_assignees',
    people: 'filter_include_people',
  },
  tasks: 'filter_tasks',
  exclude: {
    events: 'filter_exclude_events',
    modules: 'filter_exclude_modules',
    assignees: 'filter_exclude_assignees',
    people: 'filter_exclude_people',
  },
} as const

/** Carries both uuid and email: comments identify people by uuid, events by email address. */
export const personChoice = ({ uuid, email, name }: FilterPersonFacts): Choice => ({
  value: `${uuid}|${email ?? ''}`,
  text: name,
  description: email,
})

interface FiltersDialogFacts extends FilterFacts {
  channel: string
  channelName: string
  /** People of another organization can read the channel, or Slack did not say who can. */
  shared: boolean
}

const eventChoices: readonly Choice[] = [
  ...Object.keys(families).map((family) => ({ value: `${family}s`, text: `All ${family}s` })),
  ...eventNames.map((name) => ({ value: name, text: eventWords([name]) })),
]

const taskChoices: readonly Choice[] = [
  { value: 'all', text: 'All tasks' },
  { value: 'visible', text: 'Only customer-visible tasks' },
  { value: 'internal', text: 'Only internal tasks' },
]

const asChoices = (names: readonly string[]): Choice[] => names.map((name) => ({ value: name, text: name }))

const eventMenu = (events: readonly string[]): InputBlock['element'] => ({
  type: 'multi_static_select',
  placeholder: plain('Choose events', 150),
  options: options(eventChoices),
  ...several(eventChoices.filter(({ value }) => events.includes(value))),
})

const searched = (placeholder: string, given: readonly Choice[]) => searchSeveral(placeholder, given, 20)

const lists = (side: 'include' | 'exclude', facts: FiltersDialogFacts): InputBlock[] => {
  const { events, modules, assignees, people } = facts[side]
  const ids = filterInputs[side]
  const only = side === 'include' ? 'Only' : 'Never'
  const rows: [id: string, label: string, element: InputBlock['element']][] = [
    [ids.events, 'these events', eventMenu(events)],
    [ids.modules, 'tasks of these modules', searched('Type a module’s name', asChoices(modules))],
    [ids.assignees, 'tasks assigned to', searched('Type a name', asChoices(assignees))],
    [ids.people, 'what these people did', searched('Type a name or email address', people.map(personChoice))],
  ]
  return rows.map(([id, label, element]) => input(id, `${only} ${label}`, element, { optional: true }))
}

/** A shared channel never shows internal tasks, so they cannot be the only choice. */
const tasks = ({ tasks: chosen, shared }: FiltersDialogFacts): InputBlock => {
  const choices = taskChoices.filter(({ value }) => !shared || value !== 'internal')
  const hint = shared ? 'Internal tasks never appear here: the channel is shared.' : undefined
  return input(filterInputs.tasks, 'Tasks', radio(choices, chosen), { hint })
}

const says =
  'An empty list says nothing. What a “never” list names is left out in any case. Cards that stand there are kept up to date.'

export const filtersDialog = (facts: FiltersDialogFacts): ModalView =>
  modal(
    { title: 'Channel filters', submit: 'Save', callback: callbacks.filtersDialog, metadata: facts.channel },
    [
      { type: 'section', text: plain(`Of what #${facts.channelName} is subscribed to, it receives:`, 300) },
      ...lists('include', facts),
      tasks(facts),
      { type: 'divider' },
      ...lists('exclude', facts),
      { type: 'context', elements: [plain(says, 500)] },
    ],
  )
