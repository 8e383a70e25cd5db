import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

/** What a person operates, by the role that the browser's own accessibility tree gives it. */
const roles =
  'button checkbox combobox link listbox menuitem option radio searchbox slider splitter tab textbox'
const operated = roles.split(' ')

interface Node {
  ignored: boolean
  role?: { value: string }
  name?: { value: string }
}

/** Everything a person can operate on the page: role and accessible name. */
export const controls = async (page: Page): Promise<{ role: string; name: string }[]> => {
  const session = await page.context().newCDPSession(page)
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: Node[] }
  await session.detach()
  return nodes
    .filter(({ ignored, role }) => !ignored && operated.includes(role?.value ?? ''))
    .map(({ role, name }) => ({ role: role?.value ?? '', name: (name?.value ?? '').trim() }))
}

interface Stop {
  tag: string
  name: string
  ringed: boolean
}

/** Presses Tab until this element has the focus. Returns every element on the way. */
export const tabTo = async (page: Page, name: RegExp, most = 80): Promise<Stop[]> => {
  const stops: Stop[] = []
  while (stops.length < most) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate<Stop>('story.focused()')
    stops.push(stop)
    if (name.test(stop.name)) return stops
  }
  throw new Error(`Tab never reaches ${name}: ${stops.map((stop) => stop.name).join(' → ')}`)
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']
/** All that a page in the dark can break which it does not break in the light. */
const colors = ['color-contrast', 'link-in-text-block']

/** Violations of WCAG 2.1 AA on the current page: the rule and the element. Frames are checked separately. */
export const violations = async (page: Page, scheme: 'light' | 'dark' = 'light'): Promise<string[]> => {
  // Not as a page script: the content security policy rightly forbids it.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe)
  const options = {
    runOnly: scheme === 'light' ? everything : colors,
    iframes: false,
    // A third of the time. Rules need it for style sheets, which are experimental, and for media, of which we have none.
    preload: false,
    resultTypes: ['violations'],
  }
  // What does not violate stays in the page: it is long.
  const found = await page.evaluate<AxeResults['violations']>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}
