import { createHash } from 'node:crypto'
import { escapeHtml } from '../../contract/text.ts'

interface Link {
  readonly label: string
  readonly href: string
}

/** `htmlOf` escapes all of it. */
export interface Page {
  readonly status: number
  readonly title: string
  /** Paragraphs, and lists between them. */
  readonly text: readonly (string | readonly string[])[]
  readonly action?: Link
  readonly other?: Link
}

export const installPath = '/slack/install'
const again: Link = { label: 'Start again', href: installPath }

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem;color:#1d1c1d;background:#fff}
a{color:#0b4c8c}
.button{display:inline-block;padding:.6rem 1.2rem;border-radius:.4rem;background:#1f3d5c;color:#fff;text-decoration:none}
@media(prefers-color-scheme:dark){body{color:#e8e8e8;background:#1a1d21}a{color:#7cb8f2}.button{background:#3a6ea5;color:#fff}}`

const styleHash = createHash('sha256').update(style).digest('base64')

export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  // The address of the page after consent holds the code and the state.
  'referrer-policy': 'no-referrer',
} as const

const linkHtml = ({ label, href }: Link, look = '') =>
  `<p><a${look} href="${escapeHtml(href)}">${escapeHtml(label)}</a></p>`

const blockHtml = (content: string | readonly string[]) =>
  typeof content === 'string'
    ? `<p>${escapeHtml(content)}</p>`
    : `<ul>${content.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`

export const htmlOf = ({ title, text, action, other }: Page): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title><style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1>`,
    ...text.map(blockHtml),
    ...(action ? [linkHtml(action, ' class="button"')] : []),
    ...(other ? [linkHtml(other)] : []),
    '</main></body></html>',
  ].join('\n')

export const beforeConsent = (consentUrl: string): Page => ({
  status: 200,
  title: 'Add Onboarding to Slack',
  text: [
    'Follow customer onboarding projects in Slack. In channels that you add it to, the app will:',
    [
      'post tracker updates as threads, under the names of the people who wrote them',
      'read replies in those threads, and add them to the tasks as comments',
      'answer /onboard and @Onboarding, and show cards for links to projects and tasks',
      'look up names and email addresses of members, to show who is who',
    ],
    'Slack lists each permission on the next page. You may need an admin’s approval.',
  ],
  action: { label: 'Add to Slack', href: consentUrl },
})

interface Installed {
  readonly place: string
  readonly isOrg: boolean
  /** Whether a tracker was connected before. */
  readonly isConnected: boolean
  readonly isPaused: boolean
  readonly app: string
  readonly browser: string
  readonly orgUrl: string | undefined
}

export const installed = (facts: Installed): Page => {
  const { place, isOrg, isConnected, isPaused, app, browser, orgUrl } = facts
  const title = `Onboarding is installed in ${place || 'your workspace'}`
  if (isPaused) {
    const text = ['Its operator has paused it, so it won’t answer here until they resume it.']
    return { status: 200, title, text }
  }
  if (isOrg)
    return {
      status: 200,
      title,
      text: ['Next, add the app to the workspaces that should use it. Then open its Home tab there.'],
      ...(orgUrl && { action: { label: 'Choose workspaces', href: orgUrl } }),
    }
  return {
    status: 200,
    title,
    text: isConnected
      ? [
          'It was installed before: its tracker, subscriptions, and settings are still there.',
          'If it was removed meanwhile, Slack took it out of its channels, and updates there are paused: invite it again with /invite @Onboarding, then press Resume in /onboard subscriptions.',
        ]
      : [
          'Next, connect your tracker: open the app in Slack, go to its Home tab, and choose Connect the tracker.',
        ],
    action: { label: 'Open in Slack', href: app },
    other: { label: 'Open Slack in the browser', href: browser },
  }
}

export const cancelled: Page = {
  status: 200,
  title: 'Onboarding was not installed',
  text: ['You or Slack canceled the installation. Nothing was changed.'],
  action: again,
}

export const notThisInstall: Page = {
  status: 400,
  title: 'This installation can’t be finished',
  text: [
    'It was already finished, began more than ten minutes ago, or began in another browser.',
    'If the app was just installed, you can close this page.',
  ],
  action: again,
}

export const lackingScopes = (lost: readonly string[]): Page => ({
  status: 403,
  title: 'Onboarding needs more permissions',
  text: [
    'The app was not set up, because these permissions are missing:',
    lost,
    'Start again, and allow everything except what Slack marks as optional.',
  ],
  action: again,
})

const codeExpired = ['invalid_code', 'code_already_used', 'code_expired']
const ofOperator: Readonly<Record<string, string>> = {
  bad_client_secret: 'SLACK_CLIENT_SECRET doesn’t belong to SLACK_CLIENT_ID',
  invalid_client_id: 'Slack doesn’t know SLACK_CLIENT_ID',
  bad_redirect_uri: 'PUBLIC_URL with /slack/oauth_redirect is not among the app’s redirect URLs',
  token_rotation:
    'its tokens rotate, and Slack can’t turn that off again; create another app from the manifest, which leaves it off',
  no_bot_token: 'the app has no bot user, or asks for no bot scopes',
}

/** What the operator has to fix. Undefined for other errors. */
export const operatorsFix = (code: string): string | undefined => ofOperator[code]

/** `code` is Slack's. Empty if Slack gave no answer. */
export const slackRefused = (code: string): Page => {
  const fix = operatorsFix(code)
  if (codeExpired.includes(code)) return notThisInstall
  if (fix !== undefined)
    return {
      status: 502,
      title: 'Onboarding is not set up correctly',
      text: [`The person who runs the app must fix this: ${fix}.`, 'Then start again.'],
      action: again,
    }
  return {
    status: 502,
    title: 'Slack didn’t finish the installation',
    text: [code === '' ? 'Slack gave no answer.' : `Slack’s reason: ${code}.`, 'Try again in a minute.'],
    action: again,
  }
}

export const notNow: Page = {
  status: 503,
  title: 'Onboarding can’t be installed right now',
  text: ['Its database doesn’t answer. Try again in a minute.'],
  action: again,
}
