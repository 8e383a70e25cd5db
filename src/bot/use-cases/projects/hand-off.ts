import { handOffDialog, handOffNotice } from '../../messages/projects/hand-off.ts'
import { answerText } from '../../messages/kit/answer-text.ts'
import type { Here } from '../../access/actor.ts'
import { linkFor, mayShow } from '../../access/audience.ts'
import { staleButton } from '../../messages/answers/press-again.ts'
import type { BotDeps } from '../../deps.ts'
import type { OnPress } from '../answers/answer.ts'
import { explained } from '../answers/answer-or-explain.ts'
import { updateView } from '../answers/views.ts'
import { answersIn, openTasks } from '../events/project-outcome.ts'
import { fieldsInView } from '../tracker/field-values.ts'
import { type ProjectInView, projectInView } from '../tracker/project-in-view.ts'

/** Internal tasks stay out where the channel is shared: the text is made to be pasted there. */
const factsOf = async (deps: BotDeps, { place }: Here, view: ProjectInView) => {
  const { item, uuid, accountName } = view
  const [open, answers, { fields }] = await Promise.all([
    openTasks(deps, uuid),
    answersIn(deps, uuid, place.channel),
    fieldsInView(deps, uuid),
  ])
  return {
    name: item.name,
    accountName,
    ownerName: item.project_owner?.full_name,
    startDate: item.start_date ?? undefined,
    dueDate: item.due_date ?? undefined,
    completedDate: item.completed_date ?? undefined,
    url: linkFor(place, view),
    open: open
      .filter(({ isInternal }) => mayShow(place, isInternal))
      .map(({ name, assigneeName: assignee }) => ({ name, assignee })),
    answers,
    fields: fields.flatMap(({ field, value }) =>
      value === undefined || value === null || value === ''
        ? []
        : [{ name: field.name, value: answerText(value) }],
    ),
  }
}

/** *Hand-off summary*: opens at once, because a trigger expires sooner than the tracker may answer. */
export const openHandOff: OnPress<Here> = async (deps, actor, press) => {
  const view = (words: string) => handOffNotice(words, `hand-off-${press.triggerId}`)
  if (press.value === '') return { message: staleButton() }
  const { viewId } = await deps.slack.openView(press.triggerId, view('Asking the tracker…'))
  try {
    const project = await projectInView(deps, press.value, {})
    const shown = project
      ? handOffDialog(await factsOf(deps, actor, project))
      : view('The tracker has no such project anymore.')
    await updateView(deps, viewId, shown)
  } catch (error) {
    await updateView(deps, viewId, view(explained(deps, error, { by: actor }).text))
  }
  return undefined
}
