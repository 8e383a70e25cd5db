import { createEmulator } from 'emulate'
import { onTestFinished } from 'vitest'
import { createOAuth } from '../../../src/bot/installations/oauth.ts'
import { scopes } from '../../../src/bot/slack/scopes.ts'

/** `emulate`'s Slack, with strict scopes: another's idea of Slack than ours. */
export const strictSlack = async (seed: object) => {
  const slack = await createEmulator({
    service: 'slack',
    port: 0,
    seed: { slack: { strict_scopes: true, team: { name: 'Vendor', domain: 'vendor' }, ...seed } },
  })
  onTestFinished(() => slack.close())
  return slack
}

export const danaThere = { name: 'dana', real_name: 'Dana Smith', email: 'dana@vendor.example' }

/** It sends browsers to this address after consent. */
export const emulatedSlack = async (publicUrl: string) => {
  const app = {
    client_id: '1.2',
    client_secret: 'shh',
    name: 'Onboarding',
    scopes: Object.keys(scopes),
    redirect_uris: [`${publicUrl}/slack/oauth_redirect`],
  }
  const slack = await strictSlack({ users: [danaThere], oauth_apps: [app] })
  const apiUrl = `${slack.url}/api/`
  const authorizeUrl = `${slack.url}/oauth/v2/authorize`
  return { apiUrl, oauth: createOAuth({ apiUrl, authorizeUrl, clientId: '1.2', clientSecret: 'shh' }) }
}
