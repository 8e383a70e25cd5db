import { type Story, taskNamed } from '../harness.ts'
import { pageBrowser } from './page-browser.ts'

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

export const demoTask = (story: Story, name: string) => taskNamed(story, story.service.demo.projectUuid, name)
