import { readFileSync } from 'node:fs'
import { endpoints, errors, projectCreation, resources } from './rules/resources.ts'
import { delivery, events, payloads } from './rules/events.ts'
import { authentication, limits, service, versioning } from './rules/service.ts'

/** One sentence of the interface that says something about the service's behaviour. */
export interface Rule {
  readonly id: string
  readonly section: string
  /** The interface's own words, shortened with `…`. */
  readonly sentence: string
  /** Why no server can be held to it: it binds whoever calls, or says what the interface is not. */
  readonly client?: string
}

const row = (section: string, line: string): Rule => {
  const [id = '', second = '', third] = line.split(' | ')
  if (third === undefined) return { id, section, sentence: second }
  return { id, section, sentence: third, client: second.replace(/^client: /, '') }
}

/** Reads `ID | sentence` and `ID | client: reason | sentence`, a line a rule. */
const table = ([section, text]: readonly [string, string]): Rule[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => row(section, line))

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
  ...[service, projectCreation, resources, endpoints, authentication].flatMap(table),
  ...[events, payloads, delivery, errors, limits, versioning].flatMap(table),
  ...choices,
]
