const answerTo = (form, comment) => {
  const field = form.elements.namedItem('replied_to_comment_uuid')
  const note = form.querySelector('[data-answering]')
  if (!field || !note) return
  field.value = comment?.uuid ?? ''
  note.hidden = !comment
  note.querySelector('span').textContent = comment ? `Replying to ${comment.name}` : ''
}
document.addEventListener('answered', (event) => answerTo(event.target, undefined), true)

document.addEventListener('click', (event) => {
  const reply = event.target.closest('[data-reply]')
  if (reply) {
    const form = document.getElementById(reply.dataset.composer)
    answerTo(form, { uuid: reply.dataset.reply, name: reply.dataset.name })
    form.setAttribute('hx-morph-skip', '')
    form.querySelector('textarea').focus()
  }
  const stop = event.target.closest('[data-stop-answering]')
  if (stop) {
    const form = stop.closest('form')
    answerTo(form, undefined)
    form.querySelector('textarea').focus()
  }
  for (const open of document.querySelectorAll('details.menu[open]'))
    if (!open.contains(event.target)) open.removeAttribute('open')
})
document.addEventListener('keydown', (event) => {
  const menu = event.key === 'Escape' && event.target.closest('details:is(.menu, .change)[open]')
  if (!menu) return
  menu.removeAttribute('open')
  menu.querySelector('summary').focus()
})

/** The page has the people to mention only once. A menu copies them when it opens. */
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (!target.matches('details.mention[open]')) return
    target.closest('form').setAttribute('hx-morph-skip', '')
    const buttons = [...document.querySelectorAll('#people option')].map(({ value }) =>
      Object.assign(document.createElement('button'), {
        type: 'button',
        className: 'plain',
        textContent: value,
      }),
    )
    target.querySelector('div').replaceChildren(...(buttons.length > 0 ? buttons : ['Nobody to mention.']))
  },
  true,
)
document.addEventListener('click', ({ target }) => {
  if (!target.matches('details.mention button')) return
  const field = target.closest('form').querySelector('textarea')
  const { selectionStart: from, selectionEnd: to, value } = field
  const space = /\S$/.test(value.slice(0, from)) ? ' ' : ''
  field.setRangeText(`${space}@${target.textContent} `, from, to, 'end')
  target.closest('details').removeAttribute('open')
  field.focus()
})

/** An open edit keeps its text when the page refreshes. */
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
document.addEventListener(
  'answered',
  (event) => {
    event.target.closest('details.change')?.removeAttribute('hx-morph-skip')
  },
  true,
)

/** Shows times in the reader's time zone. Without scripts they are in UTC. */
const fullTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' })
const sameYear = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const otherYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })
const localize = () => {
  const year = new Date().getFullYear()
  for (const time of document.querySelectorAll('time[datetime]')) {
    const at = new Date(time.dateTime)
    if (Number.isNaN(at.getTime())) continue
    const text = (at.getFullYear() === year ? sameYear : otherYear).format(at)
    if (time.textContent !== text) time.textContent = text
    time.title = fullTime.format(at)
  }
}
localize()

/** On a narrow screen the current link scrolls into view. */
const here = document.querySelector('nav.ways [aria-current]')
if (here)
  here.parentElement.scrollLeft = here.offsetLeft - here.parentElement.clientWidth / 2 + here.offsetWidth / 2

/** A button that leads to a new comment outside the visible area. */
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

const showEnd = (form) => form?.scrollIntoView({ block: 'nearest' })

const openAround = (target) => {
  for (let one = target?.closest('details'); one; one = one.parentElement.closest('details')) one.open = true
}

let seen = new Set([...document.querySelectorAll('[data-comment]')].map((one) => one.id))
document.addEventListener('htmx:after:swap', ({ detail }) => {
  localize()
  const now = [...document.querySelectorAll('[data-comment]')]
  for (const comment of now) {
    if (seen.has(comment.id)) continue
    comment.classList.add('fresh')
    openAround(comment)
    const form = document.getElementById(detail.ctx?.sourceElement?.id)
    if (form?.closest('.card')?.contains(comment)) showEnd(form)
    pointTo(comment)
  }
  seen = new Set(now.map((one) => one.id))
})

const openTarget = () => {
  const target = document.getElementById(location.hash.slice(1))
  openAround(target)
  target?.scrollIntoView()
  // In a long task, people come for the last comments and the field for a new one.
  const task = target?.closest('details.task')
  if (target !== task && target?.id !== 'next') return
  const form = task?.querySelector('form.composer')
  showEnd(form)
  form?.querySelector('textarea')?.focus({ preventScroll: true })
}
addEventListener('hashchange', openTarget)
// Until then, the browser scrolls to the target itself.
if (document.readyState === 'complete') openTarget()
else addEventListener('load', () => requestAnimationFrame(openTarget))
