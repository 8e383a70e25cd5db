import type { ModalView } from '@slack/types'
import { projectRequest } from '../../store/projects/project-requests.ts'
import { createDialog } from '../../messages/projects/create-dialog.ts'
import { createLoading } from '../../messages/projects/create-notice.ts'
import type { ProjectForm, ProjectProblem } from '../../messages/projects/project-form.ts'
import { staleButton } from '../../messages/answers/press-again.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer, Press } from '../answers/answer.ts'
import { updateView, viewOrNotice } from '../answers/views.ts'
import { dayAt, isTimeZone } from '../answers/wall-clock.ts'
import { liveFields } from '../tracker/field-values.ts'
import { keptProblems } from './project-problems.ts'
import { formOf } from './requests.ts'
import { choiceOf, peopleOf } from '../tracker/people.ts'
import { trackerUserAmong } from '../tracker/who-is-who.ts'

type Asked = Pick<Press, 'user' | 'triggerId'> & { channel: string | undefined }

/** A form that was filled in before, and what the tracker said of it. */
interface Given {
  form: Partial<ProjectForm>
  problems?: readonly ProjectProblem[]
  /** The request that it was kept for. */
  from?: number
}

const blank: Given = { form: {} }

/** The person themself, where the tracker has them: by their e-mail address, or because an admin said so. */
const themself = async (deps: BotDeps, user: string) => {
  const found = await trackerUserAmong(deps, user, await peopleOf(deps, false))
  return found && choiceOf(found)
}

const filled = async (deps: BotDeps, asked: Asked, { form, problems, from }: Given): Promise<ModalView> => {
  const { timeZone } = await deps.slack.person(asked.user)
  const [fields, owner] = await Promise.all([
    liveFields(deps),
    form.owner ?? themself(deps, asked.user).catch(() => undefined),
  ])
  // Only channels can be chosen: in a direct message nothing is.
  const channel = asked.channel?.startsWith('D') ? undefined : asked.channel
  // Where the person is: in Auckland it is tomorrow already.
  const startDate = dayAt(timeZone && isTimeZone(timeZone) ? timeZone : 'UTC', deps.now())
  return createDialog({ form: { startDate, channel, ...form, owner }, fields, problems, from })
}

/**
 * *New project*. A trigger is good for three seconds and the tracker may take twenty: a dialog that says so opens
 * at once, and the form takes its place when the look-ups came.
 */
export const openCreateDialog = async (
  deps: BotDeps,
  asked: Asked,
  given: Given = blank,
): Promise<undefined> => {
  const { viewId } = await deps.slack.openView(asked.triggerId, createLoading())
  await updateView(deps, viewId, await viewOrNotice(deps, () => filled(deps, asked, given)))
  return undefined
}

/** *Open again*: the form as it was filled in, with what was wrong. */
export const openCreateAgain = async (deps: BotDeps, press: Press): Promise<Answer | undefined> => {
  const row = await projectRequest(deps.database.sql, Number(press.value))
  if (!row || row.user_id !== press.user) return { message: staleButton() }
  const given = { form: formOf(deps, row), problems: keptProblems(row.error), from: row.id }
  return openCreateDialog(deps, press, given)
}
