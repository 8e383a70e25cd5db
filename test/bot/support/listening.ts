import { channel, envelope, runningBot } from './running-bot.ts'
import { project, task, taskUuid } from './stand-in-tracker.ts'

type Changes = Parameters<typeof runningBot>[0] & { shared?: boolean }

/** A channel that receives everything of the demo project, and nothing said in it yet. */
export const listening = async ({ shared = false, ...changes }: Changes = {}) => {
  const running = await runningBot(changes)
  if (shared) running.slack.shared.add(channel)
  await running.confirmed(`subscribe "${project.name}" all`)
  const { slack } = running
  /** The root with these words, and the texts of its thread. */
  const threadOf = (words: string) => {
    const root = slack.roots(channel).find(({ text }) => text.includes(words))
    return { root, lines: root ? slack.thread(root.ts) : [] }
  }
  return { ...running, threadOf }
}
const inProject = { project_uuid: project.uuid, project_name: project.name }
export const subtaskEvent = (name: string, facts: object = {}, parent: object = {}) =>
  envelope(name, {
    ...inProject,
    parent_task_uuid: taskUuid,
    parent_task_name: task.name,
    ...parent,
    subtask: { uuid: '33333333-3333-4333-8333-333333333333', name: 'Choose a date', ...facts },
  })
export const moduleEvent = (progress: string, facts: object = {}, name = 'module_updated') =>
  envelope(name, {
    ...inProject,
    module: { uuid: 'm1', name: 'Kickoff', completion_progress: progress, ...facts },
  })
export const invitation = (facts: object = {}) =>
  envelope('project_invitation', {
    ...inProject,
    invited_user: { uuid: 'u7', full_name: 'Robin Hill', user_role: 'Sponsor', ...facts },
  })
