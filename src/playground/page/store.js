import { useEffect, useState } from 'preact/hooks'

/** One state for the page; whoever reads a part renders again when that part changes. */
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
      useEffect(() => {
        let last = select(state)
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
