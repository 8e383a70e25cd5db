import { readFileSync } from 'node:fs'
import { endpoints, errors, projectCreation, resources } from './rules/resources.ts'
import { delivery, events, payloads } from './rules/events.ts'
import { authentication, limits, service, versioning } from './rules/service.ts'
import type { Rule } from './rules/rule.ts'

const page = readFileSync(new URL('../../../docs/interface-choices.md', import.meta.url), 'utf8')
const [ofService = ''] = page.replaceAll('`', '').split('## What the bot')

/** The service's part of the page: facts that the interface does not show, such as `- **order of projects** (3): …`. */
export const choices = ofService
  .split('\n')
  .filter((line) => line.startsWith('- '))
  .map((line): Rule => {
    const [, sentence = line, number = 'without a number'] = /^- \*\*(.+?)\*\* \((\d+)\): /.exec(line) ?? []
    const section = 'Where the interface is silent (docs/interface-choices.md)'
    return { id: `CHOICE-${number}`, section, sentence }
  })

/** Every sentence of the interface about the service's behaviour, in its order, and our choices where it is silent. */
export const rules: readonly Rule[] = [
  ...service,
  ...projectCreation,
  ...resources,
  ...endpoints,
  ...authentication,
  ...events,
  ...payloads,
  ...delivery,
  ...errors,
  ...limits,
  ...versioning,
  ...choices,
]
