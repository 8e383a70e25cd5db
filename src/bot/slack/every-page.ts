export interface Page {
  response_metadata?: { next_cursor?: string }
}

/** Yields at most `most` pages. Requests each page only when the caller needs it. */
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

export interface Messages<M> extends Page {
  messages?: M[]
}

export async function* everyMessage<M>(
  read: (cursor: { cursor?: string }) => Promise<Messages<M>>,
): AsyncGenerator<M> {
  for await (const { messages = [] } of everyPage(read)) yield* messages
}
