import type { Story } from '../harness.ts'
import { pageBrowser, valueOf } from './page-browser.ts'

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
