import type { RespondFn } from '@slack/bolt'
import type { Answer } from '../use-cases/answers/answer.ts'

/** Says an answer through the response URL: to the person alone, unless it is for the channel. */
export const reply = async (respond: RespondFn, answer: Answer, threadTs?: string): Promise<void> => {
  if ('remove' in answer) return void (await respond({ delete_original: true }))
  const { text, blocks } = answer.message
  await respond({
    text,
    blocks: [...blocks],
    response_type: answer.inChannel ? 'in_channel' : 'ephemeral',
    replace_original: answer.replace ?? false,
    unfurl_links: false,
    ...(threadTs !== undefined && !answer.inChannel && { thread_ts: threadTs }),
  })
  if (answer.later) await reply(respond, { ...(await answer.later()), replace: true }, threadTs)
}
