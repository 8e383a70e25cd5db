import type { PaneComment, PaneRefusal, WorkObject } from '../kit/cards/work-object.ts'
import { attempt } from './attempt.ts'
import type { SlackClient } from './bolt.ts'

/** Each call needs the trigger id of the person's action in the side panel. */
export interface WorkObjectCalls {
  presentDetails(triggerId: string, shown: { entity: WorkObject } | { refusal: PaneRefusal }): Promise<void>
  presentComments(
    triggerId: string,
    shown:
      | { comments: readonly PaneComment[]; cursor: string | undefined; canPost: boolean }
      | { refusal: string },
  ): Promise<void>
  /** Returns the stored comment, or why it was refused. */
  acknowledgeComment(triggerId: string, outcome: { comment: PaneComment } | { error: string }): Promise<void>
}

const errorOf = ({ status, title, message }: PaneRefusal) => ({
  status,
  custom_title: title,
  custom_message: message,
})

/** @slack/web-api 8 has types only for `entity.presentDetails`, so all three are called by name. */
export const createWorkObjectCalls = (client: SlackClient): WorkObjectCalls => {
  const call = async (method: string, args: Record<string, unknown>) => {
    await attempt(method, () => client.apiCall(method, args))
  }
  return {
    presentDetails: (trigger_id, shown) =>
      call('entity.presentDetails', {
        trigger_id,
        ...('entity' in shown ? { metadata: shown.entity } : { error: errorOf(shown.refusal) }),
      }),
    presentComments: (trigger_id, shown) =>
      call('entity.presentComments', {
        trigger_id,
        ...('refusal' in shown
          ? { comments: [], can_post_comment: false, error: shown.refusal }
          : {
              comments: shown.comments,
              can_post_comment: shown.canPost,
              ...(shown.cursor !== undefined && { cursor: shown.cursor }),
            }),
      }),
    acknowledgeComment: (trigger_id, outcome) =>
      call('entity.acknowledgeCommentAction', { trigger_id, ...outcome }),
  }
}
