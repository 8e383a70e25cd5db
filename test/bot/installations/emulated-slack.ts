import { createEmulator } from 'emulate'
import { onTestFinished } from 'vitest'
import { createOAuth } from '../../../src/bot/installations/oauth.ts'
import { scopes } from '../../../src/bot/slack/scopes.ts'

/** `emulate`'s Slack: another's idea of consent and of `oauth.v2.access` than ours. It sends browsers to this address. */
export const emulatedSlack = async (publicUrl: string) => {
  const app = {
    client_id: '1.2',
    client_secret: 'shh',
    name: 'Onboarding',
    scopes: Object.keys(scopes),
    redirect_uris: [`${publicUrl}/slack/oauth_redirect`],
  }
  const slack = await createEmulator({
    service: 'slack',
    port: 0,
    seed: {
      slack: {
        strict_scopes: true,
        team: { name: 'Vendor', domain: 'vendor' },
        users: [{ name: 'dana', real_name: 'Dana Smith', email: 'dana@vendor.example' }],
        oauth_apps: [app],
      },
    },
  })
  onTestFinished(() => slack.close())
  const apiUrl = `${slack.url}/api/`
  const authorizeUrl = `${slack.url}/oauth/v2/authorize`
  return { apiUrl, oauth: createOAuth({ apiUrl, authorizeUrl, clientId: '1.2', clientSecret: 'shh' }) }
}
