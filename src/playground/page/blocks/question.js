import { html } from '../kit/html.js'
import { Dialog } from '../kit/dialog.js'
import { Text } from './mrkdwn.js'
import { store } from '../state/state.js'

/** Asks a question and resolves to true or false. One at a time; its `text` is a text object. */
export const ask = (question) =>
  new Promise((resolve) => {
    store.set({ dialog: { ...question, answer: resolve } })
  })

export const Question = () => {
  const question = store.use((state) => state.dialog)
  if (!question) return null
  const answer = (value) => {
    store.set({ dialog: null })
    question.answer(value)
  }
  return html`
    <${Dialog} title=${question.title} onClose=${() => answer(false)} small>
      <div class="dialog-body">
        <div class="question"><${Text} value=${question.text} /></div>
      </div>
      <footer class="dialog-footer">
        <button type="button" class="block-button" onClick=${() => answer(false)}>
          ${question.deny ?? 'Cancel'}
        </button>
        <button
          type="button"
          class=${`block-button ${question.danger ? 'danger' : 'primary'}`}
          onClick=${() => answer(true)}
        >
          ${question.confirm}
        </button>
      </footer>
    <//>
  `
}
