// Runs in every page before its own scripts: what only the page itself can see.

/** Reactions in the order in which they came up, however short they stayed. */
const reactions = []
new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes) {
      const found = node.matches?.('.reactions button')
        ? [node]
        : (node.querySelectorAll?.('.reactions button') ?? [])
      for (const one of found) reactions.push(one.getAttribute('aria-label'))
    }
}).observe(document, { childList: true, subtree: true })

const looks = (element) => {
  const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(element)
  return [outline, boxShadow, borderColor, backgroundColor].join()
}

/** The focused element, in words, and whether it or what surrounds it looks different without the focus. */
const focused = () => {
  const element = document.activeElement
  const around = [element, element.parentElement, element.closest('form')].filter(Boolean)
  const during = around.map(looks)
  element.blur()
  const after = around.map(looks)
  element.focus({ focusVisible: true })
  const words =
    element.getAttribute('aria-label') ?? (element.innerText || element.title || element.placeholder || '')
  return {
    tag: element.tagName.toLowerCase(),
    name: words.trim(),
    ringed: during.some((one, at) => one !== after[at]),
  }
}

/** A row of links may be longer than the screen where it scrolls by itself; text may not. */
const isScrolled = (element) => {
  const row = element.closest('nav')
  return row !== null && ['auto', 'scroll'].includes(getComputedStyle(row).overflowX)
}

/** What reaches beyond the window and cannot be scrolled into it. */
const tooWide = () =>
  [...document.body.querySelectorAll('*')]
    .filter((one) => one.checkVisibility() && !one.closest('.unseen, svg'))
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !isScrolled(one))
    .map((one) => `${one.tagName.toLowerCase()}.${one.className}: ${one.textContent.slice(0, 40)}`)

/** Whether a link is one of the words of a text, where the line gives it its height. */
const inText = (link) => {
  let around = link.parentElement
  while (getComputedStyle(around).display === 'inline') around = around.parentElement
  return link.matches('a') && around.textContent.trim() !== link.textContent.trim()
}

const operated = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]'

const controls = () => [...document.querySelectorAll(operated)].filter((one) => one.checkVisibility())

const wordsOf = (one) => (one.getAttribute('aria-label') ?? one.textContent).replaceAll(/\s+/g, ' ').trim()

/** Controls of fewer than 24 pixels, apart from those that are only for the keyboard until they have the focus. */
const tooSmall = () =>
  controls()
    .filter(
      (one) => !one.closest('.skip, .unseen') && !(getComputedStyle(one).display === 'inline' && inText(one)),
    )
    .map((one) => ({ one, box: (one.closest('label') ?? one).getBoundingClientRect() }))
    .filter(({ box }) => Math.min(box.width, box.height) < 24 && box.width > 1)
    .map(({ one, box }) => `${one.tagName} ${wordsOf(one)}: ${box.width} × ${box.height}`)

/** Controls that don't say what they act on. */
const nameless = () =>
  controls()
    .map(wordsOf)
    .filter((words) => /^(Reply|Edit|Delete|Remove)$/.test(words))

globalThis.story = { reactions, focused, tooWide, tooSmall, nameless }
