import type { App } from '@slack/bolt'
import type { BotDeps } from '../deps.ts'
import { filterInputs } from '../messages/channels/filters-dialog.ts'
import { callbacks } from '../messages/kit/ids.ts'
import {
  type ChannelFilters,
  type FilterList,
  filterProblems,
  saveFilters,
} from '../use-cases/channels/filters.ts'

interface Chosen {
  value: string
  text: { text: string }
}
interface Value {
  selected_option?: { value: string } | null
  selected_options?: Chosen[] | null
}
type Values = Record<string, Record<string, Value>>

const readPerson = ({ value, text }: Chosen) => {
  const [uuid = '', email = ''] = value.split('|')
  return { uuid, email: email === '' ? undefined : email, name: text.text }
}

const readFilters = (values: Values): ChannelFilters => {
  const chosen = (id: string) => values[id]?.[id]?.selected_options ?? []
  const words = (id: string) => chosen(id).map(({ value }) => value)
  const list = (side: 'include' | 'exclude'): FilterList => {
    const ids = filterInputs[side]
    const people = chosen(ids.people).map(readPerson)
    return {
      events: words(ids.events),
      modules: words(ids.modules),
      assignees: words(ids.assignees),
      people,
    }
  }
  const tasks = values[filterInputs.tasks]?.[filterInputs.tasks]?.selected_option?.value
  return {
    include: list('include'),
    exclude: list('exclude'),
    tasks: tasks === 'visible' || tasks === 'internal' ? tasks : 'all',
  }
}

/** The dialog of a channel's filters. */
export const addFiltersDialogListener = (app: App, deps: BotDeps): void => {
  app.view(callbacks.filtersDialog, async ({ ack, view, body }) => {
    const filters = readFilters(view.state.values)
    const errors = filterProblems(filters)
    if (Object.keys(errors).length > 0) return ack({ response_action: 'errors', errors })
    const where = { channel: view.private_metadata, user: body.user.id, viewId: view.id }
    await saveFilters(deps, where, filters)
    await ack()
  })
}
