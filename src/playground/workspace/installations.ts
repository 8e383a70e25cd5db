import { home, type Team, teamById } from './teams.ts'
import type { Workspace } from './workspace.ts'

/** As long as in Slack, with token rotation. */
const rotatedMs = 12 * 3_600_000

export interface Installation {
  scopes: readonly string[]
  /** Who added the app. Undefined in the first workspace, where it is from the start. */
  by?: string
}

interface Token {
  kind: 'access' | 'refresh'
  expiresAt?: number
  /** Slack's error code for a token that is no longer good. */
  ended?: 'account_inactive' | 'token_revoked'
}

const isLasting = ({ kind, expiresAt, ended }: Token) =>
  kind === 'access' && expiresAt === undefined && ended === undefined

/** The fields of `oauth.v2.access` about tokens. */
export interface Issued {
  access_token: string
  token_type: 'bot'
  scope: string
  refresh_token?: string
  expires_in?: number
}

export type TokenProblem = 'invalid_auth' | 'account_inactive' | 'token_expired' | 'token_revoked'
export type Caller = { team: Team; scopes: readonly string[] }

export type Installations = ReturnType<typeof createInstallations>

/** In which workspaces the app is installed, with which tokens. */
export const createInstallations = (workspace: Workspace, { rotates }: { rotates: boolean }) => {
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

  /** As in Slack, a second install gives the same token as long as tokens don't rotate. */
  const standing = (team: Team): string | undefined =>
    database
      .all<{ token: string; doc: string }>('select token, doc from token where team = ?', team.id)
      .find(({ doc }) => isLasting(JSON.parse(doc) as Token))?.token

  const issue = (team: Team, { scopes }: Installation): Issued => {
    const secret = () => workspace.stamps.secret()
    const common = { token_type: 'bot', scope: scopes.join(',') } as const
    if (!rotates)
      return {
        ...common,
        access_token: standing(team) ?? save(`xoxb-${secret()}`, team, { kind: 'access' }),
      }
    const expiresAt = workspace.now() + rotatedMs
    return {
      ...common,
      access_token: save(`xoxe.xoxb-1-${secret()}`, team, { kind: 'access', expiresAt }),
      refresh_token: save(`xoxe-1-${secret()}`, team, { kind: 'refresh' }),
      expires_in: rotatedMs / 1_000,
    }
  }

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
      save(token, team, { kind: 'access' })
      if (!of(team)) record(team, { scopes })
    },
    install: (team: Team, installation: Required<Installation>): Issued => {
      record(team, installation)
      return issue(team, installation)
    },
    /** Spends a refresh token. The access token before it stays good until it expires. */
    refresh: (token: string): (Issued & { team: Team }) | undefined => {
      const found = tokenNamed(token)
      const installation = found && of(found.team)
      if (found?.kind !== 'refresh' || found.ended || !installation) return undefined
      save(token, found.team, { kind: 'refresh', ended: 'token_revoked' })
      return { ...issue(found.team, installation), team: found.team }
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
      const found = tokenNamed(token)
      if (found?.kind !== 'access') return 'invalid_auth'
      if (found.ended) return found.ended
      if (found.expiresAt !== undefined && found.expiresAt <= workspace.now()) return 'token_expired'
      const installation = of(found.team)
      return installation ? { team: found.team, scopes: installation.scopes } : 'account_inactive'
    },
  }
}
