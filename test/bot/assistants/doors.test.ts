import { expect, test } from 'vitest'
import { type Directory, emptyDirectory } from '../../../src/bot/installations/installation.ts'
import { getWith } from '../../support/raw-request.ts'
import { assistantWithKey, newKey, slackbotFor } from '../support/assistant.ts'
import { dana, runningBot } from '../support/running-bot.ts'
import { signedHeaders } from '../support/start-node.ts'
import { project } from '../support/stand-in-tracker.ts'
import { otherTeam, twoInstallations } from '../support/two-installations.ts'

const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
const accept = 'application/json, text/event-stream'
const json = { 'content-type': 'application/json', accept }

const post = async (url: string, headers: Record<string, string>, body = list) => {
  const response = await fetch(`${url}/mcp`, { method: 'POST', headers: { ...json, ...headers }, body })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const now = () => Math.floor(Date.now() / 1_000)

test('without Slack’s signature or a key nothing is answered, and refusals are counted', async () => {
  const { bot } = await runningBot()
  const wrong = `onb_1_${dana}_${'a'.repeat(43)}`
  const forged = { ...signedHeaders(list, 'application/json'), 'x-slack-signature': `v0=${'0'.repeat(64)}` }
  const refused = [
    await post(bot.url, {}),
    await post(bot.url, { authorization: `Bearer ${wrong}` }),
    await post(bot.url, { authorization: 'Bearer onb_1' }),
    await post(bot.url, { authorization: `Bearer onb_999999999_${dana}_${'a'.repeat(43)}` }),
    await post(bot.url, forged),
    await post(bot.url, signedHeaders(list, 'application/json', now() - 301)),
    await post(bot.url, signedHeaders(list, 'application/json', now() + 310)),
    await post(bot.url, signedHeaders(`${list} `, 'application/json')),
  ]
  for (const { status, text, headers } of refused) {
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(text).not.toContain('tools')
  }
  expect((await getWith(`${bot.url}/metrics`, {})).text).toContain(
    `onboarding_requests_refused_total{reason="wrong assistant"} ${refused.length}`,
  )
  expect((await post(bot.url, signedHeaders(list, 'application/json'))).status).toBe(200)
})

test('a key does not make what it says of Slack true', async () => {
  const running = await runningBot()
  const { call } = await assistantWithKey(running, await newKey(running, 'U0LEE'))
  const given = { project: project.name, field: 'Nothing', value: 'x' }
  const asDana = { slack: { user_id: dana, team_id: 'T1' } }
  expect((await call('set', given, asDana)).isError).toBe(false)
  await call('projects', {}, asDana)
  expect(running.slack.made('users.info').map(({ user }) => user)).not.toContain(dana)
})

test('Slackbot lists the tools for nobody in particular, and calls them for somebody it names', async () => {
  const running = await runningBot()
  for (const slack of [
    {},
    { user_id: dana },
    { team_id: 'T1' },
    { user_id: dana, team_id: null },
    { user_id: dana, team_id: 'T404' },
  ]) {
    const { client, call } = await slackbotFor(running, slack)
    expect((await client.listTools()).tools.length).toBeGreaterThan(3)
    const told = await call('projects')
    expect([told.isError, told.text]).toEqual([
      true,
      'Slack did not say who asks, or the app is not installed in that workspace.',
    ])
  }
})

test('web pages, other methods, other forms and long bodies are refused', async () => {
  const { bot } = await runningBot()
  const signed = signedHeaders(list, 'application/json')
  expect((await post(bot.url, { ...signed, origin: 'https://evil.example' })).status).toBe(403)
  expect((await post(bot.url, { ...signed, origin: 'null' })).status).toBe(403)
  expect((await post(bot.url, { ...signed, origin: bot.url })).status).toBe(200)
  for (const method of ['GET', 'DELETE']) {
    const response = await fetch(`${bot.url}/mcp`, { method, headers: { accept: 'text/event-stream' } })
    expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'POST'])
  }
  expect((await post(bot.url, { ...signed, accept: 'text/html' })).status).toBe(406)
  const text = signedHeaders(list, 'text/plain')
  expect((await post(bot.url, text)).status).toBe(415)
  const broken = '{"jsonrpc":'
  expect((await post(bot.url, signedHeaders(broken, 'application/json'), broken)).status).toBe(400)
  const long = 'x'.repeat(131_073)
  const { status, text: said } = await post(bot.url, signedHeaders(long, 'application/json'), long)
  expect([status, said.includes('too long')]).toEqual([413, true])
})

test('a host that the bot does not know gets nothing here either', async () => {
  const { bot } = await runningBot({ knowsHost: (host) => host?.startsWith('127.0.0.1') === true })
  expect((await getWith(`${bot.url}/mcp`, { host: 'evil.example' })).status).toBe(421)
})

test('each workspace’s people get their own workspace’s projects, and none of another', async () => {
  const running = await twoInstallations()
  const { id } = running
  const here = await slackbotFor(running)
  const there = await slackbotFor(running, { user_id: dana, team_id: otherTeam })
  expect((await here.call('projects')).text).toContain(project.name)
  const notConnected = await there.call('projects')
  expect(notConnected.text).not.toContain(project.name)
  expect(notConnected.text).toMatch(/tracker/i)
  const key = await newKey(running, dana, otherTeam)
  expect(key.startsWith(`onb_${id}_`)).toBe(true)
  const editor = await assistantWithKey(running, key)
  expect((await editor.call('projects')).text).not.toContain(project.name)
  await expect(assistantWithKey(running, key.replace(`onb_${id}_`, 'onb_1_'))).rejects.toThrow()
  // A key of its own in each workspace, for the same id.
  const own = await newKey(running)
  expect((await (await assistantWithKey(running, own)).call('projects')).text).toContain(project.name)
  expect((await editor.call('status')).isError).toBe(false)
})

test('a workspace that has left opens no door anymore, and leaves the others’ open', async () => {
  const installed = { is: true }
  const seventh = { id: 7, botToken: { get: async () => 'xoxb-T7' }, tracker: undefined }
  const directory: Directory = {
    ...emptyDirectory,
    idOf: async ({ team }) => (installed.is && team === 'T7' ? 7 : undefined),
    byId: async (id) => (installed.is && id === 7 ? seventh : undefined),
    ids: async () => (installed.is ? [7] : []),
  }
  const running = await runningBot({ directory })
  const { url } = running.bot
  const there = await slackbotFor(running, { user_id: dana, team_id: 'T7' })
  const [key, own] = [await newKey(running, dana, 'T7'), await newKey(running)]
  expect((await post(url, { authorization: `Bearer ${key}` })).status).toBe(200)
  expect((await there.call('status')).text).not.toContain('not installed')
  installed.is = false
  expect((await there.call('status')).text).toContain('not installed')
  expect((await post(url, { authorization: `Bearer ${key}` })).status).toBe(401)
  expect((await post(url, { authorization: `Bearer ${own}` })).status).toBe(200)
  await running.slackEvent({ type: 'app_uninstalled' })
  await running.until(async () =>
    expect((await post(url, { authorization: `Bearer ${own}` })).status).toBe(401),
  )
})
