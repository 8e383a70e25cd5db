import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastify from 'fastify'
import type { Page } from 'playwright-core'
import { pageRoutes } from '../../src/playground/page-routes.ts'
import type { Workspace } from '../../src/playground/workspace/workspace.ts'
import { openBrowser } from '../e2e/browser/browser.ts'
import type { Group } from './chapters.ts'
import { smallerPng } from './smaller-png.ts'

/** Put in the place of the page's own start: shows messages, and nothing around them. */
const script = `
import { render } from 'preact'
import { html } from './html.js'
import { Message } from './message.js'
import { useRef } from 'preact/hooks'
import { Blocks } from './blocks.js'
import { store } from './state.js'
import { ViewSurface } from './surface.js'
import { initialValues } from './values.js'
const person = (id, real_name, is_bot) => ({ id, name: real_name.toLowerCase(), real_name, is_bot, profile: { real_name } })
store.set({
  workspace: {
    me: person('U0LEE', 'Lee Wong'),
    users: [person('U0LEE', 'Lee Wong'), person('U0DANA', 'Dana Smith')],
    channels: [{ id: 'C0ACME', name: 'acme-onboarding' }, { id: 'C0ALL', name: 'all-onboarding' }],
    shortcuts: [], bot: { name: 'Onboarding' },
  },
})
window.show = (shown) => render(
  html\`<div id="shown" style="padding: 8px 0; background: #fff">
    \${shown.map(({ title, message }, index) => html\`<section key=\${index}>
      <p style="margin: 10px 20px 0; font-size: 12px; color: #616061">\${title}</p>
      <\${Message} channel="C0ACME" inThread message=\${message} />
    </section>\`)}
  </div>\`,
  document.querySelector('#app'),
)
const Shown = ({ view }) => {
  const values = useRef(initialValues(view.blocks, {}))
  return html\`<div id="shown" style="padding: 16px; background: #fff; width: 560px">
    <div style="border: 1px solid #ccc; border-radius: 8px; padding: 16px 20px">
      <h2 style="margin: 0 0 12px; font-size: 20px">\${view.title.text}</h2>
      <\${ViewSurface} view=\${view} values=\${values} errors=\${{}}><\${Blocks} blocks=\${view.blocks} /><//>
      <p style="display: flex; gap: 8px; justify-content: flex-end; margin: 16px 0 0">
        \${view.close && html\`<button type="button" class="block-button">\${view.close.text}</button>\`}
        \${view.submit && html\`<button type="button" class="block-button primary">\${view.submit.text}</button>\`}
      </p>
    </div>
  </div>\`
}
window.showView = (view) => render(html\`<\${Shown} key=\${view.id} view=\${view} />\`, document.querySelector('#app'))
window.ready = true
`

/** Everything happens at one time of one day, so that the pictures are the same whenever they are made. */
const now = '2026-11-21T10:00:00Z'
const ts = `${Date.parse(now) / 1_000}.000100`

/** Who speaks: a comment bears its author's name in Slack. */
const speaks = (title: string) =>
  /^((deleted|formatted) )?comment$/.test(title) ? { username: 'Casey Miller' } : { bot_id: 'B0ONBOARD' }

const numbered = (blocks: readonly object[]) =>
  blocks.map((block, index) => ({ block_id: `b${index}`, ...block }))

const shown = ({ messages }: Group) =>
  messages.map(({ title, message: { text, blocks } }) => ({
    title: title.slice(0, 1).toUpperCase() + title.slice(1),
    message: {
      ts,
      user: 'U0ONBOARD',
      ...speaks(title),
      text,
      blocks: numbered(blocks),
    },
  }))

interface InPage {
  show: (messages: unknown) => void
  showView: (view: unknown) => void
}

const show = async (page: Page, group: Group): Promise<void> => {
  if (!group.dialog)
    return page.evaluate((given) => (globalThis as never as InPage).show(given), shown(group))
  const view = { ...group.dialog.view, id: group.name, blocks: numbered(group.dialog.view.blocks) }
  return page.evaluate((given) => (globalThis as never as InPage).showView(given), view)
}

/** Draws each group with the playground's own Block Kit into `folder`, and removes pictures that are of no group. */
export const drawPictures = async (groups: readonly Group[], folder: URL): Promise<void> => {
  const path = fileURLToPath(folder)
  mkdirSync(path, { recursive: true })
  const server = fastify({ forceCloseConnections: true })
  // The pages ask it for people’s pictures alone, and here nobody has one.
  const workspace = { person: () => undefined } as unknown as Workspace
  pageRoutes(server, { workspace, trackerUrl: undefined })
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const browser = await openBrowser()
  try {
    const page = await browser.newPage({
      viewport: { width: 760, height: 900 },
      locale: 'en-US',
      timezoneId: 'Europe/Berlin',
    })
    await page.clock.setFixedTime(now)
    await page.route('**/page/main.js', (route) =>
      route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: script }),
    )
    await page.goto(url)
    await page.waitForFunction('window.ready === true')
    // The page is one screen high and scrolls within; here all of it is to be seen.
    await page.addStyleTag({
      content: 'html, body, #app { height: auto; overflow: visible; display: block }',
    })
    for (const group of groups) {
      await show(page, group)
      const drawn = await page.locator('#shown').screenshot()
      writeFileSync(join(path, `${group.name}.png`), smallerPng(drawn))
    }
  } finally {
    await browser.close()
    await server.close()
  }
  const kept = new Set(groups.map(({ name }) => `${name}.png`))
  for (const file of readdirSync(path)) if (!kept.has(file)) rmSync(join(path, file))
}
