import type { SlackClient } from './client.ts'
import { slackProblem, SlackProblem } from './problem.ts'
import type { Diagnosis } from './slack.ts'

const timeoutMs = 5_000

type AuthTest = { ok?: boolean; error?: string; team?: string; user?: string }

const call = async (client: SlackClient): Promise<Response> => {
  const token = await client.token()
  try {
    return await fetch(new URL('auth.test', client.apiUrl), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch {
    // Fetch's own error may contain the request with its token, so it is not passed on.
    throw new SlackProblem('unknown', '', 'auth.test: no answer')
  }
}

/** The header has whole seconds, so the result is accurate to about a second plus the time of the call. */
const skew = (date: string | null, before: number, after: number): number | undefined => {
  const theirs = Date.parse(date ?? '')
  return Number.isNaN(theirs) ? undefined : Math.round((before + after) / 2 - (theirs + 500))
}

/** Calls `auth.test` with fetch, because WebClient hides the `Date` header. */
export const createDiagnosis = (client: SlackClient) => ({
  diagnose: async (): Promise<Diagnosis> => {
    const before = Date.now()
    const response = await call(client)
    const after = Date.now()
    const said = (await response.json().catch(() => ({}))) as AuthTest
    if (typeof said.ok !== 'boolean' && response.ok)
      throw new SlackProblem('unknown', '', 'auth.test: no answer from Slack')
    if (!said.ok) {
      const data = { error: said.error ?? `http_${response.status}` }
      throw slackProblem('auth.test', { code: 'slack_webapi_platform_error', data })
    }
    return {
      teamName: said.team ?? '',
      botName: said.user ?? '',
      scopes: response.headers
        .get('x-oauth-scopes')
        ?.split(/[,\s]+/)
        .filter(Boolean),
      skewMs: skew(response.headers.get('date'), before, after),
    }
  },
})
