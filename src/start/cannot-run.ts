/** Why the program or a command cannot run. The message is one line for a person. */
export class CannotRun extends Error {
  override name = 'CannotRun' as const
}
