/** What stops without each scope of manifest.yml: a minor function (`optional`), or all (`vital`). */
export const scopes: Readonly<Record<string, { loses: string; optional?: true; vital?: true }>> = {
  commands: { loses: '/onboard and the shortcuts' },
  'app_mentions:read': { loses: 'the commands by @Onboarding, also in threads' },
  'chat:write': { loses: 'every message', vital: true },
  'chat:write.customize': { loses: 'comments under their authors’ names and pictures', optional: true },
  'channels:read': { loses: 'who reads a public channel: each counts as shared' },
  'groups:read': { loses: 'who reads a private channel: each counts as shared' },
  'channels:history': { loses: 'replies in public channels, and the look before a message is posted again' },
  'groups:history': { loses: 'replies in private channels, and the look before a message is posted again' },
  'im:history': { loses: 'the look before a direct message is sent again', optional: true },
  'im:write': { loses: 'the look before a direct message is sent again', optional: true },
  'links:read': { loses: 'cards under links to projects and tasks', optional: true },
  'links:write': { loses: 'cards under links to projects and tasks', optional: true },
  'pins:write': { loses: 'Pin on a project’s card', optional: true },
  'reactions:write': { loses: 'the hourglass, check mark and warning on replies', optional: true },
  'users:read': { loses: 'people’s names, and who is an admin', vital: true },
  'users:read.email': { loses: 'who in Slack is whom in the tracker' },
}
