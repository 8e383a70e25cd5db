import { NotUnderstood } from './cannot-run.ts'

/** What a person types before the word: the package's command, or npm in a clone of the repository. */
export const program = import.meta.filename.endsWith('.ts') ? 'npm start --' : 'onboarding-for-slack'

export const wrongUse = (words: string) => new NotUnderstood(`Usage: ${program} ${words}`)
