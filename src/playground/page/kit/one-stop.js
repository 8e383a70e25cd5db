import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'

const ways = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

const next = (items, from, key) => {
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  return items[Math.min(Math.max(items.indexOf(from) + ways[key], 0), items.length - 1)]
}
const isMove = (event) =>
  (event.key in ways || event.key === 'Home' || event.key === 'End') &&
  !event.altKey &&
  !event.ctrlKey &&
  !event.metaKey

/** Runs after each render and after each change below `group`. */
const useTabStops = (group, apply) => {
  useLayoutEffect(apply)
  useEffect(() => {
    if (!group.current) return undefined
    const watch = new MutationObserver(apply)
    watch.observe(group.current, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [group.current])
}

/** A toolbar or list is one Tab stop. Arrow keys move among its controls. */
export const useOneStop = () => {
  const group = useRef(null)
  const items = () =>
    [...(group.current?.querySelectorAll('a[href], button') ?? [])].filter(
      (one) => !one.closest('.popover') && one.checkVisibility(),
    )
  const choose = (current) => {
    for (const one of items()) one.tabIndex = one === current ? 0 : -1
  }
  useTabStops(group, () => {
    const all = items()
    choose(
      all.find((one) => one === document.activeElement) ??
        all.find((one) => one.matches('[aria-current="page"], [aria-pressed="true"]')) ??
        all[0],
    )
  })
  const onKeyDown = (event) => {
    const all = items()
    const from = all.find((one) => one === event.target)
    if (!from || !isMove(event)) return
    event.preventDefault()
    const to = next(all, from, event.key)
    choose(to)
    to.focus()
  }
  return { ref: group, onKeyDown, onFocusIn: ({ target }) => items().includes(target) && choose(target) }
}

/** Keeps the active option of a list in view, however long the list is. Goes on the list. */
export const useActiveInView = (active) => {
  const list = useRef(null)
  useLayoutEffect(
    () => list.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest' }),
    [active],
  )
  return list
}

const controls = 'a[href], button, input, select, textarea, [tabindex]'

/**
 * A list of messages is one Tab stop. Arrow keys move among the messages, Enter goes to a message's controls, and
 * Escape goes back to the message.
 */
export const useMessageKeys = (list) => {
  const all = () => [...(list.current?.querySelectorAll('.message') ?? [])]
  const current = useRef(null)
  const open = (message, isOpen) => {
    for (const one of message.querySelectorAll(controls)) one.tabIndex = isOpen ? 0 : -1
  }
  const apply = () => {
    const messages = all()
    if (!messages.includes(current.current)) current.current = messages.at(-1) ?? null
    for (const one of messages) {
      one.tabIndex = one === current.current ? 0 : -1
      open(one, one !== document.activeElement && one.contains(document.activeElement))
    }
    // An empty list can be reached all the same.
    if (list.current) list.current.tabIndex = messages.length === 0 ? 0 : -1
  }
  useTabStops(list, apply)
  const onFocusIn = ({ target }) => {
    current.current = target.closest?.('.message') ?? current.current
    apply()
  }
  const onKeyDown = (event) => {
    const message = event.target.closest?.('.message')
    if (!message || event.defaultPrevented) return
    if (event.key === 'Escape' && event.target !== message && !event.target.closest('.popover')) {
      message.focus()
      return event.preventDefault()
    }
    if (event.target !== message) return
    if (event.key === 'Enter') {
      open(message, true)
      message.querySelector(controls)?.focus()
      return event.preventDefault()
    }
    if (!isMove(event)) return
    event.preventDefault()
    next(all(), message, event.key).focus()
  }
  return { onFocusIn, onKeyDown }
}
