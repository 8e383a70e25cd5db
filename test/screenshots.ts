import { join } from 'node:path'
import { openBrowser, openDesk } from './e2e/browser/browser.ts'
import { projectPage } from './e2e/browser/project-page.ts'
import { slackPage } from './e2e/browser/slack-page.ts'
import { comment, messageSaying, settled } from './support/story.ts'
import { createWorld, type World } from './support/world.ts'

/** `npm run screenshots`: plays a short story in its own world and takes the README's picture. */
const picture = join(import.meta.dirname, '../docs/playground.png')
const channel = 'acme-onboarding'
const casey = 'casey@acme.example'

interface Tree {
  modules: { tasks: { uuid: string; name: string; subtasks: { uuid: string; name: string }[] }[] }[]
}

const readTasks = async (world: World) => {
  const { data } = await world.v1<{ data: { projects: { uuid: string }[] } }>('GET', '/projects')
  const project = data.projects[0]?.uuid ?? ''
  const tasks = ((await world.tree(project)) as unknown as Tree).modules.flatMap((module) => module.tasks)
  return (name: string) => {
    const found = tasks.find((task) => task.name === name)
    if (!found) throw new Error(`the demo project has no task ${name}`)
    return found
  }
}

const tell = async (world: World) => {
  const task = await readTasks(world)
  const { uuid } = task('Export your data')
  await comment(
    world,
    casey,
    uuid,
    'Our 12,480 orders are exported. Three of them have no customer: a problem?',
  )
  const asked = await messageSaying(world, channel, 'Our 12,480 orders')
  const answer = 'Not at all: leave them in, the import asks about each. @lee looks at the file today.'
  await settled(world, channel, await world.say('dana', channel, answer, asked.thread_ts))
  await comment(world, casey, uuid, 'Perfect, it is uploaded. Thank you!')
  await messageSaying(world, channel, 'it is uploaded')
  const end = await world.say('lee', channel, 'Got it: all rows are readable 🎉', asked.thread_ts)
  await settled(world, channel, end)

  const team = task('Tell us about your team')
  for (const { uuid } of team.subtasks.filter(({ name }) => name === 'Preferred channel'))
    await world.app(casey, 'PATCH', `/subtasks/${uuid}`, { status: 'Completed', action_response: 'Slack' })
  await world.app(casey, 'PATCH', `/tasks/${team.uuid}`, { status: 'Completed' })
  await messageSaying(world, channel, `${team.name}> completed by`)
}

const world = await createWorld()
const browser = await openBrowser()
try {
  await world.start()
  await tell(world)
  const problems: string[] = []
  const { page } = await openDesk(browser, problems, { width: 1_600, height: 900 })
  const slack = slackPage(page)
  await page.goto(world.playground)
  await slack.openThread(slack.card('Export your data'))
  await slack.reply('all rows are readable').waitFor()
  const last = projectPage(slack.tracker).fromSlack('Lee Wong', 'Got it')
  await last.scrollIntoViewIfNeeded()
  await page.mouse.move(800, 20)
  await page.screenshot({ path: picture })
  if (problems.length > 0) throw new Error(problems.join('\n'))
  console.log(picture)
} finally {
  await browser.close()
  await world.kill()
}
// The browser lives as long as this process.
process.exit()
