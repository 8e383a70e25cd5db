interface Made {
  id: string
  name: string
  is_private: boolean
  topic: string
  members: string[]
  /** Addresses with an invitation of Slack Connect. */
  invited: string[]
  archived: boolean
  creator: string
  /** In seconds. */
  created: number
  previous_names: string[]
}

type Args = Record<string, unknown>

/** The channels that an app makes, as Slack keeps them. Each name exists once. */
export const madeChannels = (bot: string) => {
  const made: Made[] = []
  const of = (id: unknown) => made.find((one) => one.id === id)
  const answers: Record<string, (args: Args) => object> = {
    'conversations.create': ({ name, is_private: isPrivate }) => {
      if (made.some((one) => one.name === name)) return { ok: false, error: 'name_taken' }
      const channel: Made = {
        id: `C0NEW${made.length + 1}`,
        name: String(name),
        is_private: isPrivate === 'true',
        topic: '',
        members: [bot],
        invited: [],
        archived: false,
        creator: bot,
        created: Math.floor(Date.now() / 1_000),
        previous_names: [],
      }
      made.push(channel)
      return { channel }
    },
    'conversations.setTopic': ({ channel, topic }) => {
      Object.assign(of(channel) ?? {}, { topic })
      return {}
    },
    'conversations.invite': ({ channel, users }) => {
      const { members = [] } = of(channel) ?? {}
      if (members.includes(String(users))) return { ok: false, error: 'already_in_channel' }
      members.push(String(users))
      return {}
    },
    'conversations.inviteShared': ({ channel, emails }) => {
      of(channel)?.invited.push(...(JSON.parse(String(emails)) as string[]))
      return { invite_id: 'I1' }
    },
    'conversations.archive': ({ channel }) => {
      Object.assign(of(channel) ?? {}, { archived: true })
      return {}
    },
  }
  return {
    made,
    answers,
    /** What `conversations.info` says beside what it says of every channel. */
    facts: (id: unknown): object => {
      const channel = of(id)
      if (!channel) return {}
      const { name, archived, invited } = channel
      return { name, is_archived: archived, is_pending_ext_shared: invited.length > 0 }
    },
  }
}
