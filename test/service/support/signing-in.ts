export const password = 'correct horse battery'

interface Answer {
  readonly text: string
  readonly location: string
}
interface Browser<A extends Answer = Answer> {
  readonly post: (path: string, form?: Record<string, string>) => Promise<A>
}

export const linkIn = (text: string): string => /\/enter\/[\w-]+/.exec(text)?.[0] ?? ''

/** As the first Vendor Admin of an organization, by its API key. */
export const setUp = async <A extends Answer>(
  browser: Browser<A>,
  { email = 'dana@vendor.example', key = 'demo-api-key' }: { email?: string; key?: string } = {},
) => {
  const { location } = await browser.post('/set-up', { email, key })
  return browser.post(location, { password })
}

/** As a colleague, by a link that the Vendor Admin makes. */
export const invite = async (admin: Browser, uuid: string, browser: Browser) =>
  browser.post(linkIn((await admin.post(`/people/${uuid}/link`)).text), { password })

/** As a customer's contact, by a link that the Vendor Admin makes on a project's page. */
export const linkFor = async (admin: Browser, project: string, person: string): Promise<string> =>
  linkIn((await admin.post(`/projects/${project}/link/${person}`)).text)
