import type { ModalView } from '@slack/types'
import { isoDate } from '../../../contract/dates.ts'
import { projectRequest } from '../../store/projects/project-requests.ts'
import { createDialog } from '../../messages/projects/create-dialog.ts'
import { createLoading, createNotice } from '../../messages/projects/create-notice.ts'
import type { ProjectForm, ProjectProblem } from '../../messages/projects/project-form.ts'
import { staleButton } from '../../messages/answers/press-again.ts'
import type { BotDeps } from '../../deps.ts'
import type { Answer } from '../answers/answer.ts'
import { answerOrExplain } from '../answers/answer-or-explain.ts'
import { SlackProblem } from '../../slack/problem.ts'
import { liveFields } from '../tracker/field-values.ts'
import { keptProblems } from './project-problems.ts'
import { choiceOf, peopleOf } from '../tracker/people.ts'
import { trackerUserAmong } from '../tracker/who-is-who.ts'

interface Asked {
  user: string
  channel: string | undefined
  triggerId: string
}

/** A form that was filled in before, and what the tracker said of it. */
interface Given {
  form: Partial<ProjectForm>
  problems?: readonly ProjectProblem[]
  /** The request that it was kept for. */
  from?: number
}

/** Today where the person is: in Auckland it is tomorrow already. */
const todayFor = (deps: Pick<BotDeps, 'now'>, timeZone: string | undefined): string => {
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone: timeZone ?? 'UTC' }).format(deps.now())
  } catch {
    return isoDate(deps.now())
  }
}

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
  const start = { startDate: todayFor(deps, timeZone) }
  return createDialog({ form: { ...start, channel, ...form, owner }, fields, problems, from })
}

/** A view that the person closed meanwhile is not there to be updated, and they are not waiting for it. */
const updateIfOpen = async (deps: BotDeps, viewId: string, view: ModalView): Promise<void> => {
  try {
    await deps.slack.updateView(viewId, view)
  } catch (error) {
    if (!(error instanceof SlackProblem) || error.code !== 'not_found') throw error
  }
}

/**
 * *New project*. A trigger is good for three seconds and the tracker may take twenty: a dialog that says so opens
 * at once, and the form takes its place when the look-ups came.
 */
export const openCreateDialog = async (
  deps: BotDeps,
  asked: Asked,
  given: Given = { form: {} },
): Promise<undefined> => {
  const { viewId } = await deps.slack.openView(asked.triggerId, createLoading())
  let view: ModalView | undefined
  const trouble = await answerOrExplain(deps, undefined, async () => {
    view = await filled(deps, asked, given)
    return undefined
  })
  if (trouble && 'message' in trouble) view = createNotice(trouble.message)
  if (view) await updateIfOpen(deps, viewId, view)
  return undefined
}

/** *Open again*: the form as it was filled in, with what was wrong. */
export const openCreateAgain = async (
  deps: BotDeps,
  press: { value: string; user: string; channel: string; triggerId: string },
): Promise<Answer | undefined> => {
  const row = await projectRequest(deps.database.sql, Number(press.value))
  if (!row || row.user_id !== press.user) return { message: staleButton() }
  const form = JSON.parse(row.form) as ProjectForm
  return openCreateDialog(deps, press, { form, problems: keptProblems(row.error), from: row.id })
}
