import { expect, test } from 'vitest'
import { listening } from '../../support/listening.ts'
import { channel, projectEvent } from '../../support/running-bot.ts'
import { project } from '../../support/stand-in-tracker.ts'

const url = project.internal_project_url

test.each([
  ['empty', ''],
  ['blank', ' '],
  ['null', null],
])('cards have no word for what nobody set, and nothing of it is overdue (%s)', async (_, nothing) => {
  const { send, customerSays, change, changeTask, slack } = await listening()
  changeTask({ status: nothing, assignee_name: nothing, due_date: nothing, module_name: nothing })
  change({ project_state: nothing, status: null, due_date: nothing, project_owner: null, percentage: null })
  await send(projectEvent('project_created'))
  await customerSays('Where do we start?')
  // The project's card may have been changed already: it says who did what last.
  const beside = /#task-[\w-]+|\nLast activity: .*/g
  expect(slack.roots(channel).map(({ text }) => text.replaceAll(beside, ''))).toEqual([
    `Project <${url}|${project.name}> · Acme Corp`,
    `Task <${url}|Kick-off call>\n${project.name}\nAcme Corp reads replies.\nCasey Jones: “Where do we start?”`,
  ])
})
