import { people, organization } from '../../../src/service/demo/organization.ts'
import { writeLink } from '../../../src/service/store/sign-in.ts'
import { openDatabase } from '../../../src/service/store/database.ts'

export const password = 'correct horse battery'

interface Answer {
  readonly text: string
  readonly location: string
}
interface Browser<A extends Answer = Answer> {
  readonly post: (path: string, form?: Record<string, string>) => Promise<A>
}

export const linkIn = (text: string): string => /\/enter\/[\w-]+/.exec(text)?.[0] ?? ''

/** Dana's way in, as the operator makes it; before the service starts, which has SQLite's file for itself. */
export const linkForDana = async (databaseUrl: string, now: number): Promise<string> => {
  await using database = await openDatabase(databaseUrl)
  const dana = { org: organization.uuid, uuid: people.dana.uuid }
  return `/enter/${await database.transaction(({ sql }) => writeLink(sql, dana, now))}`
}

/** As Dana, the Vendor Admin. */
export const enter = async <A extends Answer>(browser: Browser<A>, { danasLink }: { danasLink: string }) =>
  browser.post(danasLink, { password })

/** Where the Vendor Admin makes a person's link. */
export const linkFor = async (admin: Browser, person: string): Promise<string> =>
  linkIn((await admin.post(`/people/${person}/link`)).text)

/** As a colleague, by a link that the Vendor Admin makes. */
export const invite = async (admin: Browser, uuid: string, browser: Browser) =>
  browser.post(await linkFor(admin, uuid), { password })
