interface Page {
  response_metadata?: { next_cursor?: string }
}

/** Each page of a list, the first to the last, `most` at most; a page is asked for when it is come to. */
export async function* everyPage<P extends Page>(
  read: (cursor: { cursor?: string }) => Promise<P>,
  most = Infinity,
): AsyncGenerator<P> {
  let cursor: string | undefined
  for (let page = 0; page < most; page++) {
    const answer = await read(cursor ? { cursor } : {})
    yield answer
    cursor = answer.response_metadata?.next_cursor
    if (!cursor) return
  }
}

/** A page of `conversations.history` or `conversations.replies`. */
export interface Messages<M> extends Page {
  messages?: M[]
}

/** The messages of every page. */
export async function* everyMessage<M>(
  read: (cursor: { cursor?: string }) => Promise<Messages<M>>,
): AsyncGenerator<M> {
  for await (const { messages = [] } of everyPage(read)) yield* messages
}
