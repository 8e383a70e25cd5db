import { setTimeout as sleep } from 'node:timers/promises'
import { eventNames } from '../../../src/contract/event.ts'
import { demoProject } from '../../../src/service/demo/organization.ts'
import type { Notes } from '../faults.ts'
import { internalTask, taskNames } from '../plan.ts'
import { newMade, type Story } from '../story.ts'
import type { Timeline } from '../timeline.ts'
import { apiProxy, type HookEvent, hookProxy } from './proxies.ts'
import { peopleOf, troubleIn, type TrackerSide } from './tracker.ts'

/** The demo organization's people, whose addresses the service knows. */
const casey = 'casey@acme.example'
const [dana, lee, sam] = ['dana@vendor.example', 'lee@vendor.example', 'sam@vendor.example'] as const
const team = new Map<string, string>([
  ['Dana Smith', dana],
  ['Lee Wong', lee],
  ['Sam Okafor', sam],
])

interface Place {
  readonly url: string
  readonly key: string
}

/** What people do on the service's pages, through the interface behind them. */
const pagesOf = ({ url, key }: Place, timeline: Timeline) => {
  const ask = async <R>(method: string, path: string, body?: object, as: string = dana): Promise<R> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'x-acting-user': as,
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(10_000),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { data: R }).data
  }
  let open = 0
  let last: Promise<unknown> = Promise.resolve()
  return {
    ask,
    /** In sequence, so that the last change wins. Fails if the service is down, which the person would see. */
    deed: async <R>(method: string, path: string, body?: object, as?: string): Promise<R | undefined> => {
      open += 1
      const done = last.then(() => ask<R>(method, `/app/api/${path}`, body, as))
      last = done.catch((error: unknown) =>
        timeline.add('tracker', `a deed failed: ${(error as Error).message}`),
      )
      await last
      open -= 1
      return done.catch(() => undefined)
    },
    isIdle: () => open === 0,
    untilThere: async (): Promise<void> => {
      for (let tried = 1; tried < 300; tried += 1) {
        if ((await fetch(`${url}/healthz`).catch(() => undefined))?.ok) return
        await sleep(100)
      }
      throw new Error('the service did not start')
    },
  }
}

const keyIn = (words: string) => /\b([cs]\d{3}x)\b/.exec(words)?.[1]
const versionIn = (words: string) => Number(/ v(\d+)/.exec(words)?.[1] ?? 0)

const hear = ({ event_name: name, payload }: HookEvent, story: Story, taskOf: (uuid: string) => number) => {
  const { comment, task } = payload
  if (task) {
    const number = taskOf(task.uuid)
    if (name === 'task_completed') story.completed.add(number)
    const change = story.changes.findLast((one) => one.task === number && one.assignee === task.assignee_name)
    if (name === 'task_updated' && change) change.isHeard = true
  }
  if (!comment) return
  const told = story.comments.get(keyIn(comment.message_plain) ?? '')
  const made = story.made.find(({ uuid }) => uuid === comment.uuid)
  if (name === 'comment_new') {
    if (told) told.announced ??= ++story.acknowledged
    if (made) made.isEchoHeard = true
  }
  if (name === 'comment_updated') {
    if (told) told.editHeard = Math.max(told.editHeard, versionIn(comment.message_plain))
    if (made) made.isEditHeard = true
  }
  if (name === 'comment_deleted') {
    if (told) told.deletionHeard = true
    if (made) made.isDeletionHeard = true
  }
}

interface Surroundings extends Place {
  readonly notes: Notes
  readonly send: (body: string, signal: AbortSignal) => Promise<number>
}

/** The service as the tracker, in its own process, with people on its pages and proxies that faults hit. */
export const serviceSide = async ({ notes, url, key, send }: Surroundings): Promise<TrackerSide> => {
  const { story, timeline } = notes
  const pages = pagesOf({ url, key }, timeline)
  await pages.untilThere()
  const { project, modules } = await pages.ask<{
    project: { internal_project_url: string }
    modules: { uuid: string }[]
  }>('GET', `/app/api/projects/${demoProject.uuid}`)
  const tasks: string[] = []
  for (const [n, name] of taskNames.entries()) {
    const wanted = { module_uuid: modules[0]?.uuid, name, is_internal: n === internalTask }
    tasks.push((await pages.ask<{ uuid: string }>('POST', '/app/api/tasks', wanted)).uuid)
  }
  const make = (uuid: string, words: string) => {
    if (story.made.some((one) => one.uuid === uuid)) return
    story.made.push(newMade(uuid, words))
    timeline.add('tracker', `has the comment “${words}”`)
  }
  const proxy = await apiProxy({
    to: url,
    fault: troubleIn(notes),
    onAnswer: ({ name }, status, body) => {
      if (name !== 'createComment' || status >= 300) return
      const { data } = JSON.parse(body) as { data: { uuid: string; message_plain: string } }
      make(data.uuid, data.message_plain)
    },
  })
  const hooks = await hookProxy(notes, send, (event) => {
    const { comment } = event.payload
    // Its answer may still be on the way, or lost with the process.
    if (event.event_name === 'comment_new' && comment && /\br\d{3}x\b/.test(comment.message_plain))
      make(comment.uuid, comment.message_plain)
    hear(event, story, (uuid) => tasks.indexOf(uuid))
  })
  for (const event of eventNames)
    await pages.ask('POST', '/v1/webhooks', { event_code: event, hook_url: `${hooks.url}/hook` })
  let waiting = 0
  const over = new AbortController()
  const watch = async () => {
    while (!over.signal.aborted) {
      const open = pages.ask<{ pagination: { total: number } }>(
        'GET',
        '/app/api/deliveries?state=waiting&limit=1',
      )
      waiting = await open.then(({ pagination }) => pagination.total).catch(() => 1)
      await sleep(500)
    }
  }
  void watch()
  const author = (task: number) => (task === internalTask ? lee : casey)
  const people = peopleOf(notes, {
    comment: async ({ task }, words) => {
      const path = `tasks/${tasks[task]}/comments`
      const made = await pages.deed<{ uuid: string }>('POST', path, { message_plain: words }, author(task))
      return made?.uuid ?? ''
    },
    edit: async ({ uuid, task }, words) =>
      pages.deed('PATCH', `comments/${uuid}`, { message_plain: words }, author(task)),
    remove: async ({ uuid, task }) => pages.deed('DELETE', `comments/${uuid}`, undefined, author(task)),
    editMade: async ({ uuid }, words) => pages.deed('PATCH', `comments/${uuid}`, { message_plain: words }),
    removeMade: async ({ uuid }) => pages.deed('DELETE', `comments/${uuid}`),
    assignee: (wanted) => {
      const names = [...team.keys()]
      return names[wanted.charCodeAt(wanted.length - 2) % names.length] ?? ''
    },
    assign: async ({ task, assignee }) =>
      pages.deed('PATCH', `tasks/${tasks[task]}`, { assignee: team.get(assignee) }),
    complete: async (task) => pages.deed('PATCH', `tasks/${tasks[task]}`, { status: 'Completed' }),
    hide: async (task) => pages.deed('PATCH', `tasks/${tasks[task]}`, { is_internal: true }),
  })
  return {
    ...people,
    url: proxy.url,
    internalPage: `${new URL(project.internal_project_url).origin}/projects/`,
    isIdle: () => waiting === 0 && hooks.isIdle() && pages.isIdle(),
    close: async () => {
      over.abort()
      await proxy.close()
      await hooks.close()
    },
  }
}
