import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { html } from './html.js'

/**
 * A layer at `anchor`, above everything else. It closes on Escape, on a click elsewhere, and on scrolling away.
 * It opens on the other side if there is no room.
 */
export const Popover = ({ anchor, onClose, children, width, align = 'start', label, role = 'dialog' }) => {
  const ref = useRef(null)
  const [place, setPlace] = useState({ left: -9_999, top: 0 })

  useLayoutEffect(() => {
    const at = anchor.getBoundingClientRect()
    const { offsetHeight: height, offsetWidth: own } = ref.current
    const below = at.bottom + 4
    const top = below + height > innerHeight - 8 ? Math.max(8, at.top - height - 4) : below
    const wanted = align === 'end' ? at.right - own : at.left
    setPlace({ top, left: Math.min(Math.max(8, wanted), innerWidth - own - 8) })
  }, [anchor, children])

  useEffect(() => {
    const outside = (event) => {
      if (!ref.current?.contains(event.target) && !anchor.contains(event.target)) onClose()
    }
    const escape = (event) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      onClose()
      anchor.focus?.()
    }
    document.addEventListener('mousedown', outside)
    document.addEventListener('keydown', escape, true)
    return () => {
      document.removeEventListener('mousedown', outside)
      document.removeEventListener('keydown', escape, true)
    }
  }, [anchor, onClose])

  return html`<div
    ref=${ref}
    class="popover"
    role=${role}
    aria-label=${label}
    style=${{ ...place, ...(width && { width }) }}
  >
    ${children}
  </div>`
}

/** A menu button: `items` are `{label, hint?, danger?, onChoose}` or `null` for a divider. */
export const Menu = ({ label, items, children, className, align = 'end' }) => {
  const button = useRef(null)
  const [open, setOpen] = useState(false)
  const list = useRef(null)

  useEffect(() => {
    if (open) list.current?.querySelector('button')?.focus()
  }, [open])

  const move = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const buttons = [...list.current.querySelectorAll('button')]
    const at = buttons.indexOf(document.activeElement)
    buttons[(at + step + buttons.length) % buttons.length]?.focus()
  }

  return html`
    <button
      ref=${button}
      type="button"
      class=${className}
      aria-label=${label}
      title=${label}
      aria-haspopup="menu"
      aria-expanded=${open}
      onClick=${() => setOpen(!open)}
    >
      ${children}
    </button>
    ${
      open &&
      html`<${Popover}
        anchor=${button.current}
        onClose=${() => setOpen(false)}
        align=${align}
        role="presentation"
      >
        <ul class="menu" role="menu" aria-label=${label} ref=${list} onKeyDown=${move}>
          ${items.map((item) =>
            item === null
              ? html`<li class="line" role="separator"></li>`
              : html`<li role="none">
                  <button
                    type="button"
                    role="menuitem"
                    class=${item.danger ? 'danger' : ''}
                    onClick=${() => {
                      setOpen(false)
                      button.current?.focus()
                      item.onChoose()
                    }}
                  >
                    <span>${item.label}</span>${item.hint && html`<small>${item.hint}</small>`}
                  </button>
                </li>`,
          )}
        </ul>
      <//>`
    }
  `
}
