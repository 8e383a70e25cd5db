import { setTimeout as pause } from 'node:timers/promises'
import type { ModalView } from '@slack/types'
import { createNotice } from '../messages/create-dialog.ts'
import { createPreview } from '../messages/create-preview.ts'
import { line, message } from '../messages/message.ts'
import type { ProjectForm } from '../messages/project-form.ts'
import type { BotDeps } from '../deps.ts'
import { answerOrExplain } from './answer-or-explain.ts'
import { SlackProblem } from '../slack/problem.ts'
import { keepForm, previewProject } from './preview-project.ts'
import { within } from './within.ts'

/** Slack waits three seconds for what to show; a preview that is ready sooner is shown without a detour. */
const patienceMs = 1_500

const checking = (externalId: string): ModalView =>
  createNotice(message(line('Asking the tracker what would be created. The preview comes here.')), externalId)

/**
 * The view may not be known under its id yet: the answer that opens it is on its way. Slack then says
 * `not_found`, as it does when the person went back, so it is tried for three seconds and then let be.
 */
const showLater = async (deps: BotDeps, externalId: string, view: ModalView): Promise<void> => {
  for (let attempt = 0; attempt < 15; attempt++) {
    try {
      return await deps.slack.updateView({ externalId }, view)
    } catch (error) {
      if (!(error instanceof SlackProblem) || error.code !== 'not_found') throw error
      await pause(200)
    }
  }
}

/** What to show for a form that was submitted, and what is to be done after that was acknowledged. */
export const checkProject = async (
  deps: BotDeps,
  submitted: { viewId: string; user: string; form: ProjectForm },
): Promise<{ shown: ModalView; later?: () => Promise<void> }> => {
  const externalId = `preview-${deps.newUuid()}`
  const id = await keepForm(deps, submitted.viewId, submitted.user, submitted.form)
  if (id === undefined)
    return {
      shown: createNotice(
        message(line('This project is being created already. Close the dialog.')),
        externalId,
      ),
    }
  const finding = (async (): Promise<ModalView> => {
    let view: ModalView | undefined
    const trouble = await answerOrExplain(deps, undefined, async () => {
      view = createPreview(await previewProject(deps, id, submitted.form), externalId)
      return undefined
    })
    if (trouble && 'message' in trouble) view = createNotice(trouble.message, externalId)
    return view ?? checking(externalId)
  })()
  const ready = await within(patienceMs, finding)
  if (ready) return { shown: ready }
  return {
    shown: checking(externalId),
    later: async () => showLater(deps, externalId, await finding),
  }
}
