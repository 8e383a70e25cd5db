/** A bad URL, missing permissions, or a database that another process has locked. The message is one line for a person. */
export class StoreUnusable extends Error {
  override name = 'StoreUnusable' as const
}
