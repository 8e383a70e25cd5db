import { actions, command, type ListPage } from '../kit/ids.ts'
import { bold, button, buttons, line, link, type Message, messageOfMost, name, note } from '../kit/message.ts'
import { count } from '../kit/words.ts'

export interface FieldListFacts {
  projectUuid: string
  projectName: string
  url?: string | undefined
  /** How many live fields there are altogether. */
  total: number
  /** How many came on earlier pages. */
  offset: number
  /** A field without a value is empty, or, where no values are known, not told. */
  fields: readonly { name: string; value?: string | undefined }[]
  /** False: the tracker offers no look-up of values. */
  valuesKnown: boolean
}

export const fieldsShown = 25

const page = (facts: FieldListFacts, shown: FieldListFacts['fields']) => {
  const next = facts.offset + shown.length
  const more = next < facts.total && shown.length > 0
  const value: ListPage = { list: 'fields', query: facts.projectUuid, offset: next }
  return [
    line(
      `${count(facts.total, 'data field')} of `,
      link(facts.url, facts.projectName, { bold: true }),
      facts.total === 0 && '. A Vendor Admin adds them in the tracker.',
    ),
    ...shown.map((field) =>
      line(bold(field.name), facts.valuesKnown && ': ', facts.valuesKnown && name(field.value ?? 'empty')),
    ),
    !facts.valuesKnown &&
      facts.total > 0 &&
      note('The tracker offers no look-up of values, so only the names are shown.'),
    facts.valuesKnown && note(`To write one: ${command} set <field> = <value>`),
    more && note(`${next} of ${facts.total} shown.`),
    more && buttons(button({ action: actions.listMore, text: 'Show more', value: JSON.stringify(value) })),
  ]
}

/** The answer to `/onboard fields`. */
export const fieldList = (facts: FieldListFacts): Message =>
  messageOfMost(facts.fields, fieldsShown, (shown) => page(facts, shown))
