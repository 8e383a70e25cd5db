import { app, home, type Team, teams } from '../workspace/teams.ts'

/** What the app asks for. */
export interface Request {
  id: string
  redirectUri: string
  sentUri: string | undefined
  state: string | undefined
  scopes: readonly { name: string; does: string; optional?: true }[]
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escape = (text: string) => text.replace(/[&<>"]/g, (one) => entities[one] ?? one)

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escape(title)} – Playground – Slack</title>
    <link rel="icon" type="image/svg+xml" href="/playground/avatars/${home.bot.userId}.svg" />
    <link rel="stylesheet" href="/page/styles/base.css" />
    <link rel="stylesheet" href="/page/styles/consent.css" />
  </head>
  <body class="consent">
    <main>${body}</main>
  </body>
</html>
`

const logo = `<img src="/playground/avatars/${home.bot.userId}.svg" alt="" width="64" height="64" />`

const row = ({ name, does }: Request['scopes'][number]) =>
  `<li>${escape(does)} <code>${escape(name)}</code></li>`

/** Slack ticks what is optional, too. */
const choice = ({ name, does }: Request['scopes'][number]) => `<li><label>
  <input type="checkbox" name="scope ${escape(name)}" checked />
  <span>${escape(does)} <code>${escape(name)}</code></span>
</label></li>`

const list = (title: string, items: readonly string[]) =>
  items.length === 0 ? '' : `<h2>${title}</h2><ul>${items.join('')}</ul>`

const option = (team: Team, chosen: Team | undefined) =>
  `<option value="${team.id}"${team === chosen ? ' selected' : ''}>${escape(team.name)}</option>`

export const consentPage = ({ id, scopes }: Request, chosen: Team | undefined): string =>
  page(
    `Add ${app.name}`,
    `${logo}
<h1>${app.name} is requesting permission to access a Slack workspace</h1>
<form method="post" action="/oauth/v2/authorize">
  <input type="hidden" name="request" value="${id}" />
  <label class="workspace">Workspace
    <select name="team">${teams.map((team) => option(team, chosen)).join('')}</select>
  </label>
  ${list(`What will ${app.name} be able to do?`, scopes.filter(({ optional }) => !optional).map(row))}
  ${list('Optional', scopes.filter(({ optional }) => optional).map(choice))}
  <p class="buttons">
    <button type="submit" name="decision" value="cancel">Cancel</button>
    <button type="submit" name="decision" value="allow" class="allow">Allow</button>
  </p>
</form>`,
  )

export const troublePage = (reason: string): string =>
  page(
    'Something went wrong',
    `<h1>Something went wrong when authorizing this app</h1>
<p>Try going back to the app and authorizing again.</p>
<p class="reason">Error details: ${escape(reason)}.</p>`,
  )
