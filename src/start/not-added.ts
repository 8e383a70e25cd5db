/** A wrong command; the message is one line for a person. */
export class NotAdded extends Error {
  override name = 'NotAdded' as const
}
