import { type TaskReference, taskReference } from './reference.ts'
import { refused, type Subcommand } from './subcommand.ts'
import { unquoted } from './words.ts'

export const task: Subcommand<{ task: TaskReference }> = {
  name: 'task',
  summary:
    'Shows a task with a button to comment. A text finds tasks that this channel’s projects have shown.',
  usage: 'task <URL | uuid | text>',
  examples: [
    'task kick-off',
    'task https://tracker.example/projects/3f0c8a52-7c1e-4f6f-9f0e-2b8f4a1d9c77#task-8c9d1f1e-52b0-4b8e-a7a5-0f2b6f0f7d11',
  ],
  parse: (text) => {
    const words = unquoted(text)
    if (words === '') return refused(task, 'Which task? Paste its URL, or type a part of its name.')
    const found = taskReference(words)
    return found ? { ok: true, task: found } : refused(task, 'That URL is no task’s page of the tracker.')
  },
}
