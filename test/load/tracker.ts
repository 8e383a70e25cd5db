import { limits } from '../../src/contract/limits.ts'
import { customer, project, standInTracker, task } from '../bot/support/stand-in-tracker.ts'
import { trackerOverHttp } from '../bot/support/tracker-over-http.ts'
import { commentEvent } from '../bot/support/tracker-events.ts'
import { placeIn, projectOf, taskOf } from '../support/installed-ids.ts'
import { perMinute } from './tier.ts'
import type { Watch } from './watch.ts'
import { wordIn } from './words.ts'

type Send = (installation: number, event: object) => Promise<void>

const writes = ['createComment', 'createProject', 'writeDataFieldValues', 'createExternalLink']

/** All trackers, with 200 writes a minute each. Their events go to the bot by `send`. */
export const trackerSide = async (watch: Watch, send: Send) => {
  const standIn = standInTracker()
  standIn.users.push({ uuid: customer, full_name: 'Casey Jones', is_customer: true })
  const refused: Record<string, number> = {}
  const turn = perMinute(limits.writesPerMinute, limits.writesPerMinute)
  standIn.control.onCreated = async (comment) => {
    for (const word of comment.message_plain.match(wordIn) ?? []) watch.end('reply → comment', word)
    const [installation] = placeIn(comment.associated_object_uuid ?? '')
    setTimeout(() => void send(installation, commentEvent(comment)), 20)
  }
  const nameOf = (uuid: string) => `Project ${uuid}`
  const door = await trackerOverHttp(
    {
      ...standIn,
      api: {
        ...standIn.api,
        getTask: async ({ task_uuid: uuid }) => {
          const of = projectOf(...placeIn(uuid))
          return { ...task, uuid, name: `Task ${uuid}`, project: { uuid: of, name: nameOf(of) } }
        },
        listProjects: async ({ name = '' }) => ({
          projects: [{ ...project, uuid: name.replace('Project ', ''), name }],
          pagination: { total: 1 },
        }),
      },
    },
    ({ name, input }) => {
      if (!writes.includes(name)) return undefined
      const [installation] = placeIn(JSON.stringify(input['task_uuid'] ?? '').slice(1, -1))
      if (turn(String(installation)) === 0) return undefined
      refused[name] = (refused[name] ?? 0) + 1
      return {
        status: 429,
        body: { success: false, message: 'Too many requests.', errors: null, metadata: { request_id: 'r' } },
      }
    },
  )
  const said = (installation: number, place: number, text: string) =>
    standIn.addComment({
      message_plain: text,
      associated_object_uuid: taskOf(installation, place),
      parent_object_uuid: projectOf(installation, place),
    })
  return {
    ...door,
    refused,
    comment: async (installation: number, place: number, text: string): Promise<string> => {
      const comment = said(installation, place, text)
      await send(installation, commentEvent(comment))
      return comment.uuid
    },
    edit: async (installation: number, uuid: string, text: string): Promise<void> => {
      const comment = standIn.comments.get(uuid)
      if (!comment) return
      const edited = { ...comment, message_plain: text, edited_at: new Date().toISOString() }
      standIn.comments.set(uuid, edited)
      await send(installation, commentEvent(edited, 'comment_updated'))
    },
  }
}
export type TrackerSide = Awaited<ReturnType<typeof trackerSide>>
