/** One of a method's scopes is enough. Methods that aren't listed need none. Source: docs.slack.dev, methods. */
const ofMethods: Readonly<Record<string, readonly string[]>> = {
  'chat.delete': ['chat:write'],
  'chat.postEphemeral': ['chat:write'],
  'chat.postMessage': ['chat:write'],
  'chat.unfurl': ['links:write'],
  'chat.update': ['chat:write'],
  'conversations.archive': ['channels:manage', 'groups:write'],
  'conversations.create': ['channels:manage', 'groups:write'],
  'conversations.history': ['channels:history', 'groups:history', 'im:history'],
  'conversations.info': ['channels:read', 'groups:read', 'im:read'],
  'conversations.invite': ['channels:manage', 'groups:write'],
  'conversations.inviteShared': ['conversations.connect:write'],
  'conversations.join': ['channels:join'],
  'conversations.list': ['channels:read', 'groups:read'],
  'conversations.members': ['channels:read', 'groups:read'],
  'conversations.open': ['im:write'],
  'conversations.replies': ['channels:history', 'groups:history', 'im:history'],
  'conversations.setTopic': ['channels:manage', 'groups:write'],
  'pins.add': ['pins:write'],
  'pins.list': ['pins:read', 'pins:write'],
  'pins.remove': ['pins:write'],
  'reactions.add': ['reactions:write'],
  'reactions.get': ['reactions:read'],
  'reactions.remove': ['reactions:write'],
  'team.info': ['team:read'],
  'users.conversations': ['channels:read', 'groups:read'],
  'users.info': ['users:read'],
  'users.list': ['users:read'],
  'users.lookupByEmail': ['users:read.email'],
}

/** The scopes that a call lacks, as Slack names them. Reading a direct message takes a scope of its own. */
export const missingScopes = (
  method: string,
  channel: string | undefined,
  held: readonly string[],
): readonly string[] => {
  const any = ofMethods[method] ?? []
  const direct = any.filter((one) => one === 'im:history')
  const needed = channel?.startsWith('D') && direct.length > 0 ? direct : any
  return needed.length === 0 || needed.some((one) => held.includes(one)) ? [] : needed
}
