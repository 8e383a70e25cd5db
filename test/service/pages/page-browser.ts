import { expect } from 'vitest'
import type { Story } from '../harness.ts'

interface Shown {
  status: number
  text: string
  headers: Headers
  location: string
}

/** As a browser without script does: it keeps its cookie, which can be forged, and says where its forms come from. */
export const plainBrowser = (story: Story) => {
  let cookie = ''
  const send = async (path: string, init: RequestInit = {}): Promise<Shown> => {
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

/** The same as one of the demo people, where everybody may choose who they are. */
export const pageBrowser = (story: Story, as?: string) => {
  const { get, post } = plainBrowser(story)
  const signedIn = as === undefined ? Promise.resolve() : get(`/projects?as=${as}`)
  return {
    get: async (...page: Parameters<typeof get>) => {
      await signedIn
      return get(...page)
    },
    post: async (...form: Parameters<typeof post>) => {
      await signedIn
      return post(...form)
    },
  }
}

/** What a form that was refused shows: the page again, with these words. */
export const refusedWith = (words: string) => ({ status: 422, text: expect.stringContaining(words) })

export const valueOf = (text: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''

/** The forms of the demo project's page, as a person sends them. */
export const desk = (story: Story, as?: string) => {
  const base = `/projects/${story.service.demo.projectUuid}`
  const { get, post } = pageBrowser(story, as)
  return {
    base,
    page: () => get(base),
    sheet: (kind: string, object: string) => get(`${base}/edit/${kind}/${object}`),
    act: (action: string, object: string, form: Record<string, string> = {}) =>
      post(`${base}/act/${action}/${object}`, form),
  }
}

/** The editor of a playbook: every form carries the revision of the page that it stands on. */
export const playbookDesk = (story: Story, path: string) => {
  const { get, post } = pageBrowser(story)
  const page = async () => (await get(path)).text
  return {
    path,
    page,
    post: (action: string) => post(`${path}/${action}`),
    edit: async (action: string, form: Record<string, string>) =>
      post(`${path}/edit/${action}`, { revision: valueOf(await page(), 'revision'), ...form }),
  }
}
