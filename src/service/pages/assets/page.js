// What htmx does not: keep what a person is typing while the page refreshes around it, answer a comment in
// the composer, and open a task when something new is said in it.

const keep = (form) => form?.setAttribute('hx-morph-skip', '')
const release = (form) => form?.removeAttribute('hx-morph-skip')

document.addEventListener('input', (event) => keep(event.target.closest('form[data-keep]')))

/** A form that was accepted is emptied, and follows the page again. */
document.addEventListener('htmx:before:swap', (event) => {
  const { sourceElement, response } = event.detail.ctx ?? {}
  const form = sourceElement?.closest?.('form[data-keep]')
  if (!form || !response || response.raw?.status >= 400 || response.status >= 400) return
  form.reset()
  answerTo(form, undefined)
  release(form)
  form.closest('details.change')?.removeAttribute('open')
})

const answerTo = (form, comment) => {
  const field = form.elements.namedItem('replied_to_comment_uuid')
  const note = form.querySelector('[data-answering]')
  if (!field || !note) return
  field.value = comment?.uuid ?? ''
  note.hidden = !comment
  note.querySelector('span').textContent = comment ? `Replying to ${comment.name}` : ''
}

document.addEventListener('click', (event) => {
  const reply = event.target.closest('[data-reply]')
  if (reply) {
    const form = document.getElementById(reply.dataset.composer)
    answerTo(form, { uuid: reply.dataset.reply, name: reply.dataset.name })
    keep(form)
    form.querySelector('textarea').focus()
  }
  const stop = event.target.closest('[data-stop-answering]')
  if (stop) answerTo(stop.closest('form'), undefined)
  // A menu closes when something else is clicked.
  for (const open of document.querySelectorAll('details.menu[open]'))
    if (!open.contains(event.target)) open.removeAttribute('open')
})

/** Ctrl or ⌘ with Enter sends. */
document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && event.target.matches('textarea')) {
    event.preventDefault()
    event.target.form.requestSubmit()
  }
})

/** An edit that is open keeps its text whatever arrives. */
document.addEventListener(
  'toggle',
  (event) => {
    if (!event.target.matches('details.change')) return
    if (event.target.open) {
      event.target.setAttribute('hx-morph-skip', '')
      event.target.querySelector('textarea')?.focus()
    } else event.target.removeAttribute('hx-morph-skip')
  },
  true,
)

document.addEventListener('change', (event) => {
  if (event.target.matches('select[data-submit]')) event.target.form.requestSubmit()
})

/** What is said where one does not look is one click away, until it is in sight. */
const pointer = Object.assign(document.createElement('button'), {
  type: 'button',
  className: 'newcomer',
  hidden: true,
})
document.body.append(pointer)
let pointed
const sight = new IntersectionObserver((entries) => {
  const { target, isIntersecting } = entries.at(-1)
  if (target !== pointed) return
  const task = target.closest('.card')?.querySelector('.title')?.textContent ?? 'a task'
  pointer.textContent = `New comment on ${task}`
  pointer.hidden = isIntersecting || !target.isConnected
  if (pointer.hidden) sight.unobserve(target)
})
const pointTo = (comment) => {
  sight.disconnect()
  pointed = comment
  sight.observe(comment)
}
pointer.addEventListener('click', () => pointed.scrollIntoView({ block: 'center' }))

let seen = new Set([...document.querySelectorAll('[data-comment]')].map((one) => one.id))
document.addEventListener('htmx:after:swap', () => {
  const now = [...document.querySelectorAll('[data-comment]')]
  for (const comment of now) {
    if (seen.has(comment.id)) continue
    comment.classList.add('fresh')
    comment.closest('details.task')?.setAttribute('open', '')
    pointTo(comment)
  }
  seen = new Set(now.map((one) => one.id))
})

const openTarget = () => {
  const target = document.getElementById(location.hash.slice(1))
  if (target?.matches('details')) target.open = true
}
addEventListener('hashchange', openTarget)
openTarget()
