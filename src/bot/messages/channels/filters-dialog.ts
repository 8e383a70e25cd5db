import type { InputBlock, KnownBlock, ModalView } from '@slack/types'
import { eventNames, families } from '../../../contract/event.ts'
import { eventWords } from './event-words.ts'
import type { FilterFacts, FilterPersonFacts } from './filter-words.ts'
import { input, plain, several } from '../kit/form-elements.ts'
import { callbacks } from '../kit/ids.ts'
import { type Choice, options } from '../kit/options.ts'

/** Block and action ids of the dialog's inputs. */
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

/** An acting person as a menu's entry carries them: comments know a person by uuid, events by e-mail address. */
export const personChoice = ({ uuid, email, name }: FilterPersonFacts): Choice => ({
  value: `${uuid}|${email ?? ''}`,
  text: name,
  description: email,
})

export interface FiltersDialogFacts extends FilterFacts {
  channel: string
  channelName: string
  /** People of another organization read the channel, or nobody can tell. */
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

const mostChosen = 20
const asChoices = (names: readonly string[]): Choice[] => names.map((name) => ({ value: name, text: name }))

const typedList = (id: string, label: string, placeholder: string, given: readonly Choice[]): InputBlock =>
  input({
    id,
    label,
    optional: true,
    element: {
      type: 'multi_external_select',
      action_id: id,
      min_query_length: 0,
      max_selected_items: mostChosen,
      placeholder: plain(placeholder, 150),
      ...several(given.slice(0, mostChosen)),
    },
  })

const lists = (side: 'include' | 'exclude', facts: FiltersDialogFacts): InputBlock[] => {
  const { events, modules, assignees, people } = facts[side]
  const ids = filterInputs[side]
  const only = side === 'include' ? 'Only' : 'Never'
  return [
    input({
      id: ids.events,
      label: `${only} these events`,
      optional: true,
      element: {
        type: 'multi_static_select',
        action_id: ids.events,
        placeholder: plain('Choose events', 150),
        options: options(eventChoices),
        ...several(eventChoices.filter(({ value }) => events.includes(value))),
      },
    }),
    typedList(ids.modules, `${only} tasks of these modules`, 'Type a module’s name', asChoices(modules)),
    typedList(ids.assignees, `${only} tasks assigned to`, 'Type a name', asChoices(assignees)),
    typedList(ids.people, `${only} what these people did`, 'Type a name or e-mail', people.map(personChoice)),
  ]
}

/** In a shared channel internal tasks never appear, so they cannot be all that is wanted. */
const tasks = ({ tasks: chosen, shared }: FiltersDialogFacts): InputBlock => {
  const all = options(taskChoices.filter(({ value }) => !shared || value !== 'internal'))
  const first = all.find(({ value }) => value === chosen) ?? all[0]
  return input({
    id: filterInputs.tasks,
    label: 'Tasks',
    hint: shared ? 'Internal tasks never appear here: the channel is shared.' : undefined,
    element: {
      type: 'radio_buttons',
      action_id: filterInputs.tasks,
      options: all,
      ...(first && { initial_option: first }),
    },
  })
}

/** `/onboard settings filters`: what of its subscriptions a channel wants, and what not. */
export const filtersDialog = (facts: FiltersDialogFacts): ModalView => {
  const divider: KnownBlock = { type: 'divider' }
  const says =
    'An empty list says nothing. What a “never” list names is left out in any case. Cards that stand there are kept up to date.'
  return {
    type: 'modal',
    callback_id: callbacks.filtersDialog,
    private_metadata: facts.channel,
    title: plain('Channel filters', 24),
    submit: plain('Save', 24),
    close: plain('Cancel', 24),
    blocks: [
      { type: 'section', text: plain(`Of what #${facts.channelName} is subscribed to, it receives:`, 300) },
      ...lists('include', facts),
      tasks(facts),
      divider,
      ...lists('exclude', facts),
      { type: 'context', elements: [plain(says, 500)] },
    ],
  }
}
