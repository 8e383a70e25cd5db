import { z } from 'zod'
import type { ListPage } from '../messages/ids.ts'
import type { BotDeps } from '../deps.ts'
import type { Answer } from './answer.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { showFields } from './show-fields.ts'
import { listChannelProjects } from './show-project.ts'
import { lookUpPlaybooks } from './look-up-playbooks.ts'
import { lookUpProjects } from './look-up-projects.ts'
import { readValue } from './stale-value.ts'

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
