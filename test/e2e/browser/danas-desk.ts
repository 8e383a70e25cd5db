import { createWorld } from '../../support/world.ts'
import { openBrowser, openDesk } from './browser.ts'
import { slackPage } from './slack-page.ts'

/**
 * The whole product, and Dana in its demo channel. Unless told, too narrow for the tracker: only Slack's side is tested.
 * Errors in the browser are added to `problems`.
 */
export const danasDesk = async (
  problems: string[],
  { width = 1_080, address = '/archives/C0ACME?as=dana' } = {},
) => {
  await using stack = new AsyncDisposableStack()
  const world = stack.use(await createWorld())
  const browser = await openBrowser()
  stack.defer(() => browser.close())
  await world.start()
  const { data } = await world.v1<{ data: { projects: { uuid: string }[] } }>('GET', '/projects')
  const project = data.projects[0]?.uuid ?? ''
  const tasks = (await world.tree(project)).modules.flatMap((module) => module.tasks)
  const dana = slackPage((await openDesk(browser, problems, { width, height: 900 })).page)
  await dana.page.goto(world.playground + address)
  await dana.page.getByText('subscribed this channel').first().waitFor()
  const open = stack.move()
  return { world, browser, dana, project, tasks, close: () => open.disposeAsync() }
}
export type DanasDesk = Awaited<ReturnType<typeof danasDesk>>
