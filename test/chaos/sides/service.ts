import { setTimeout as sleep } from 'node:timers/promises'
import { eventNames } from '../../../src/contract/event.ts'
import { demoProject } from '../../../src/service/demo/organization.ts'
import type { Faults } from '../faults.ts'
import { internalTask, taskNames } from '../plan.ts'
import type { MadeComment, Story } from '../story.ts'
import type { Timeline } from '../timeline.ts'
import { wordsOf } from '../words.ts'
import { apiProxy } from './api-proxy.ts'
import { type HookEvent, hookProxy } from './hook-proxy.ts'
import { mail, peopleOf } from './people.ts'
import type { TrackerSide } from './tracker.ts'

interface Surroundings {
  readonly faults: Faults
  readonly story: Story
  readonly timeline: Timeline
  /** Of the running service. */
  readonly url: string
  readonly key: string
  readonly send: (body: string, headers: Record<string, string>, signal: AbortSignal) => Promise<number>
}

const team = [mail.dana, mail.lee, mail.sam]
const nameOf: Record<string, string> = {
  [mail.dana]: 'Dana Smith',
  [mail.lee]: 'Lee Wong',
  [mail.sam]: 'Sam Okafor',
}
const keyIn = (words: string) => /\b([cs]\d{3}x)\b/.exec(words)?.[1]
const versionIn = (words: string) => Number(/ v(\d+)/.exec(words)?.[1] ?? 0)

/** What the bot acknowledged, according to the deliveries. */
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

const madeOf = (uuid: string, words: string): MadeComment => ({
  uuid,
  words,
  isEchoHeard: false,
  isEdited: false,
  isDeleted: false,
  isEditHeard: false,
  isDeletionHeard: false,
})

/** The service as the tracker, in its own process, with people on its pages and proxies that faults hit. */
export const serviceSide = async ({ faults, story, timeline, url, key, send }: Surroundings) => {
  const people = peopleOf({ url, key, timeline })
  await people.untilThere()
  const { project, modules } = await people.ask<{
    project: { internal_project_url: string }
    modules: { uuid: string }[]
  }>('GET', `/app/api/projects/${demoProject.uuid}`)
  const tasks: string[] = []
  for (const [n, name] of taskNames.entries()) {
    const wanted = { module_uuid: modules[0]?.uuid, name, is_internal: n === internalTask }
    tasks.push((await people.ask<{ uuid: string }>('POST', '/app/api/tasks', wanted)).uuid)
  }
  const make = (uuid: string, words: string) => {
    if (story.made.some((one) => one.uuid === uuid)) return
    story.made.push(madeOf(uuid, words))
    timeline.add('tracker', `has the comment “${words}”`)
  }
  const proxy = await apiProxy({
    to: url,
    fault: ({ name, input }) => {
      const fault = faults.ofCall('tracker', name)
      if (name === 'createComment')
        story.attempts.push({ words: String(input['message_plain']), fault: fault?.name })
      return fault?.trouble
    },
    onAnswer: ({ name }, status, body) => {
      if (name !== 'createComment' || status >= 300) return
      const { data } = JSON.parse(body) as { data: { uuid: string; message_plain: string } }
      make(data.uuid, data.message_plain)
    },
  })
  const hooks = await hookProxy({
    faults,
    timeline,
    send,
    onAcknowledged: (event) => {
      const { comment } = event.payload
      // Its answer may still be on the way, or lost with the process.
      if (event.event_name === 'comment_new' && comment && /\br\d{3}x\b/.test(comment.message_plain))
        make(comment.uuid, comment.message_plain)
      hear(event, story, (uuid) => tasks.indexOf(uuid))
    },
  })
  for (const event of eventNames)
    await people.ask('POST', '/v1/webhooks', { event_code: event, hook_url: `${hooks.url}/hook` })
  let waiting = 0
  const over = new AbortController()
  const watch = async () => {
    while (!over.signal.aborted) {
      const open = people.ask<{ pagination: { total: number } }>(
        'GET',
        '/app/api/deliveries?state=waiting&limit=1',
      )
      waiting = await open.then(({ pagination }) => pagination.total).catch(() => 1)
      await sleep(500)
    }
  }
  void watch()
  const author = (task: number) => (task === internalTask ? mail.lee : mail.casey)
  const known = (of: string) => {
    const told = story.comments.get(of)
    return told?.uuid ? told : undefined
  }
  const knownMade = (of: string) =>
    story.made.find(({ words, isDeleted }) => words.includes(of) && !isDeleted)
  const side: TrackerSide = {
    url: proxy.url,
    internalPage: `${new URL(project.internal_project_url).origin}/projects/`,
    isIdle: () => waiting === 0 && hooks.isIdle() && people.isIdle(),
    close: async () => {
      over.abort()
      await proxy.close()
      await hooks.close()
    },
    comment: async (of, task, isLong = false) => {
      const entry = {
        key: of,
        uuid: '',
        task,
        version: 0,
        isDeleted: false,
        announced: undefined,
        editHeard: 0,
        deletionHeard: false,
      }
      story.comments.set(of, entry)
      timeline.add('a customer', `comments ${of} v0 on ${taskNames[task]}`)
      const wanted = { message_plain: wordsOf(of, 'v0', isLong) }
      const path = `/app/api/tasks/${tasks[task]}/comments`
      const made = await people.deed<{ uuid: string }>('POST', path, wanted, author(task))
      entry.uuid = made?.uuid ?? ''
    },
    editComment: async (of) => {
      const told = known(of)
      if (!told || told.isDeleted) return
      told.version += 1
      timeline.add('a customer', `edits ${of} v${told.version}`)
      const words = { message_plain: wordsOf(of, `v${told.version}`) }
      await people.deed('PATCH', `/app/api/comments/${told.uuid}`, words, author(told.task))
    },
    deleteComment: async (of) => {
      const told = known(of)
      if (!told) return
      told.isDeleted = true
      timeline.add('a customer', `deletes ${of}`)
      await people.deed('DELETE', `/app/api/comments/${told.uuid}`, undefined, author(told.task))
    },
    editMade: async (of) => {
      const made = knownMade(of)
      if (!made) return
      made.isEdited = true
      const words = made.words.replace(/ v\d+[^]*/, ' t1')
      timeline.add('the team', `edits the comment of a reply: ${words}`)
      await people.deed('PATCH', `/app/api/comments/${made.uuid}`, { message_plain: words })
    },
    deleteMade: async (of) => {
      const made = knownMade(of)
      if (!made) return
      made.isDeleted = true
      timeline.add('the team', `deletes the comment of the reply ${of}`)
      await people.deed('DELETE', `/app/api/comments/${made.uuid}`)
    },
    changeTask: async (task, wanted) => {
      const assignee = team[wanted.charCodeAt(wanted.length - 2) % team.length] ?? mail.dana
      story.changes.push({ task, assignee: nameOf[assignee] ?? '', isHeard: false })
      timeline.add('the team', `gives ${taskNames[task]} to ${assignee}`)
      await people.deed('PATCH', `/app/api/tasks/${tasks[task]}`, { assignee })
    },
    completeTask: async (task) => {
      timeline.add('the team', `completes ${taskNames[task]}`)
      await people.deed('PATCH', `/app/api/tasks/${tasks[task]}`, { status: 'Completed' })
    },
  }
  return side
}
