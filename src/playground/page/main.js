import { render } from 'preact'
import { actAs, connect, goTo, loadWorkspace } from './state/actions.js'
import { App } from './app.js'
import { html } from './kit/html.js'
import { store } from './state/state.js'

render(html`<${App} />`, document.querySelector('#app'))
connect()
await loadWorkspace()
// The address may name somebody who isn't here.
if (store.get().workspace === null) await actAs('dana')
const { place, thread, highlighted } = store.get()
await goTo(place, thread, highlighted)
