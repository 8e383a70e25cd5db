import type { FrameLocator, Page } from 'playwright-core'

/** The tracker's project page, the vendor's or the customer's, in its own tab or next to Slack. */
export const projectPage = (place: Page | FrameLocator) => {
  const task = (name: string) =>
    place.getByRole('article').filter({ has: place.getByText(name, { exact: true }) })
  const comment = (text: string) => place.locator('article[data-comment]').filter({ hasText: text }).last()
  /** A comment from Slack: shown under its author's name, with a Slack badge. */
  const fromSlack = (author: string, text: string) =>
    comment(text).filter({ hasText: author }).filter({ hasText: 'via Slack' })
  return {
    task,
    comment,
    fromSlack,
    say: async (taskName: string, text: string) => {
      const field = place.getByRole('textbox', { name: `Comment on ${taskName}` })
      await field.fill(text)
      await place
        .locator('form.composer')
        .filter({ has: field })
        .getByRole('button', { name: 'Comment' })
        .click()
      await comment(text).waitFor()
    },
    edit: async (text: string, next: string) => {
      const one = comment(text)
      await one.getByText('Edit', { exact: true }).click()
      await one.getByRole('textbox', { name: 'Edit the comment' }).fill(next)
      await one.getByRole('button', { name: 'Save' }).click()
      await comment(next).getByText('edited').waitFor()
    },
    remove: async (text: string) => {
      const one = comment(text)
      await one.getByText('Delete', { exact: true }).click()
      await one.getByRole('button', { name: 'Delete this comment' }).click()
      await one.waitFor({ state: 'detached' })
    },
  }
}
export type ProjectPage = ReturnType<typeof projectPage>
