import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { commentsOn } from '../../support/story.ts'
import { createWorld, eventually, type TrackerTask } from '../../support/world.ts'
import { violations } from './accessibility.ts'
import { canBrowse, openBrowser, openDesk } from './browser.ts'
import { slackPage } from './slack-page.ts'

/** The whole product, and Dana in its demo channel. `problems` collects the errors of its browsers. */
const danasDesk = async (width: number, address: string) => {
  const problems: string[] = []
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
  return {
    world,
    browser,
    dana,
    problems,
    project,
    taskCalled: (name: string): TrackerTask => {
      const found = tasks.find((task) => task.name === name)
      if (!found) throw new Error(`the demo project has no task ${name}`)
      return found
    },
    /** Waits until a comment of the task contains the words. */
    saysOn: ({ uuid }: TrackerTask, words: string) =>
      eventually(`“${words}” on the task`, async () =>
        (await commentsOn(world, project, uuid)).some(({ message_plain: text }) => text.includes(words))
          ? true
          : undefined,
      ),
    /** Dana's page breaks no rule of accessibility. */
    look: async (name: string) => expect(await violations(dana.page), name).toEqual([]),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}
type DanasDesk = Awaited<ReturnType<typeof danasDesk>>

/**
 * Stories at one desk, which is empty until the first of them begins. Unless told, it is too narrow for the tracker: only
 * Slack's side is tested. No story may leave an error in a browser, unless it `breaksThings`.
 */
export const atDanasDesk = (
  title: string,
  { width = 1_080, address = '/archives/C0ACME?as=dana', breaksThings = false },
  tell: (desk: DanasDesk) => void,
): void => {
  describe.runIf(canBrowse)(`at Dana’s desk: ${title}`, () => {
    const desk = {} as DanasDesk
    beforeAll(async () => Object.assign(desk, await danasDesk(width, address)))
    afterAll(() => desk[Symbol.asyncDispose]?.())
    if (!breaksThings) afterEach(() => expect(desk.problems.splice(0), 'errors in the browser').toEqual([]))
    tell(desk)
  })
}
