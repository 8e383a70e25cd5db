import type { ListPage } from '../messages/ids.ts'
import type { BotDeps } from '../deps.ts'
import type { Answer } from './answer.ts'
import { listSubscriptions } from './list-subscriptions.ts'
import { showFields } from './show-fields.ts'
import { lookUpPlaybooks } from './look-up-playbooks.ts'
import { lookUpProjects } from './look-up-projects.ts'

/** *More* under a list: the next page. */
export const listMore = (deps: BotDeps, channel: string, value: string): Promise<Answer> => {
  const page = JSON.parse(value) as ListPage
  switch (page.list) {
    case 'projects':
      return lookUpProjects(deps, channel, page.query, page.offset)
    case 'playbooks':
      return lookUpPlaybooks(deps, page.query, page.offset)
    case 'fields':
      return showFields(deps, channel, { by: 'uuid', uuid: page.query ?? '' }, page.offset)
    case 'subscriptions':
      return listSubscriptions(deps, channel, page.offset)
  }
}
