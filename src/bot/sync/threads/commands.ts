import { noTask, type TaskReference, taskReference, unquoted } from '../../answers/reference.ts'
import { refused, type Subcommand } from '../../answers/answer.ts'
import { syncByCommand } from './sync-thread.ts'

export const sync: Subcommand<{ task: TaskReference | undefined }> = {
  name: 'sync',
  summary:
    'Syncs a thread with a task: replies become comments. Mention the app in the thread: @Onboarding sync …',
  usage: 'sync [URL | uuid | text]',
  examples: ['sync kick-off', 'sync 8c9d1f1e-52b0-4b8e-a7a5-0f2b6f0f7d11', 'sync'],
  right: 'work',
  parse: (text) => {
    const words = unquoted(text)
    if (words === '') return { ok: true, task: undefined }
    const found = taskReference(words)
    return found ? { ok: true, task: found } : refused(sync, noTask)
  },
  run: (deps, actor, { task }, { threadTs }) => syncByCommand(deps, actor, { task, threadTs }),
}
