import { useEffect, useRef, useState } from 'preact/hooks'
import { Blocks } from '../blocks/blocks.js'
import { closeView, submitView } from '../state/actions.js'
import { Dialog } from '../kit/dialog.js'
import { html } from '../kit/html.js'
import { emojify } from '../blocks/mrkdwn.js'
import { store } from '../state/state.js'
import { ViewSurface } from '../blocks/surface.js'
import { initialValues, missing } from '../state/values.js'

const Modal = ({ view, depth }) => {
  const values = useRef({})
  const seen = useRef(null)
  const [errors, setErrors] = useState({})
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')
  if (seen.current !== view.hash) {
    seen.current = view.hash
    values.current = initialValues(view.blocks, values.current)
  }

  // Scroll to the error: the field may be out of view.
  useEffect(() => {
    const first = view.blocks.find((block) => errors[block.block_id])
    if (!first) return
    const around = document.getElementById(`input-${first.block_id}-says`)?.parentElement
    around?.querySelector('input, textarea, button')?.focus({ preventScroll: true })
    around?.scrollIntoView({ block: 'nearest' })
  }, [errors])

  const submit = async () => {
    if (busy || !view.submit) return
    const problems = missing(view.blocks, values.current)
    setErrors(problems)
    setFailed('')
    if (Object.keys(problems).length > 0) return
    setBusy(true)
    const answer = await submitView(view.id, { values: values.current })
    setBusy(false)
    if (answer.errors) setErrors(answer.errors)
    else if (!answer.ok) setFailed('We had some trouble connecting. Try again?')
  }

  return html`
    <${Dialog}
      title=${emojify(view.title)}
      icon=${`/playground/avatars/${view.bot_id ? 'U0ONBOARD' : ''}.svg`}
      onClose=${() => closeView(view.id, false)}
      onSubmit=${submit}
    >
      <div class="dialog-body">
        ${failed && html`<p class="failed" role="alert">${failed}</p>`}
        <${ViewSurface} view=${view} values=${values} errors=${errors}><${Blocks} blocks=${view.blocks} /><//>
      </div>
      <footer class="dialog-footer">
        <span class="of-app">Onboarding</span>
        <button type="button" class="block-button" onClick=${() => closeView(view.id, false)}>
          ${depth > 0 && !view.close ? 'Back' : (view.close?.text ?? 'Close')}
        </button>
        ${view.submit && html`<button type="submit" class=${`block-button primary ${busy ? 'busy' : ''}`} aria-disabled=${busy}>${emojify(view.submit)}</button>`}
      </footer>
    <//>
  `
}

/** The person's dialogs, the latest on top. Those below keep their input. */
export const Modals = () => {
  const views = store.use((state) => state.views)
  return views.map(
    (view, depth) =>
      html`<div key=${view.id} hidden=${depth < views.length - 1}>
        <${Modal} view=${view} depth=${depth} />
      </div>`,
  )
}
