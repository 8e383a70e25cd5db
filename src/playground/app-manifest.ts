/** What Slack knows about the app from its manifest: the page's suggestions. */

export const commands = [
  {
    command: '/onboard',
    description: 'Look up, follow, and comment on onboarding projects',
    usage: 'help | projects [text] | project [name]',
    subcommands: [
      { name: 'help', usage: '[subcommand]', description: 'List every subcommand with an example' },
      { name: 'projects', usage: '[text]', description: 'List projects, or filter them by name' },
      { name: 'project', usage: '[name | external id | URL]', description: 'Show a project' },
      { name: 'task', usage: '<URL | uuid | text>', description: 'Show a task, with a button to comment' },
      { name: 'create', usage: '[name]', description: 'Create a project from a playbook' },
      { name: 'playbooks', usage: '[text]', description: 'List playbooks and their current versions' },
      { name: 'fields', usage: '[project]', description: 'Show a project’s data fields and values' },
      {
        name: 'set',
        usage: '<field> = <value>',
        description: 'Change a data field, after a preview',
      },
      { name: 'comment', usage: '<task> <text>', description: 'Comment on a task' },
      {
        name: 'subscribe',
        usage: '<project | account:NAME | all> [events…]',
        description: 'Subscribe this channel to events',
      },
      {
        name: 'unsubscribe',
        usage: '<project | account:NAME | all>',
        description: 'Unsubscribe this channel',
      },
      { name: 'subscriptions', usage: '', description: 'List this channel’s subscriptions' },
      { name: 'settings', usage: '', description: 'Change this channel’s settings' },
      { name: 'status', usage: '', description: 'Show this channel’s health' },
      { name: 'why', usage: '<message link>', description: 'Explain a message' },
      { name: 'doctor', usage: '', description: 'Check the whole setup (for admins)' },
    ],
  },
] as const

interface Shortcut {
  callback_id: string
  name: string
  /** In a message's menu, or next to the composer. */
  type: 'message' | 'global'
}

/** The page shows these. */
export const shortcuts: readonly Shortcut[] = [
  { callback_id: 'new_onboarding_project', name: 'New onboarding project', type: 'global' },
  { callback_id: 'comment_on_a_task', name: 'Comment on a task', type: 'message' },
]
