/** What Slack knows about the app from its manifest: the page's suggestions, and what installing it asks for. */

/** A word after `/onboard`, as the app's help has it, for the page's suggestions. */
export interface Subcommand {
  readonly name: string
  /** What follows the name. */
  readonly usage: string
  readonly description: string
}

export const commands = [
  {
    command: '/onboard',
    description: 'Look up, follow, and comment on onboarding projects',
    usage: 'help | projects [text] | project [name]',
  },
] as const

interface Shortcut {
  callback_id: string
  name: string
  /** In a message's menu, or next to the composer. */
  type: 'message' | 'global'
}

/** The shortcuts that the page shows. */
export const shortcuts: readonly Shortcut[] = [
  { callback_id: 'new_onboarding_project', name: 'New onboarding project', type: 'global' },
  { callback_id: 'comment_on_a_task', name: 'Comment on a task', type: 'message' },
  { callback_id: 'sync_this_thread', name: 'Sync thread with a task', type: 'message' },
]

interface Scope {
  name: string
  /** As Slack's consent page says it. */
  does: string
  /** The person who installs the app may leave it out. */
  optional?: true
}

export const scopes: readonly Scope[] = [
  { name: 'commands', does: 'Add shortcuts and slash commands that people can use' },
  { name: 'app_mentions:read', does: 'View messages that directly mention @Onboarding' },
  { name: 'chat:write', does: 'Send messages as @Onboarding' },
  { name: 'chat:write.customize', does: 'Send messages with another name and picture' },
  { name: 'channels:read', does: 'View basic information about public channels' },
  { name: 'groups:read', does: 'View basic information about private channels it was added to' },
  { name: 'channels:history', does: 'View messages in public channels it was added to' },
  { name: 'groups:history', does: 'View messages in private channels it was added to' },
  { name: 'im:history', does: 'View messages in direct messages with it' },
  { name: 'links:read', does: 'View links to the tracker in messages' },
  { name: 'links:write', does: 'Show previews of links to the tracker' },
  { name: 'reactions:write', does: 'Add and edit emoji reactions' },
  { name: 'users:read', does: 'View people in the workspace' },
  { name: 'users:read.email', does: 'View email addresses of people in the workspace' },
  { name: 'team:read', does: 'View the names of workspaces that share a channel', optional: true },
  { name: 'pins:write', does: 'Add and remove pinned messages', optional: true },
  { name: 'mpim:history', does: 'View messages in group direct messages it was added to', optional: true },
  { name: 'im:write', does: 'Start direct messages with people', optional: true },
  { name: 'channels:manage', does: 'Create and manage public channels that it was added to', optional: true },
  { name: 'groups:write', does: 'Create and manage private channels that it was added to', optional: true },
  {
    name: 'conversations.connect:write',
    does: 'Send Slack Connect invitations for channels that it was added to',
    optional: true,
  },
]

/** The first workspace also has scopes that tests of the Web API need. */
export const firstScopes: readonly string[] = [
  ...scopes.map(({ name }) => name),
  'channels:join',
  'im:read',
  'reactions:read',
]
