/** The store cannot be used at all: a bad URL, no permission, held by another process. One line for a person. */
export class StoreUnusable extends Error {
  override name = 'StoreUnusable' as const
}
