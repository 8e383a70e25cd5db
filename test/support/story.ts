import { withoutQuote } from './without-quote.ts'
import { type ChannelMessage, eventually, type TrackerTask, type World } from './world.ts'

interface Created {
  data: { uuid: string; internal_project_url: string }
}
interface Playbooks {
  data: { playbooks: { uuid: string; name: string }[] }
}

/** The current version of a name is its last entry. */
const currentPlaybook = async (world: World, name: string): Promise<string> => {
  const { data } = await world.v1<Playbooks>('GET', `/playbooks?name=${encodeURIComponent(name)}&limit=200`)
  const current = data.playbooks.filter((playbook) => playbook.name === name).at(-1)
  if (!current) throw new Error(`no playbook is named ${name}`)
  return current.uuid
}

export const createProject = async (world: World, name: string, account = 'Globex'): Promise<string> => {
  const { data } = await world.v1<Created>('POST', '/projects', {
    name,
    playbook_uuid: await currentPlaybook(world, 'Standard Onboarding'),
    account,
    // Far in the future, so nothing is ever overdue.
    start_date: '11/23/2096',
    project_owner: 'dana@vendor.example',
    customer_users: [account === 'Globex' ? 'robin@globex.example' : 'casey@acme.example'],
  })
  return data.uuid
}

/** A task that a customer sees. */
export const openTask = async (world: World, project: string): Promise<TrackerTask> => {
  const { modules } = await world.tree(project)
  const task = modules.flatMap(({ tasks }) => tasks).find((candidate) => !candidate.is_internal)
  if (!task) throw new Error('the project has no task for customers')
  return task
}

export const comment = (world: World, as: string, task: string, text: string) =>
  world.app(as, 'POST', `/tasks/${task}/comments`, { message_plain: text })

export const commentsOn = async (world: World, project: string, task: string) => {
  const { modules } = await world.tree(project)
  return modules.flatMap(({ tasks }) => tasks).find(({ uuid }) => uuid === task)?.comments ?? []
}

/** Waits for a message whose text contains the words. */
export const messageSaying = (
  world: World,
  channel: string,
  words: string,
  ms?: number,
): Promise<ChannelMessage> =>
  eventually(
    `“${words}” in #${channel}`,
    async () => (await world.messages(channel)).find(({ text }) => withoutQuote(text).includes(words)),
    ms,
  )

export const reactionsOn = async (world: World, channel: string, ts: string): Promise<string[]> => {
  const message = (await world.messages(channel)).find((candidate) => candidate.ts === ts)
  return (message?.reactions ?? []).map(({ name }) => name)
}

export const settled = (world: World, channel: string, ts: string) =>
  eventually('✅ on the reply', async () =>
    (await reactionsOn(world, channel, ts)).includes('white_check_mark') ? true : undefined,
  )
