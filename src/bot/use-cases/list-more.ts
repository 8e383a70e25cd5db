import { z } from 'zod'
import type { ListPage } from '../messages/kit/ids.ts'
import type { BotDeps } from '../deps.ts'
import type { Answer } from './answers/answer.ts'
import { listSubscriptions } from './channels/list-subscriptions.ts'
import { showFields } from './projects/show-fields.ts'
import { listChannelProjects, lookUpProjects } from './projects/show-projects.ts'
import { lookUpPlaybooks } from './projects/look-up-playbooks.ts'
import { readValue } from './answers/stale-value.ts'

const listPage: z.ZodType<ListPage> = z.object({
  list: z.enum(['projects', 'channel', 'subscriptions', 'playbooks', 'fields']),
  query: z.string().optional(),
  offset: z.int().nonnegative(),
})

/** *More* under a list: the next page. */
export const listMore = async (deps: BotDeps, channel: string, value: string): Promise<Answer> => {
  const page = readValue(listPage, value)
  switch (page.list) {
    case 'projects':
      return lookUpProjects(deps, channel, page.query, page.offset)
    case 'channel':
      return listChannelProjects(deps, channel, page.offset)
    case 'playbooks':
      return lookUpPlaybooks(deps, page.query, page.offset)
    case 'fields':
      return showFields(deps, channel, { by: 'uuid', uuid: page.query ?? '' }, page.offset)
    case 'subscriptions':
      return listSubscriptions(deps, channel, page.offset)
  }
}
