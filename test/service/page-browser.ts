import type { Story } from './harness.ts'

interface Shown {
  status: number
  text: string
  location: string
}

/** As a browser without script does: it remembers who acts, and says where its forms come from. */
export const pageBrowser = (story: Story, as?: string) => {
  let cookie = ''
  const send = async (path: string, init: RequestInit = {}): Promise<Shown> => {
    const response = await fetch(story.url + path, {
      redirect: 'manual',
      ...init,
      headers: { ...(cookie && { cookie }), ...(init.headers as Record<string, string>) },
    })
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return {
      status: response.status,
      text: await response.text(),
      location: response.headers.get('location') ?? '',
    }
  }
  const signIn = as === undefined ? Promise.resolve() : send(`/projects?as=${as}`)
  return {
    get: async (path: string) => {
      await signIn
      return send(path)
    },
    post: async (
      path: string,
      form: Record<string, string> = {},
      headers: Record<string, string> = { origin: story.url },
    ) => {
      await signIn
      return send(path, { method: 'POST', body: new URLSearchParams(form), headers })
    },
  }
}

export const valueOf = (text: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''

interface Whole {
  status: number
  text: string
  headers: Headers
  location: string
}

/** The same with all of a reply's headers, and a cookie that can be forged: the cookie of the page before, and where the request comes from. */
export const plainBrowser = (story: Story) => {
  let cookie = ''
  const send = async (path: string, init: RequestInit = {}): Promise<Whole> => {
    const response = await fetch(story.url + path, {
      redirect: 'manual',
      ...init,
      headers: { ...(cookie && { cookie }), ...(init.headers as Record<string, string>) },
    })
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    const location = response.headers.get('location') ?? ''
    return { status: response.status, text: await response.text(), headers: response.headers, location }
  }
  return {
    get: (path: string, headers: Record<string, string> = {}) => send(path, { headers }),
    post: (
      path: string,
      form: Record<string, string> = {},
      headers: Record<string, string> = { origin: story.url },
    ) => send(path, { method: 'POST', body: new URLSearchParams(form), headers }),
    forge: (changed: string) => {
      cookie = changed
    },
    cookie: () => cookie,
  }
}
