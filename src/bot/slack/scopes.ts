/** What stops without each scope of manifest.yml: a minor function (`optional`), or all (`vital`). */
export const scopes: Readonly<Record<string, { loses: string; optional?: true; vital?: true }>> = {
  commands: { loses: '/onboard and the shortcuts' },
  'app_mentions:read': { loses: 'the commands by @Onboarding, also in threads' },
  'chat:write': { loses: 'every message', vital: true },
  'chat:write.customize': { loses: 'comments under their authors’ names and pictures', optional: true },
  'channels:read': { loses: 'knowing who reads a public channel, so each counts as shared' },
  'groups:read': { loses: 'knowing who reads a private channel, so each counts as shared' },
  'channels:history': {
    loses: 'replies in public channels, and checking for a message before posting it again',
  },
  'groups:history': {
    loses: 'replies in private channels, and checking for a message before posting it again',
  },
  'im:history': {
    loses: 'what people write to the app, and checking for a direct message before sending it again',
  },
  'im:write': { loses: 'checking for a direct message before sending it again', optional: true },
  'mpim:history': { loses: 'the commands in group direct messages', optional: true },
  'links:read': { loses: 'cards under links to projects and tasks', optional: true },
  'links:write': { loses: 'cards under links to projects and tasks', optional: true },
  'pins:write': { loses: 'Pin on a project’s card', optional: true },
  'reactions:write': { loses: 'the hourglass, check mark and warning on replies', optional: true },
  'channels:manage': { loses: 'new public channels for projects, and archiving them', optional: true },
  'groups:write': { loses: 'new private channels for projects, and archiving them', optional: true },
  'conversations.connect:write': { loses: 'inviting customers to a project’s channel', optional: true },
  'team:read': { loses: 'the names of organizations that share a channel', optional: true },
  'users:read': { loses: 'people’s names, and who is an admin', vital: true },
  'users:read.email': { loses: 'matching Slack members to tracker users' },
}
