import { command } from '../kit/ids.ts'
import { bold, line, link, type Message, messageOfMost, name, note } from '../kit/message.ts'
import { buttons } from '../kit/buttons.ts'
import { pageEnd } from '../kit/pages.ts'
import { count } from '../kit/words.ts'

interface FieldListFacts {
  projectUuid: string
  projectName: string
  url?: string | undefined
  total: number
  /** How many fields earlier pages showed. */
  offset: number
  /** `value` is undefined if it is empty, or unknown when `valuesKnown` is false. */
  fields: readonly { name: string; value?: string | undefined }[]
  /** False if the tracker cannot look up values. */
  valuesKnown: boolean
}

export const fieldsShown = 25

const page = (facts: FieldListFacts, shown: FieldListFacts['fields']) => {
  const { total, valuesKnown } = facts
  const { seen, showMore } = pageEnd(facts, shown, { list: 'fields', query: facts.projectUuid })
  return [
    line(
      `${count(total, 'data field')} of `,
      link(facts.url, facts.projectName, { bold: true }),
      total === 0 && '. A Vendor Admin adds them in the tracker.',
    ),
    ...shown.map((field) => line(bold(field.name), valuesKnown && [': ', name(field.value ?? 'empty')])),
    !valuesKnown && total > 0 && note('The tracker doesn’t share values, so only names are shown.'),
    valuesKnown && note(`To change one: ${command} set <field> = <value>`),
    seen,
    buttons(showMore),
  ]
}

export const fieldList = (facts: FieldListFacts): Message =>
  messageOfMost(facts.fields, fieldsShown, (shown) => page(facts, shown))
