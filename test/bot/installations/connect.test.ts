import { engines } from '../../support/databases.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { welcomeInstaller } from '../../../src/bot/features/connect/connect.ts'
import { dumpOf, connectionRows, installationRows } from '../support/rows/installation-rows.ts'
import { dana } from '../support/running-bot.ts'
import { project } from '../support/stand-in-tracker.ts'
import { otherTeam, type TwoInstallations, twoInstallations } from '../support/two-installations.ts'

const key = 'the-api-key-of-the-other-workspace'
const dialog = 'connect_dialog'
const fields = (two: TwoInstallations, changes: Record<string, string | null> = {}) => ({
  tracker_url: two.trackerUrl,
  tracker_key: key,
  tracker_integration: null,
  ...changes,
})

const lastHome = ({ slack }: TwoInstallations) => JSON.stringify(slack.made('views.publish').at(-1)?.['view'])
/** *Channels and connection*, on the Home tab. */
const openWorkspace = (two: TwoInstallations) => two.pressOnHome('home_page', { value: 'workspace' })
const connect = (two: TwoInstallations) => two.connect(key)
const stored = async ({ tables }: TwoInstallations) =>
  (await connectionRows(tables)).filter(({ id }) => id !== 1)

describe.each(engines)('connecting a tracker on %s', (engine) => {
  test('an admin connects it on the Home tab; then everything works, and the key is nowhere in plain text', async () => {
    const two = await twoInstallations({ engine, subscribe: 'auto' })
    const asked: string[] = []
    two.trackerFault.next = ({ name }) => void asked.push(name)
    await openWorkspace(two)
    await two.until(() => expect(lastHome(two)).toContain('No tracker is connected yet.'))
    await two.pressOnHome('connect_tracker')
    await two.until(() => expect(two.slack.made('views.open')).toHaveLength(1))
    expect(JSON.stringify(two.slack.made('views.open'))).toContain('Connect the tracker')
    const answer = await connect(two)
    const said = JSON.stringify(answer.view)
    expect(said).toContain('This key can access 1 project.')
    expect(said).toContain('The app subscribes to the tracker’s events.')
    await two.until(() => expect(lastHome(two)).toContain('Replace key'))
    expect((await two.commandThere('projects')).text).toContain(project.name)
    // One per second: the first will do.
    await two.until(() => expect(asked).toContain('createWebhook'))
    const [row] = await stored(two)
    expect(row).toMatchObject({ base_url: two.trackerUrl, created_by: dana, state: 'working' })
    const everything = [two.slack.calls, two.logged, answer, await dumpOf(two.tables)]
    expect(JSON.stringify(everything)).not.toContain(key)
  })

  test('a new key replaces the old one, and nothing else changes', async () => {
    const two = await twoInstallations({ engine })
    await connect(two)
    await two.commandThere('subscribe all')
    const before = await stored(two)
    const answer = await two.submit(dialog, { tracker_key: 'a-newer-key' })
    expect(JSON.stringify(answer)).toContain('The key was replaced.')
    const after = await stored(two)
    expect(after.map(({ id, hook_secret: secret }) => [id, secret])).toEqual(
      before.map(({ id, hook_secret: secret }) => [id, secret]),
    )
    expect(after[0]?.api_key).not.toBe(before[0]?.api_key)
    expect((await two.commandThere('subscriptions')).text).toContain('all projects')
  })

  test('*Disconnect* erases the connection, and channels keep their subscriptions', async () => {
    const two = await twoInstallations({ engine })
    await openWorkspace(two)
    await connect(two)
    await two.commandThere('subscribe all')
    await two.until(() => expect(lastHome(two)).toContain('Replace key'))
    await two.pressOnHome('disconnect_tracker')
    await two.until(() => expect(lastHome(two)).toContain('No tracker is connected yet.'))
    expect(await stored(two)).toEqual([])
    expect((await installationRows(two.tables)).map(({ connection_id: id }) => id)).toEqual([1, null])
    expect((await two.commandThere('projects')).text).toContain('No tracker is connected')
    await connect(two)
    expect((await two.commandThere('subscriptions')).text).toContain('all projects')
  })
})

