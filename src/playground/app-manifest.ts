/** What Slack knows of the app from its manifest: what the page offers before the app says a word. */

export const commands = [
  {
    command: '/onboard',
    description: 'Look up, create and follow onboarding projects',
    usage: 'help | projects [text] | project [name]',
    subcommands: [
      { name: 'help', usage: '[subcommand]', description: 'Every subcommand with an example' },
      { name: 'projects', usage: '[text]', description: 'Projects whose name contains text' },
      { name: 'project', usage: '[name | external id | URL]', description: 'One project’s card' },
      { name: 'task', usage: '<URL | uuid | text>', description: 'A task’s card, with Comment' },
      { name: 'create', usage: '[name]', description: 'Create a project from a playbook' },
      { name: 'playbooks', usage: '[text]', description: 'The current version of each playbook' },
      { name: 'fields', usage: '[project]', description: 'A project’s data fields and values' },
      {
        name: 'set',
        usage: '<field> = <value>',
        description: 'Write a data field, after a look at the effect',
      },
      { name: 'comment', usage: '<task> <text>', description: 'Post a comment on a task' },
      {
        name: 'subscribe',
        usage: '<project | account:NAME | all> [events…]',
        description: 'Send events to this channel',
      },
      {
        name: 'unsubscribe',
        usage: '<project | account:NAME | all>',
        description: 'Stop sending events here',
      },
      { name: 'subscriptions', usage: '', description: 'What this channel receives' },
      { name: 'settings', usage: '', description: 'What this channel receives' },
      { name: 'status', usage: '', description: 'What waits, what failed, whether all is well' },
      { name: 'why', usage: '<message link>', description: 'What caused a message' },
      { name: 'doctor', usage: '', description: 'Checks everything, for admins' },
    ],
  },
] as const

interface Shortcut {
  callback_id: string
  name: string
  /** In a message's menu, or beside the composer. */
  type: 'message' | 'global'
}

/** What stands here is offered on the page. */
export const shortcuts: readonly Shortcut[] = [
  { callback_id: 'new_onboarding_project', name: 'New onboarding project', type: 'global' },
  { callback_id: 'comment_on_a_task', name: 'Comment on a task', type: 'message' },
]
