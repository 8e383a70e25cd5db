import { html } from '../kit/html.js'
import { useOneStop } from '../kit/one-stop.js'

/** Goes to a part of the page that has no address. */
const to = (selectors) => (event) => {
  event.preventDefault()
  selectors
    .map((one) => document.querySelector(one))
    .find(Boolean)
    ?.focus()
}

/** The first Tab stop. It shows while it has the focus. */
export const SkipLinks = ({ hasThread, hasTracker }) => {
  const stop = useOneStop()
  const links = [
    ['Message box', ['.channel textarea', '.home']],
    ['Messages', ['.channel .message[tabindex="0"]', '.channel .messages']],
    ...(hasThread ? [['Thread', ['.thread textarea']]] : []),
    ...(hasTracker ? [['Tracker', ['.tracker iframe']]] : []),
    ['Playground controls', ['.top-bar [tabindex="0"]']],
  ]
  return html`
    <nav class="skip-links" aria-label="Skip to" ...${stop}>
      <span aria-hidden="true">Skip to</span>
      ${links.map(([label, selectors]) => html`<a href="#app" onClick=${to(selectors)}>${label}</a>`)}
    </nav>
  `
}
