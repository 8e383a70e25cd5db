/** A bad URL, no permission, or a lock of another process. The message is one line for a person. */
export class StoreUnusable extends Error {
  override name = 'StoreUnusable' as const
}
