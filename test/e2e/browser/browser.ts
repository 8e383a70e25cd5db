import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Browser as Chromium,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'

/** The shell first: without windows to draw, a page takes a fifth less of the processor's time. */
const browsers = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const executablePath = browsers.find((path) => existsSync(path))

/** Why the browser stories can't run here, and the fix. Undefined if they can. */
const noBrowser: string | undefined = executablePath
  ? undefined
  : `The browser stories need ${browsers.join(' or ')}: apt-get install -y chromium-headless-shell`

// A developer's machine may lack the browser. CI may not.
const isRequired = Boolean(process.env['CI'])
if (noBrowser !== undefined && !isRequired) console.warn(`SKIPPED: ${noBrowser}`)

/** Whether browser stories run: `describe.runIf(canBrowse)`. */
export const canBrowse = noBrowser === undefined || isRequired

const launch = () => {
  if (executablePath === undefined) throw new Error(noBrowser)
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** One for all files that a process reads, until that process ends: a start takes a second of the processor's time. */
let launched: Promise<Chromium> | undefined

/** A place for the desks of one story. Closing it closes them. */
export const openBrowser = async () => {
  const browser = await (launched ??= launch())
  const contexts: BrowserContext[] = []
  return {
    newContext: async (options: BrowserContextOptions) => {
      const context = await browser.newContext(options)
      contexts.push(context)
      return context
    },
    close: async () => {
      for (const context of contexts) await context.close()
    },
  }
}
export type Browser = Awaited<ReturnType<typeof openBrowser>>

/** When a page closes, its polls and streams are cut off. The browser reports that as a failure; we don't. */
const isCutOff = (reason: string | undefined) => reason === 'net::ERR_ABORTED'

const watch = (page: Page, problems: string[]) => {
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(`${page.url()}: ${message.text()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    if (!isCutOff(reason)) problems.push(`${request.method()} ${request.url()}: ${reason ?? 'failed'}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`)
  })
}

interface Desk {
  readonly context: BrowserContext
  readonly page: Page
}

/** One person's own browser. `problems` collects its errors. */
export const openDesk = async (
  browser: Browser,
  problems: string[],
  { width = 1_440, height = 900 } = {},
): Promise<Desk> => {
  // One locale and time zone, so that pages read the same everywhere.
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(20_000)
  await context.addInitScript({ path: join(import.meta.dirname, 'in-page.js') })
  context.on('page', (page) => watch(page, problems))
  return { context, page: await context.newPage() }
}
