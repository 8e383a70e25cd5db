/** Why the program or a command cannot run. The message is one line for a person. */
export class CannotRun extends Error {
  override name = 'CannotRun' as const
  /** The exit status of the process. */
  readonly status: number = 1
}

/** The command line names no command, or lacks words that the command needs. The status is that of sysexits(3). */
export class NotUnderstood extends CannotRun {
  override readonly status = 64
}

/** What a person types before the word: the package's command, or npm in a clone of the repository. */
export const program = import.meta.filename.endsWith('.ts') ? 'npm start --' : 'onboarding-for-slack'

export const wrongUse = (words: string) => new NotUnderstood(`Usage: ${program} ${words}`)