test('without a tracker, admins are given the button, others are told whom to ask, and `default` works', async () => {
  const two = await twoInstallations()
  const told = await two.commandThere('projects')
  expect(told.text).toContain('No tracker is connected to this workspace yet.')
  expect(JSON.stringify(told)).toContain('connect_tracker')
  const other = await two.commandThere('projects', 'U0LEE')
  expect(other.text).toContain('Ask a workspace admin to connect it')
  expect(JSON.stringify(other)).not.toContain('connect_tracker')
  await two.openHome('U0LEE')
  await two.until(() => expect(lastHome(two)).toContain('Ask a workspace admin'))
  expect(lastHome(two)).not.toContain('connect_tracker')
  await two.pressOnHome('home_create')
  await two.until(() => expect(two.slack.roots(dana).at(-1)?.text).toContain('No tracker is connected'))
  expect((await two.command('projects')).text).toContain(project.name)
  expect(two.bot.deps.connecting).toBeUndefined()
})

test('members can’t connect, replace or disconnect a tracker', async () => {
  const two = await twoInstallations()
  await connect(two)
  const refused = 'Only admins and owners'
  await two.pressOnHome('disconnect_tracker', { user: 'U0LEE' })
  await two.until(() => expect(two.slack.roots('U0LEE').at(-1)?.text).toContain(refused))
  expect(JSON.stringify(await two.submit(dialog, { tracker_key: 'theirs' }, 'U0LEE'))).toContain(refused)
  expect(await stored(two)).toHaveLength(1)
})

