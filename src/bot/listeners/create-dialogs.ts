import type { App } from '@slack/bolt'
import { z } from 'zod'
import type { Background } from '../background.ts'
import type { BotDeps } from '../deps.ts'
import { callbacks } from '../messages/ids.ts'
import { checkProject } from '../use-cases/check-project.ts'
import { formProblems } from '../use-cases/project-input.ts'
import { readValue } from '../use-cases/stale-value.ts'
import { submitProject } from '../use-cases/submit-project.ts'
import { readProjectForm } from './read-project-form.ts'

const preview = z.object({ request: z.int() })

/** The *New project* dialog and its preview. */
export const addCreateDialogListeners = (app: App, deps: BotDeps, background: Background): void => {
  app.view(callbacks.createDialog, async ({ ack, view, body }) => {
    const form = readProjectForm(view.state.values)
    const errors = formProblems(form)
    if (Object.keys(errors).length > 0) return ack({ response_action: 'errors', errors })
    const { shown, later } = await checkProject(deps, { viewId: view.id, user: body.user.id, form })
    await ack({ response_action: 'push', view: shown })
    if (later) background.run(later)
  })
  app.view(callbacks.createPreview, async ({ ack, view, body }) => {
    const { request } = readValue(preview, view.private_metadata)
    await submitProject(deps, request, body.user.id)
    await ack({ response_action: 'clear' })
  })
}
