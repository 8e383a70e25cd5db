import { expect, test } from 'vitest'
import { addConnection, connect } from '../../../src/bot/installations/store/connections.ts'
import { project } from '../support/stand-in-tracker.ts'
import { type TwoInstallations, twoInstallations } from '../support/two-installations.ts'
import { acme, newVault } from './installing.ts'

/** A connection to the same tracker, encrypted with a key that nobody has anymore. */
const unreadable = ({ tables, trackerUrl: baseUrl }: TwoInstallations) =>
  addConnection(tables, newVault(), { ...acme, baseUrl }, 0)

test('after its encryption key was lost, a workspace connects its tracker again on the Home tab', async () => {
  const two = await twoInstallations()
  await connect(two.tables, two.id, await unreadable(two))
  await two.openHome()
  await two.until(() => expect(two.slack.made('views.publish')).toHaveLength(1))
  expect(JSON.stringify(two.slack.made('views.publish'))).toContain('No tracker is connected yet.')
  expect(JSON.stringify(await two.connect())).toContain('This key can access 1 project.')
  expect((await two.commandThere('projects')).text).toContain(project.name)
})

test("another workspace's lost encryption key keeps nobody from connecting the same tracker", async () => {
  const two = await twoInstallations()
  await unreadable(two)
  expect(JSON.stringify(await two.connect())).toContain('This key can access 1 project.')
})
