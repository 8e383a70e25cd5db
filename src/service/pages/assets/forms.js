// Forms are submitted in place. What you typed and the focus survive a refresh of the page.

const keep = (form) => form?.setAttribute('hx-morph-skip', '')
const release = (form) => form?.removeAttribute('hx-morph-skip')

document.addEventListener('input', (event) => keep(event.target.closest('form[data-keep]')))

const sheet = () => document.getElementById('sheet')
const statusOf = (ctx) => ctx?.response?.raw?.status ?? 0

/** The ids of the focused element and of its ancestors, nearest first. */
const pathOf = (element) => {
  const ids = []
  for (let one = element; one && one !== document.body; one = one.parentElement) if (one.id) ids.push(one.id)
  return ids
}
let focused = []
let hadFocus = false
/** Where the focus goes after the response, and whether the sheet opens. */
let next
let opensSheet = false

/** An accepted form is emptied, and a refused one shows the error. Other forms keep what was typed. */
document.addEventListener('htmx:before:swap', (event) => {
  const { ctx } = event.detail
  focused = pathOf(document.activeElement)
  hadFocus = document.activeElement !== document.body
  next = undefined
  opensSheet = ctx?.target?.id === 'sheet'
  const form = ctx?.sourceElement?.closest?.('form')
  if (!form || form.method !== 'post') return
  form.reset()
  form.dispatchEvent(new CustomEvent('answered'))
  release(form)
  if (statusOf(ctx) >= 400) {
    next = () => document.getElementById(form.id)?.querySelector('[aria-invalid]')
    return
  }
  // A moved item keeps the focus at its new place.
  const { then } = form.dataset
  if (then)
    next = () =>
      [then, then.replace(/^(up|down)/, (way) => (way === 'up' ? 'down' : 'up'))]
        .map((id) => document.getElementById(id))
        .find((one) => one && !one.disabled)
  const details = form.matches('.fields, details.change form') && form.closest('details.change, details.edit')
  if (details) {
    details.querySelector('summary').focus()
    details.removeAttribute('open')
  }
  if (ctx.target?.id === 'page') sheet()?.close?.()
})

document.addEventListener('htmx:after:swap', () => {
  const dialog = sheet()
  if (opensSheet && !dialog.open) open(dialog)
  const place = next?.()
  if (place) return place.focus()
  // When the focused element is gone, its nearest ancestor gets the focus.
  if (!hadFocus || (document.activeElement && document.activeElement !== document.body)) return
  const near = focused.map((id) => document.getElementById(id)).find((one) => one?.checkVisibility?.())
  if (!near) return
  if (near.tabIndex < 0) near.tabIndex = -1
  near.focus({ preventScroll: true })
})

/** Puts the search into the URL, for the back button and for sharing. */
document.addEventListener('htmx:after:swap', (event) => {
  const form = event.detail.ctx?.sourceElement
  if (!form?.matches?.('form.search')) return
  const fields = [...new FormData(form)].filter(([, value]) => value !== '')
  const query = new URLSearchParams(fields).toString()
  history.replaceState(history.state, '', location.pathname + (query && `?${query}`))
})

let opener
const open = (dialog) => {
  dialog.showModal()
  dialog.querySelector('input:not([type=hidden])')?.focus()
}
document.addEventListener('click', (event) => {
  const link = event.target.closest('[hx-target="#sheet"]')
  if (link) opener = link.id || pathOf(link)[0]
  if (event.target.closest('[data-close]') && sheet()?.open) {
    event.preventDefault()
    sheet().close()
  }
  // A click on the backdrop.
  if (event.target === sheet()) sheet().close()
})
document.addEventListener(
  'close',
  (event) => {
    if (event.target !== sheet()) return
    event.target.replaceChildren()
    const back = document.getElementById(opener ?? '')
    const link = back?.matches('a, button') ? back : back?.querySelector('[hx-target="#sheet"]')
    const page = document.getElementById('page')
    if (!link) page.tabIndex = -1
    const place = link ?? page
    place.focus({ preventScroll: true })
  },
  true,
)

document.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && event.target.matches('textarea')) {
    event.preventDefault()
    event.target.form.requestSubmit()
  }
})

document.addEventListener('change', (event) => {
  if (event.target.matches('select[data-submit]')) event.target.form.requestSubmit()
})

let fading
const say = (text) => {
  const place = document.getElementById('toast')
  if (!place) return
  place.textContent = text
  place.hidden = false
  clearTimeout(fading)
  fading = setTimeout(() => (place.hidden = true), 6_000)
}
document.addEventListener('htmx:after:request', (event) => {
  const { ctx } = event.detail
  if (ctx?.response?.headers?.get('x-refusal') === '1') say(ctx.text)
  else if (statusOf(ctx) >= 500) say('Something went wrong. What you wrote is still here. Try again.')
})
document.addEventListener('htmx:error', (event) => {
  const form = event.detail?.ctx?.sourceElement?.closest?.('form')
  if (form) say("Can't reach the server. What you wrote is still here. Try again.")
})

document.addEventListener('click', (event) => {
  const one = event.target.closest('[data-copy-from]')
  if (!one || !navigator.clipboard) return
  event.preventDefault()
  navigator.clipboard.writeText(document.getElementById(one.dataset.copyFrom).textContent).then(
    () => say('Copied.'),
    () => say("Your browser didn't allow copying. Select the text and copy it yourself."),
  )
})
// Browsers without clipboard access get no button.
const offerCopies = () => {
  for (const one of document.querySelectorAll('[data-copy-from]')) one.hidden = !navigator.clipboard
}
document.addEventListener('htmx:after:swap', offerCopies)
offerCopies()
