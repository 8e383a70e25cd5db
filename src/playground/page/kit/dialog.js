import { useEffect, useRef } from 'preact/hooks'
import { html } from './html.js'
import { Icon } from './icons.js'

const focusable = 'button, input, textarea, select, a[href], [tabindex="0"]'

/** A modal layer. It takes the focus, keeps it, and gives it back when it closes. */
export const Dialog = ({ title, icon, onClose, children, small, onSubmit }) => {
  const ref = useRef(null)
  const begun = useRef(false)

  useEffect(() => {
    const before = document.activeElement
    ;(ref.current.querySelector('.dialog-footer button:last-child') ?? ref.current).focus()
    return () => before?.focus?.()
  }, [])

  // Focus the first field when it appears: an app may open an empty dialog and fill it later.
  useEffect(() => {
    if (begun.current) return
    const field = ref.current.querySelector('.dialog-body :is(input, textarea, .combo-button)')
    if (!field) return
    begun.current = true
    field.focus()
  })

  // Works without a focused element. Only the topmost dialog closes.
  useEffect(() => {
    const escape = (event) => {
      const top = [...document.querySelectorAll('.dialog')].findLast((one) => one.offsetParent !== null)
      if (event.key === 'Escape' && !event.defaultPrevented && top === ref.current) onClose()
    }
    document.addEventListener('keydown', escape)
    return () => document.removeEventListener('keydown', escape)
  }, [onClose])

  const key = (event) => {
    if (event.key !== 'Tab') return
    const all = [...ref.current.querySelectorAll(focusable)].filter(
      (one) => !one.disabled && one.offsetParent !== null,
    )
    const edge = event.shiftKey ? all[0] : all.at(-1)
    if (document.activeElement === edge) {
      event.preventDefault()
      ;(event.shiftKey ? all.at(-1) : all[0])?.focus()
    }
  }

  const body = html`
    <header class="dialog-header">
      ${icon && html`<img src=${icon} alt="" width="36" height="36" />`}
      <h2>${title}</h2>
      <button type="button" class="icon-button" aria-label="Close" onClick=${onClose}>
        <${Icon} name="close" />
      </button>
    </header>
    ${children}
  `
  return html`
    <div class="veil" onMouseDown=${(event) => event.target === event.currentTarget && small && onClose()}>
      <form
        class=${`dialog ${small ? 'small' : ''}`}
        role="dialog"
        aria-modal="true"
        aria-label=${title}
        tabindex="-1"
        ref=${ref}
        onKeyDown=${key}
        novalidate
        onSubmit=${(event) => {
          event.preventDefault()
          onSubmit?.()
        }}
      >
        ${body}
      </form>
    </div>
  `
}
