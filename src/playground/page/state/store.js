import { useLayoutEffect, useState } from 'preact/hooks'

/** One state for the page. A component renders again when the part it reads changes. */
export const createStore = (initial) => {
  let state = initial
  const listeners = new Set()
  return {
    get: () => state,
    set: (change) => {
      state = { ...state, ...(typeof change === 'function' ? change(state) : change) }
      for (const listener of listeners) listener()
    },
    use: (select) => {
      const [, render] = useState(0)
      const selected = select(state)
      // Compare with the rendered state: it may have changed between the render and this effect.
      useLayoutEffect(() => {
        let last = selected
        const listener = () => {
          const next = select(state)
          if (Object.is(next, last)) return
          last = next
          render((n) => n + 1)
        }
        listeners.add(listener)
        listener()
        return () => listeners.delete(listener)
      })
      return selected
    },
  }
}
