/** A page of `conversations.history` or `conversations.replies`. */
export interface Page<M> {
  messages?: M[]
  response_metadata?: { next_cursor?: string }
}

/** The messages of every page, the first to the last; a page is asked for when it is come to. */
export async function* everyMessage<M>(
  read: (cursor: { cursor?: string }) => Promise<Page<M>>,
): AsyncGenerator<M> {
  for (let cursor: string | undefined, first = true; first || cursor; first = false) {
    const page = await read(cursor ? { cursor } : {})
    yield* page.messages ?? []
    cursor = page.response_metadata?.next_cursor
  }
}