const elsewhere = async (status: number, body: string) => {
  const server = createServer((_, response) => void response.writeHead(status).end(body))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('what is wrong is said under its field, and nothing is stored:', () => {
  const wrong = [
    [
      'an address with /v1',
      { tracker_url: 'https://tracker.example/v1/' },
      'Leave out /v1 at the end: https://tracker.example',
    ],
    ['no https', { tracker_url: 'http://tracker.example' }, 'must begin with https://'],
    ['no address', { tracker_url: 'tracker' }, 'Enter an address such as'],
    ['a key of two words', { tracker_key: 'two words' }, 'one word without spaces'],
    ['an integration that is no UUID', { tracker_integration: 'ours' }, 'Enter the integration’s UUID'],
    [
      'a port where nobody listens',
      { tracker_url: 'http://127.0.0.1:1' },
      'Nothing answers at this address.',
    ],
  ] as const

  test('an address, a key or an integration of another form, and a port where nobody listens', async () => {
    const two = await twoInstallations()
    for (const [what, changes, words] of wrong) {
      const { errors, view } = await two.submit(dialog, fields(two, changes))
      expect(JSON.stringify([errors, view]), what).toContain(words)
    }
    expect(await stored(two)).toEqual([])
  })

  const answers = [
    [401, 'The tracker rejected this key', 'tracker_key'],
    [403, 'The tracker rejected this key', 'tracker_key'],
    [429, 'The tracker is limiting requests', 'tracker_key'],
    [404, 'isn’t the tracker', 'tracker_url'],
    [403, 'isn’t the tracker', 'tracker_url'],
    [200, 'isn’t the tracker', 'tracker_url'],
  ] as const

  test('a server that refuses, limits or is no tracker', async () => {
    const two = await twoInstallations()
    for (const [status, words, field] of answers) {
      // A sign-in page in front of the tracker is no refusal of the key.
      const body = field === 'tracker_key' ? JSON.stringify({ detail: 'No.' }) : '<html></html>'
      const url = await elsewhere(status, body)
      const { errors, view } = await two.submit(dialog, fields(two, { tracker_url: url }))
      // On a slow machine, it comes too late for its field.
      const said = errors ?? { [field]: JSON.stringify(view) }
      expect(said, `${status} ${field}`).toEqual({ [field]: expect.stringContaining(words) as string })
    }
    expect(await stored(two)).toEqual([])
  })

  test('a private address, in production', async () => {
    const two = await twoInstallations({ production: true })
    for (const url of ['https://10.0.0.7', 'http://127.0.0.1:4300', 'https://[::1]']) {
      const { errors } = await two.submit(dialog, fields(two, { tracker_url: url }))
      expect(errors?.['tracker_url']).toContain('This address is private')
    }
  })
})

test('a slow tracker is waited for in a view of its own, and a late refusal is shown on top of the dialog', async () => {
  const two = await twoInstallations()
  two.trackerFault.next = () => ({ holdMs: 2_000, slow: true })
  const { waiting, view } = await connect(two)
  expect(JSON.stringify(waiting)).toContain('Checking the key with the tracker.')
  expect(JSON.stringify(view)).toContain('This key can access 1 project.')
  two.trackerFault.next = () => ({ holdMs: 2_000, status: 401, body: { detail: 'Invalid token.' } })
  const refused = await two.submit(dialog, { tracker_key: 'a-wrong-key' })
  expect(refused.response_action).toBe('push')
  expect(JSON.stringify(refused.view)).toContain('rejected this key')
  expect(JSON.stringify([two.slack.calls, two.logged])).not.toContain('a-wrong-key')
  const acted = two.logged.filter((line) => line.includes('an admin acted'))
  expect(acted.map((line) => JSON.parse(line) as object)).toMatchObject([
    { by: dana, did: dialog },
    { by: dana, did: dialog },
  ])
})

test('the person who installed the app hears once how to connect a tracker', async () => {
  const two = await twoInstallations()
  await welcomeInstaller(await two.depsThere())
  await welcomeInstaller(await two.depsThere())
  await two.idle()
  expect(two.slack.roots(dana).map(({ text }) => text)).toEqual([
    expect.stringContaining('Onboarding is installed. Connect your tracker next.') as string,
  ])
  expect(JSON.stringify(two.slack.roots(dana))).toContain('connect_tracker')
  await connect(two)
  await welcomeInstaller(await two.depsThere())
  await two.idle()
  expect(two.slack.roots(dana)).toHaveLength(1)
})

test('the Home tab says that a key stopped working', async () => {
  const two = await twoInstallations()
  await connect(two)
  await openWorkspace(two)
  await two.until(() => expect(lastHome(two)).toContain('It’s working.'))
  // A look that began while the key worked must not store that after the next one.
  await two.idle()
  two.trackerFault.next = () => ({ status: 401, body: { detail: 'Invalid token.' } })
  await (await two.depsThere()).api.getUsage({}).catch(() => undefined)
  await openWorkspace(two)
  const broken =
    'Not working: the tracker rejected the API key: it is unknown or deactivated; create a new one in the tracker’s settings.'
  await two.until(() => expect(lastHome(two)).toContain(broken))
  expect(lastHome(two)).not.toContain('ONBOARDING_API_KEY')
  // The tab shows what the process knows. That is stored by itself.
  await two.until(async () => expect((await stored(two))[0]).toMatchObject({ state: 'broken' }))
})

test('the doctor names what an admin of the workspace can change, and not the variables of the operator', async () => {
  const two = await twoInstallations()
  const doctor = async () => {
    const told = two.slack.made('respond').length
    const response_url = `${two.slack.apiUrl}respond`
    await two.types('doctor', { channel_id: 'C0THERE', team_id: otherTeam, response_url })
    await two.until(() => expect(two.slack.made('respond').length).toBeGreaterThan(told + 1))
    return String(two.slack.made('respond').at(-1)?.['text'])
  }
  expect(await doctor()).toContain('press Connect the tracker on the app’s Home tab')
  await connect(two)
  two.trackerFault.next = () => ({ status: 401, body: { detail: 'Invalid token.' } })
  const said = await doctor()
  expect(said).toContain('press Replace key on the app’s Home tab')
  expect(said).toContain('this app’s operator turned subscribing off')
  expect(said).not.toContain('ONBOARDING_')
})
