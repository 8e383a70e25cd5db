import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { World } from '../support/world.ts'
import { violations } from './browser/accessibility.ts'
import { canBrowse, picture } from './browser/browser.ts'
import { type DanasDesk, danasDesk } from './browser/danas-desk.ts'
import type { SlackPage } from './browser/slack-page.ts'

describe.runIf(canBrowse)('a person and their assistant', () => {
  const problems: string[] = []
  let desk: DanasDesk | undefined
  let world: World
  let dana: SlackPage

  beforeAll(async () => {
    desk = await danasDesk(problems)
    ;({ world, dana } = desk)
  })

  afterAll(async () => {
    await desk?.close()
    expect(problems).toEqual([])
  })

  const look = async (name: string) => {
    await picture(dana.page, name)
    expect(await violations(dana.page), name).toEqual([])
  }

  test('the Home tab shows a key once; a client with it looks up, and its comment waits for Send comment', async () => {
    await dana.goTo('Onboarding')
    const home = dana.page.getByRole('main')
    await home.getByRole('button', { name: 'Create assistant key' }).click()
    const shown = await dana.dialog.getByText('Key: onb_').innerText()
    await look('50-assistant-key')
    await dana.finish('Close')
    await home.getByText('Your assistant key was created').waitFor()
    const [key = ''] = /onb_\d+_U\w+?_[\w-]{43}/.exec(shown) ?? []
    const client = new Client({ name: 'editor', version: '1' })
    const requestInit = { headers: { authorization: `Bearer ${key}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(`${world.bot}/mcp`), { requestInit }))
    const answerOf = async (name: string, given: Record<string, string> = {}) => {
      const { structuredContent } = await client.callTool({ name, arguments: given })
      return (structuredContent as { answer: string }).answer
    }
    expect(await answerOf('projects')).toContain('Acme Corp')
    const task = desk?.tasks[0]?.uuid ?? ''
    const said = 'We are ready on Tuesday, said the assistant.'
    expect(await answerOf('comment', { task, text: said })).toContain('Waiting for your confirmation')
    await dana.goTo('Onboarding')
    await dana.page.getByRole('main').getByText('Messages', { exact: true }).click()
    await dana.message(said).waitFor()
    await look('50-assistant-asks')
    await dana.page.getByRole('button', { name: 'Send comment' }).click()
    await dana.page.getByText('Your comment is on its way').waitFor()
    await client.close()
  })
})
