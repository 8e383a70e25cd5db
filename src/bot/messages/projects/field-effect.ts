import { actions } from '../kit/ids.ts'
import { bold, button, buttons, line, type Message, message, name, namedWhole, note } from '../kit/message.ts'

export interface FieldEffectFacts {
  projectUuid: string
  fieldUuid: string
  projectName: string
  fieldName: string
  /** As it is now, in words; undefined when it is empty or nobody knows. */
  from?: string | undefined
  /** As it would be; undefined when the field is to be emptied. */
  to?: string | undefined
}

/** What *Apply* carries. */
export type FieldToApply = readonly [projectUuid: string, fieldUuid: string, text: string]

/** The dry run went through: what would change. Nothing is written before *Apply*. */
export const fieldEffect = (facts: FieldEffectFacts): Message => {
  const value: FieldToApply = [facts.projectUuid, facts.fieldUuid, facts.to ?? '']
  const apply = button({
    action: actions.applyField,
    text: 'Apply',
    value: JSON.stringify(value),
    style: 'primary',
    label: `Write ${facts.fieldName}`,
  })
  return message(
    line(bold(facts.fieldName), ' of ', name(facts.projectName), ' would change:'),
    line('From: ', facts.from === undefined ? 'empty' : name(facts.from)),
    line('To: ', facts.to === undefined ? 'empty' : name(facts.to)),
    !(namedWhole(facts.from ?? '') && namedWhole(facts.to ?? '')) &&
      note('There is more of it than stands here.'),
    line(
      'Nothing is written yet. The tracker keeps no history of it.',
      apply !== undefined && ' Press Apply to write it.',
    ),
    apply === undefined && line('It is too long to be applied from here: write it in the tracker.'),
    buttons(apply),
  )
}
