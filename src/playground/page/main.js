import { render } from 'preact'
import { connect, goTo, loadWorkspace } from './actions.js'
import { App } from './app.js'
import { html } from './html.js'
import { store } from './state.js'

render(html`<${App} />`, document.querySelector('#app'))
connect()
await loadWorkspace()
const { place, thread, highlighted } = store.get()
await goTo(place, thread, highlighted)
