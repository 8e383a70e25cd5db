import { home, type Team, teamById } from './teams.ts'
import type { Workspace } from './workspace.ts'

export interface Installation {
  scopes: readonly string[]
  /** Who added the app. Undefined in the first workspace, which has it from the start. */
  by?: string
}

interface Token {
  /** Slack's error code for a token that is no longer good. */
  ended?: 'account_inactive' | 'token_revoked'
}

/** The fields of `oauth.v2.access` about tokens. */
export interface Issued {
  access_token: string
  token_type: 'bot'
  scope: string
}

export type TokenProblem = 'invalid_auth' | 'account_inactive' | 'token_revoked'
export type Caller = { team: Team; scopes: readonly string[] }

export type Installations = ReturnType<typeof createInstallations>

/** In which workspaces the app is installed, with which tokens. */
export const createInstallations = (workspace: Workspace) => {
  const { database } = workspace

  const of = (team: Team): Installation | undefined => {
    const row = database.get<{ doc: string }>('select doc from installation where team = ?', team.id)
    return row && (JSON.parse(row.doc) as Installation)
  }

  const tokenNamed = (token: string) => {
    const row = database.get<{ team: string; doc: string }>(
      'select team, doc from token where token = ?',
      token,
    )
    return row && { team: teamById(row.team) ?? home, ...(JSON.parse(row.doc) as Token) }
  }

  const save = (token: string, team: Team, doc: Token): string => {
    database.run(
      'insert into token values (?, ?, ?) on conflict (token) do update set doc = excluded.doc',
      token,
      team.id,
      JSON.stringify(doc),
    )
    return token
  }

  /** As in Slack, a second install gives the same token. */
  const currentToken = (team: Team): string | undefined =>
    database
      .all<{ token: string; doc: string }>('select token, doc from token where team = ?', team.id)
      .find(({ doc }) => (JSON.parse(doc) as Token).ended === undefined)?.token

  const issue = (team: Team, { scopes }: Installation): Issued => ({
    token_type: 'bot',
    scope: scopes.join(','),
    access_token: currentToken(team) ?? save(`xoxb-${workspace.stamps.secret()}`, team, {}),
  })

  const record = (team: Team, installation: Installation) => {
    database.run(
      'insert into installation values (?, ?) on conflict (team) do update set doc = excluded.doc',
      team.id,
      JSON.stringify(installation),
    )
    workspace.announce({ kind: 'channels' })
  }

  return {
    of,
    /** The app has had this token from the start. */
    adopt: (team: Team, token: string, scopes: readonly string[]) => {
      save(token, team, {})
      if (!of(team)) record(team, { scopes })
    },
    install: (team: Team, installation: Required<Installation>): Issued => {
      record(team, installation)
      return issue(team, installation)
    },
    /** The app leaves all channels, and its tokens end. */
    uninstall: (team: Team) => {
      database.run('delete from installation where team = ?', team.id)
      database.run(
        `update token set doc = json_set(doc, '$.ended', 'account_inactive') where team = ?`,
        team.id,
      )
      for (const { id } of workspace.people().filter((one) => one.team_id === team.id))
        database.run('delete from home where person = ?', id)
      for (const channel of workspace.channels().filter((one) => !one.is_im)) {
        const members = channel.members.filter((one) => one !== team.bot.userId)
        if (members.length < channel.members.length) workspace.saveChannel({ ...channel, members })
      }
      workspace.announce({ kind: 'channels' })
    },
    /** Whose token this is, or why it is no good. */
    caller: (token: string): Caller | TokenProblem => {
      const stored = tokenNamed(token)
      if (!stored) return 'invalid_auth'
      if (stored.ended) return stored.ended
      const installation = of(stored.team)
      return installation ? { team: stored.team, scopes: installation.scopes } : 'account_inactive'
    },
  }
}
