import { type Became, inTime, type OnPress, explained, openFilled } from '../../answers/answer.ts'
import { ApiProblem } from '../../../contract/problem.ts'
import { staleButton } from '../../answers/messages/try-again.ts'
import { knownProject } from '../../store/known-projects.ts'
import type { Actor } from '../../audience/actor.ts'
import type { BotDeps } from '../../deps/deps.ts'
import { type FieldInView, fieldsInView } from '../../tracker/field-values.ts'
import { valueText, fieldTexts, writeFields, tried } from './data-fields.ts'
import type { ModalView } from '@slack/types'
import { errorsWhere } from '../../kit/form-elements.ts'
import { line, message } from '../../kit/message.ts'
import {
  shownInInput,
  fieldsDialog,
  fieldsNotice,
  fieldsNotSaved,
  fieldsSaved,
  fieldsUnconfirmed,
} from './messages/fields.ts'
import { fieldIn } from './messages/project-form.ts'

const dialogOf = async (deps: BotDeps, projectUuid: string): Promise<ModalView> => {
  const project = await knownProject(deps.database.sql, projectUuid)
  if (!project) return fieldsNotice(staleButton())
  const { fields } = await fieldsInView(deps, projectUuid)
  const writable = fields
    .filter(({ valueUuid }) => valueUuid !== undefined)
    .map(({ field, value }) => ({ ...field, shown: shownInInput(field, value) }))
  return fieldsDialog({ projectUuid, projectName: project.name, fields: writable })
}

/** *Edit*, below a project's data fields. */
export const openFieldsDialog: OnPress = async (deps, actor, { value: projectUuid, triggerId }) => {
  await openFilled(deps, actor, triggerId, {
    waiting: fieldsNotice(message(line('Asking the tracker…'))),
    fill: () => dialogOf(deps, projectUuid),
    notice: fieldsNotice,
  })
  return undefined
}

interface Submitted {
  viewId: string
  project: string
  /** The texts of the fields' inputs, by block. Those that were emptied are ''. */
  texts: ReadonlyMap<string, string>
}

type Written = FieldInView & { valueUuid: string; block: string; text: string }

const changedIn = (fields: readonly FieldInView[], texts: Submitted['texts']): Written[] =>
  [...texts].flatMap(([block, text]) => {
    const found = fields.find(({ field }) => field.uuid === fieldIn(block)?.uuid)
    if (found?.valueUuid === undefined) return []
    const isSame = text === shownInInput(found.field, found.value).trim()
    return isSame ? [] : [{ ...found, valueUuid: found.valueUuid, block, text }]
  })

/** Tries each in a dry run, then writes all at once. */
const save = async (deps: BotDeps, { project, texts }: Submitted): Promise<Became> => {
  const { fields } = await fieldsInView(deps, project)
  const changes = changedIn(fields, texts)
  const all = await Promise.all(
    changes.map(async (change) => ({
      ...change,
      ...(await tried(deps, change.valueUuid, fieldTexts(change.field, change.text))),
    })),
  )
  const errors = errorsWhere(
    ...all.map(({ failures, block }) => [failures.length > 0, block, failures.join(' ')] as const),
  )
  if (errors) return { errors, view: fieldsNotice(fieldsNotSaved({ failures: Object.values(errors) })) }
  const updates = Object.fromEntries(all.map(({ valueUuid, value }) => [valueUuid, value]))
  const failures = all.length > 0 ? await writeFields(deps, updates, false) : []
  if (failures.length > 0) return { view: fieldsNotice(fieldsNotSaved({ failures })) }
  const said = changes.map(({ field, value }, at) => ({
    fieldName: field.name,
    from: valueText(value),
    to: valueText(all[at]?.value),
  }))
  return { view: fieldsNotice(fieldsSaved({ changes: said })) }
}

/** Errors at the inputs if the tracker answers in time; otherwise the dialog says what came of it. */
export const takeFields = async (deps: BotDeps, actor: Actor, submitted: Submitted) => {
  const saving = save(deps, submitted).catch((error: unknown) => {
    const isUnknown = error instanceof ApiProblem && error.kind === 'unknown'
    return { view: fieldsNotice(isUnknown ? fieldsUnconfirmed() : explained(deps, error, { by: actor })) }
  })
  return inTime(deps, saving, { id: submitted.viewId, waiting: fieldsNotice(message(line('Saving…'))) })
}
