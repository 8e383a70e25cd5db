import type { App } from '@slack/bolt'
import { z } from 'zod'
import type { Background } from '../background.ts'
import type { BotDeps } from '../deps.ts'
import { callbacks } from '../messages/kit/ids.ts'
import { checkProject, type Submitted } from '../use-cases/projects/check-project.ts'
import { openFieldsPage, withFieldsPage } from '../use-cases/projects/fields-page.ts'
import { formProblems } from '../use-cases/projects/project-input.ts'
import type { Shown } from '../use-cases/answers/show-in-time.ts'
import { readValue } from '../use-cases/answers/stale-value.ts'
import { submitProject } from '../use-cases/projects/submit-project.ts'
import { fieldsIn, readProjectForm } from './read-project-form.ts'

const preview = z.object({ request: z.int() })
const dialog = z.object({ more: z.boolean(), from: z.int().optional() })

/** A dialog of an older version carries nothing: it has one page. */
const pagesOf = (metadata: string) => (metadata === '' ? { more: false } : readValue(dialog, metadata))

type Next = Shown & { errors?: Record<string, string> }
type Ack = (answer: object) => Promise<void>

/** What is wrong, under its input; else what comes next, on top of the dialog. */
const answer = async (ack: Ack, background: Background, { errors, shown, later }: Next): Promise<void> => {
  if (errors) return ack({ response_action: 'errors', errors })
  await ack({ response_action: 'push', view: shown })
  if (later) background.run(later)
}

/** The form's own mistakes, as far as they can stand in this page of it. */
const wrong = ({ form, blocks }: Submitted): Record<string, string> | undefined => {
  const here = Object.entries(formProblems(form)).filter(([block]) => blocks.has(block))
  return here.length > 0 ? Object.fromEntries(here) : undefined
}

/** The *New project* dialog, its page of further data fields, and its preview. */
export const addCreateDialogListeners = (app: App, deps: BotDeps, background: Background): void => {
  app.view(callbacks.createDialog, async ({ ack, view, body }) => {
    const { values } = view.state
    const blocks = new Set(Object.keys(values))
    const form = readProjectForm(values)
    const submitted = { source: `view:${view.id}`, user: body.user.id, form, blocks }
    const errors = wrong(submitted)
    if (errors) return ack({ response_action: 'errors', errors })
    const { more, from } = pagesOf(view.private_metadata)
    const next = more ? openFieldsPage(deps, submitted, from) : checkProject(deps, submitted)
    await answer(ack as Ack, background, await next)
  })
  app.view(callbacks.createFields, async ({ ack, view, body }) => {
    const { request } = readValue(preview, view.private_metadata)
    const { values } = view.state
    const page = { user: body.user.id, fields: fieldsIn(values), blocks: new Set(Object.keys(values)) }
    const submitted = await withFieldsPage(deps, request, page)
    const errors = wrong(submitted)
    if (errors) return ack({ response_action: 'errors', errors })
    await answer(ack as Ack, background, await checkProject(deps, submitted))
  })
  app.view(callbacks.createPreview, async ({ ack, view, body }) => {
    const { request } = readValue(preview, view.private_metadata)
    await submitProject(deps, request, body.user.id)
    await ack({ response_action: 'clear' })
  })
}
