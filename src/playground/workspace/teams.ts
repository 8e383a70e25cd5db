/** The app, the same in every workspace. */
export const app = { id: 'A0ONBOARD', name: 'Onboarding', handle: 'onboarding' } as const

/** A company on Slack. `Team` is what Slack's API calls a workspace. */
export interface Company {
  readonly id: string
  readonly name: string
  readonly domain: string
}

/** A workspace that can be used here. */
export interface Team extends Company {
  readonly emailDomain: string
  /** The person who administers it, and who installs apps. */
  readonly admin: string
  /** The app's bot user there. As in Slack, it is the same after a reinstall. */
  readonly bot: { readonly userId: string; readonly botId: string }
}

/** The first workspace, in which the app is installed from the start. */
export const home: Team = {
  id: 'T0PLAYGRND',
  name: 'Playground',
  domain: 'playground',
  emailDomain: 'vendor.example',
  admin: 'U0DANA',
  bot: { userId: 'U0ONBOARD', botId: 'B0ONBOARD' },
}

/** The second workspace. The app is added to it on the page. */
export const partners: Team = {
  id: 'T0PARTNERS',
  name: 'Globex Partners',
  domain: 'globex-partners',
  emailDomain: 'partners.example',
  admin: 'U0NADIA',
  bot: { userId: 'U0ONBOARDGP', botId: 'B0ONBOARDGP' },
}

/** A customer's company. Its workspace is somewhere else. */
export const acme: Company = { id: 'T0ACME', name: 'Acme Corp', domain: 'acme' }

export const teams: readonly Team[] = [home, partners]
export const companies: readonly Company[] = [...teams, acme]

export const teamById = (id: string | undefined): Team | undefined => teams.find((one) => one.id === id)

export const companyName = (id: string): string => companies.find((one) => one.id === id)?.name ?? id

/** The workspace whose bot wrote with this id. Bots of other workspaces don't exist here. */
export const teamOfBot = (botId: string | undefined): Team =>
  teams.find((one) => one.bot.botId === botId) ?? home
