import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Installation, InstallProvider } from '@slack/oauth'
import { WebClient, type WebClientOptions } from '@slack/web-api'
import { boltLogger, createLog } from '../../../log.ts'
import { onlySlack } from '../only-slack.ts'
import { SlackProblem, slackProblem } from '../problem.ts'
import { scopes } from '../scopes.ts'
import { slackClock } from '../slack-clock.ts'

export interface OAuthApp {
  readonly clientId: string
  readonly clientSecret: string
  /** Where a person consents, such as `https://slack.com/oauth/v2/authorize`. */
  readonly authorizeUrl: string
  /** Such as `https://slack.com/api/`. */
  readonly apiUrl: string
}

export interface NewToken {
  readonly token: string
  readonly refreshToken: string | undefined
  /** Undefined if the app's tokens don't rotate. */
  readonly tokenLastsMs: number | undefined
}

/** What Slack says about an install. */
export interface Granted extends NewToken {
  readonly teamId: string
  readonly teamName: string
  readonly enterpriseId: string
  readonly isOrg: boolean
  readonly appId: string | null
  readonly botUserId: string | null
  readonly botId: string | null
  readonly scopes: readonly string[]
  readonly installedBy: string | null
  /** Where an organization's admin adds the app to workspaces. */
  readonly orgUrl: string | undefined
}

export interface OAuth {
  /** Slack's own site, such as `https://slack.com`. */
  readonly site: string
  /** Where the person consents. */
  consentUrl(state: string, redirectUri: string): Promise<string>
  /**
   * Exchanges the code in a checked request for a token, and tries the token. Throws `SlackProblem`, without a secret.
   * Writes no response.
   */
  exchange(request: IncomingMessage, response: ServerResponse, redirectUri: string): Promise<Granted>
  /** Throws `SlackProblem`. A refresh token works once; the token it replaces stays valid until its end. */
  refresh(refreshToken: string): Promise<NewToken>
}

/** Requests and answers of these calls hold tokens and the client secret, so nothing of them is logged. */
const noLog = boltLogger(createLog('silent'))

const method = 'oauth.v2.access'

const workspacesPage = ({ enterpriseUrl = '', appId }: Installation) =>
  appId !== undefined && enterpriseUrl.startsWith('https:') && URL.canParse(enterpriseUrl)
    ? new URL(`manage/organization/apps/profile/${appId}/workspaces/add`, enterpriseUrl).href
    : undefined

const grantedIn = (of: Installation): Granted => {
  const { bot, team, enterprise, isEnterpriseInstall: isOrg = false } = of
  if (!bot || (isOrg ? !enterprise : !team))
    throw new SlackProblem('refused', 'no_bot_token', `${method}: no bot token`)
  return {
    teamId: isOrg ? '' : (team?.id ?? ''),
    teamName: (isOrg ? enterprise?.name : team?.name) ?? '',
    enterpriseId: enterprise?.id ?? '',
    isOrg,
    appId: of.appId ?? null,
    botUserId: bot.userId,
    botId: bot.id,
    scopes: bot.scopes,
    installedBy: of.user.id,
    orgUrl: workspacesPage(of),
    token: bot.token,
    refreshToken: bot.refreshToken,
    tokenLastsMs: bot.expiresAt === undefined ? undefined : bot.expiresAt * 1_000 - Date.now(),
  }
}

export const createOAuth = ({ clientId, clientSecret, authorizeUrl, apiUrl }: OAuthApp): OAuth => {
  const clientOptions: WebClientOptions = {
    slackApiUrl: apiUrl,
    // A code or a refresh token works once.
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: 10_000,
    fetch: onlySlack(slackClock()),
  }
  const provider = new InstallProvider({
    clientId,
    clientSecret,
    authorizationUrl: authorizeUrl,
    clientOptions,
    logger: noLog,
    // Ours is checked before `exchange`: single-use, and bound to the browser by a cookie of its own.
    stateVerification: false,
  })
  const client = new WebClient(undefined, { ...clientOptions, logger: noLog })
  return {
    site: new URL(authorizeUrl).origin,
    consentUrl: (state, redirectUri) =>
      provider.generateInstallUrl({ scopes: Object.keys(scopes), redirectUri }, true, state),
    exchange: async (request, response, redirectUri) => {
      let granted: Installation | undefined
      let failure: unknown
      await provider.handleCallback(
        request,
        response,
        {
          // `false` keeps the provider from storing it: the caller checks the scopes first.
          afterInstallation: (installation) => {
            granted = installation
            return Promise.resolve(false)
          },
          failure: (error) => {
            failure = error
          },
        },
        { scopes: [], redirectUri },
      )
      if (!granted) throw slackProblem(method, failure)
      return grantedIn(granted)
    },
    refresh: async (refreshToken) => {
      try {
        const grant = { grant_type: 'refresh_token', refresh_token: refreshToken } as const
        const answer = await client.oauth.v2.access({
          client_id: clientId,
          client_secret: clientSecret,
          ...grant,
        })
        const { access_token: token, refresh_token: next, expires_in: seconds } = answer
        if (!token) throw new SlackProblem('refused', 'no_bot_token', `${method}: no bot token`)
        return {
          token,
          refreshToken: next ?? undefined,
          tokenLastsMs: seconds === undefined ? undefined : seconds * 1_000,
        }
      } catch (error) {
        throw slackProblem(method, error)
      }
    },
  }
}
