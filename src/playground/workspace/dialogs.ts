import { slackLimits } from '../../slack-limits.ts'
import { app, home, type Team, teamById } from './teams.ts'
import type { Json, View, ViewType } from './types.ts'
import type { Workspace } from './workspace.ts'

/** A trigger opens one dialog. It lasts as long as Slack waits for an answer. */
const { answerMs: triggerMs, viewStack: deepest } = slackLimits

export type Dialogs = ReturnType<typeof createDialogs>
export type DialogRefusal =
  | 'expired_trigger_id'
  | 'exchanged_trigger_id'
  | 'invalid_trigger_id'
  | 'push_limit_reached'
  | 'not_found'
  | 'hash_conflict'

interface Trigger {
  user: string
  team: Team
  expiresAt: number
  used: boolean
}

/** A view from the app, after `checkedView`. */
export type ViewInput = Json & { type: ViewType; blocks: Json[] }

/** The workspace whose bot opened the view. */
export const ownerOf = (view: View): Team => teamById(String(view['app_installed_team_id'])) ?? home

/** Open dialogs, one stack per person. As in Slack, they end with the page; Home tabs stay. */
export const createDialogs = (workspace: Workspace) => {
  const triggers = new Map<string, Trigger>()
  const stacks = new Map<string, View[]>()

  const stack = (user: string) => stacks.get(user) ?? []
  const top = (user: string) => stack(user).at(-1)

  const trigger = (user: string, team: Team): string => {
    const now = workspace.now()
    for (const [id, one] of triggers) if (one.expiresAt < now - 60_000) triggers.delete(id)
    const id = `${Math.floor(now)}.${Math.floor(now / 7)}.${workspace.stamps.secret()}`
    triggers.set(id, { user, team, expiresAt: now + triggerMs, used: false })
    return id
  }

  /** Spends a trigger. Returns who gets the dialog that this workspace's bot opens with it. */
  const redeem = (id: string, team: Team): { user: string } | DialogRefusal => {
    const issued = triggers.get(id)
    if (issued?.team !== team) return 'invalid_trigger_id'
    if (issued.used) return 'exchanged_trigger_id'
    if (issued.expiresAt < workspace.now()) return 'expired_trigger_id'
    issued.used = true
    return { user: issued.user }
  }

  const build = (
    input: ViewInput,
    team: Team,
    from: { id: string; root: string; previous: string | null },
  ): View => ({
    team_id: team.id,
    title: null,
    submit: null,
    close: null,
    private_metadata: '',
    callback_id: '',
    external_id: '',
    clear_on_close: false,
    notify_on_close: false,
    app_id: app.id,
    bot_id: team.bot.botId,
    app_installed_team_id: team.id,
    ...input,
    id: from.id,
    state: { values: {} },
    hash: `${Math.floor(workspace.now() / 1_000)}.${workspace.stamps.secret().slice(0, 8)}`,
    root_view_id: from.root,
    previous_view_id: from.previous,
  })

  const place = (
    user: string,
    team: Team,
    input: ViewInput,
    action: 'open' | 'push',
  ): View | DialogRefusal => {
    const below = action === 'push' ? stack(user) : []
    if (below.length >= deepest) return 'push_limit_reached'
    const id = workspace.stamps.id('V')
    const view = build(input, team, { id, root: below[0]?.id ?? id, previous: below.at(-1)?.id ?? null })
    stacks.set(user, [...below, view])
    workspace.announce({ kind: 'view', action, view, for: user })
    return view
  }

  const find = (match: (view: View) => boolean) => {
    for (const [user, views] of stacks) {
      const view = views.find(match)
      if (view) return { user, view }
    }
    return undefined
  }

  const home = (user: string): View | undefined => {
    const row = workspace.database.get<{ doc: string }>('select doc from home where person = ?', user)
    return row && (JSON.parse(row.doc) as View)
  }

  return {
    trigger,
    redeem,
    stack,
    top,
    find,
    home,
    place,
    update: (match: (view: View) => boolean, input: ViewInput, hash?: string): View | DialogRefusal => {
      const opened = find(match)
      if (!opened) return 'not_found'
      const { user, view } = opened
      if (hash !== undefined && hash !== view.hash) return 'hash_conflict'
      const after = build(input, ownerOf(view), {
        id: view.id,
        root: view.root_view_id,
        previous: view.previous_view_id,
      })
      stacks.set(
        user,
        stack(user).map((one) => (one.id === view.id ? after : one)),
      )
      workspace.announce({ kind: 'view', action: 'update', view: after, for: user })
      return after
    },
    /** Removes one dialog from its person's stack, or all of them. */
    close: (user: string, id: string, all: boolean) => {
      const rest = all ? [] : stack(user).filter((one) => one.id !== id)
      stacks.set(user, rest)
      const action = rest.length === 0 ? 'clear' : 'close'
      workspace.announce({
        kind: 'view',
        action,
        ...(rest.at(-1) && { view: rest.at(-1) as View }),
        for: user,
      })
    },
    /** The workspace's bot is gone, and its dialogs with it. */
    end: (team: Team) => {
      for (const [user, views] of stacks) {
        const rest = views.filter((view) => ownerOf(view) !== team)
        if (rest.length === views.length) continue
        stacks.set(user, rest)
        workspace.announce({ kind: 'view', action: 'clear', for: user })
      }
    },
    publish: (user: string, team: Team, input: ViewInput, hash?: string): View | DialogRefusal => {
      const before = home(user)
      if (hash !== undefined && before && hash !== before.hash) return 'hash_conflict'
      const id = before?.id ?? workspace.stamps.id('V')
      const view = build(input, team, { id, root: id, previous: null })
      workspace.database.run(
        'insert into home values (?, ?) on conflict (person) do update set doc = excluded.doc',
        user,
        JSON.stringify(view),
      )
      workspace.announce({ kind: 'home', view, for: user })
      return view
    },
  }
}
