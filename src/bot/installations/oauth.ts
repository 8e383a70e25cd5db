import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Installation, InstallProvider } from '@slack/oauth'
import type { WebClientOptions } from '@slack/web-api'
import { boltLogger, createLog } from '../../log.ts'
import { onlySlack, slackClock } from '../slack/client.ts'
import { SlackProblem, slackProblem } from '../slack/problem.ts'
import { scopes } from '../slack/scopes.ts'
import type { Install } from './store/installations.ts'

interface OAuthApp {
  readonly clientId: string
  readonly clientSecret: string
  /** Where a person consents, such as `https://slack.com/oauth/v2/authorize`. */
  readonly authorizeUrl: string
  /** Such as `https://slack.com/api/`. */
  readonly apiUrl: string
}

export interface Granted extends Install {
  readonly appId: string | null
  /** Where an organization's admin adds the app to workspaces. */
  readonly orgUrl: string | undefined
}

/** Requests and answers of these calls hold tokens and the client secret, so nothing of them is logged. */
const noLog = boltLogger(createLog('silent'))

const method = 'oauth.v2.access'

const workspacesPage = ({ enterpriseUrl = '', appId }: Installation) =>
  appId !== undefined && enterpriseUrl.startsWith('https:') && URL.canParse(enterpriseUrl)
    ? new URL(`manage/organization/apps/profile/${appId}/workspaces/add`, enterpriseUrl).href
    : undefined

const grantedIn = (installation: Installation): Granted => {
  const { bot, team, enterprise, isEnterpriseInstall: isOrg = false } = installation
  if (!bot || (isOrg ? !enterprise : !team))
    throw new SlackProblem('refused', 'no_bot_token', `${method}: no bot token`)
  // With a token that expires, the bot would stop after twelve hours.
  if (bot.refreshToken !== undefined)
    throw new SlackProblem('refused', 'token_rotation', `${method}: token_rotation`)
  return {
    teamId: isOrg ? '' : (team?.id ?? ''),
    teamName: (isOrg ? enterprise?.name : team?.name) ?? '',
    enterpriseId: enterprise?.id ?? '',
    isOrg,
    appId: installation.appId ?? null,
    botUserId: bot.userId,
    scopes: bot.scopes,
    installedBy: installation.user.id,
    orgUrl: workspacesPage(installation),
    token: bot.token,
  }
}

export const createOAuth = ({ clientId, clientSecret, authorizeUrl, apiUrl }: OAuthApp) => {
  const clientOptions: WebClientOptions = {
    slackApiUrl: apiUrl,
    // A code works once.
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    fetch: onlySlack(slackClock()),
  }
  const provider = new InstallProvider({
    clientId,
    clientSecret,
    authorizationUrl: authorizeUrl,
    clientOptions,
    logger: noLog,
    // Our own state is checked before `exchange`. A cookie binds it to the browser.
    stateVerification: false,
  })
  return {
    /** Such as `https://slack.com`. */
    site: new URL(authorizeUrl).origin,
    consentUrl: (state: string, redirectUri: string): Promise<string> =>
      provider.generateInstallUrl({ scopes: Object.keys(scopes), redirectUri }, true, state),
    /** Tries the token, too. Throws `SlackProblem`, without a secret. Writes no response. */
    exchange: async (
      request: IncomingMessage,
      response: ServerResponse,
      redirectUri: string,
    ): Promise<Granted> => {
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
  }
}
export type OAuth = ReturnType<typeof createOAuth>
