import { createContext } from 'preact'
import { useContext, useMemo, useRef, useState } from 'preact/hooks'
import { act, loadOptions, notify } from '../state/actions.js'
import { followLink } from '../state/follow-link.js'
import { html } from '../kit/html.js'
import { emojify } from './mrkdwn.js'
import { ask } from './question.js'
import { store } from '../state/state.js'
import { initialValues } from '../state/values.js'

/** The message or view that holds the blocks: its input so far, and where a click goes. */
const Surface = createContext(null)
export const useSurface = () => useContext(Surface)

const confirmed = (element) => {
  const confirm = element.confirm
  if (!confirm) return true
  return ask({
    title: emojify(confirm.title),
    text: confirm.text,
    confirm: emojify(confirm.confirm),
    deny: emojify(confirm.deny),
    danger: confirm.style === 'danger',
  })
}

/** `where` is `{channel, ts}` or `{view_id}`; `values` and `setValues` hold Slack's `state.values`. */
const surface = (where, values, setValues, errors) => {
  const dispatch = async (block, element, given = {}) => {
    if (!(await confirmed(element))) return false
    const key = where.ts ?? 'page'
    store.set(({ trouble: { [key]: _gone, ...trouble } }) => ({ trouble }))
    const state = { values: given.values ?? values.current }
    const { values: _values, ...extra } = given
    const answer = await act({
      ...where,
      action_id: element.action_id,
      block_id: block.block_id,
      state,
      ...extra,
    })
    if (!answer.ok && where.view_id) notify('The app didn’t respond. Try again.')
    return answer.ok
  }
  return {
    errors,
    value: (block, element) => values.current[block.block_id]?.[element.action_id],
    /** Stores the input, and tells the app if it asked to be told. */
    change: (block, element, given, dispatches) => {
      const entry = { type: element.type, ...given }
      const next = {
        ...values.current,
        [block.block_id]: { ...values.current[block.block_id], [element.action_id]: entry },
      }
      values.current = next
      setValues(next)
      if (dispatches) void dispatch(block, element, { ...given, values: next })
    },
    press: (block, element, given) => dispatch(block, element, given),
    options: (block, element, value) =>
      loadOptions({ ...where, action_id: element.action_id, block_id: block.block_id, value }),
    follow: followLink,
  }
}

export const MessageSurface = ({ channel, message, children }) => {
  const values = useRef(null)
  values.current ??= initialValues(message.blocks ?? [])
  const [, render] = useState(0)
  const value = useMemo(
    () => surface({ channel, ts: message.ts }, values, () => render((n) => n + 1), {}),
    [channel, message.ts],
  )
  return html`<${Surface.Provider} value=${{ ...value }}>${children}<//>`
}

/** When the app replaces a view, inputs whose ids stay the same keep their values. */
export const ViewSurface = ({ view, values, errors, children }) => {
  const [, render] = useState(0)
  const value = surface({ view_id: view.id }, values, () => render((n) => n + 1), errors)
  return html`<${Surface.Provider} value=${value}>${children}<//>`
}
