import { expect } from 'vitest'
import { violations } from './accessibility.ts'
import type { SlackPage } from './slack-page.ts'

/** From pane to pane and back on a small screen: channels, channel, thread, dialog, tracker. */
export const walkOnPhone = async (
  slack: SlackPage,
  { channel, task, project }: { channel: string; task: string; project: string },
): Promise<void> => {
  const { page, thread } = slack
  const fits = async () => expect(await page.evaluate<string[]>('story.tooWide()')).toEqual([])
  const shows = async (pane: 'channels' | 'channel' | 'thread' | 'tracker') => {
    const seen = {
      channels: await page.getByRole('navigation', { name: 'Workspace' }).isVisible(),
      channel: await page.getByRole('main').isVisible(),
      thread: await thread.isVisible(),
      tracker: await page.getByRole('region', { name: 'Project tracker' }).isVisible(),
    }
    expect(Object.entries(seen).filter(([, visible]) => visible)).toEqual([[pane, true]])
    await fits()
  }
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  await page.setViewportSize({ width: 390, height: 780 })
  await shows('channel')
  await press('Back to channels')
  await shows('channels')
  expect(await violations(page), 'channels').toEqual([])
  await page.getByRole('link', { name: channel }).click()
  await slack.openThread(slack.card(task))
  await shows('thread')
  expect(await violations(page), 'thread').toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page), 'thread, dark').toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await press('Back to the channel')
  await shows('channel')

  await slack.composer.fill('/onboard settings')
  await page.keyboard.press('Enter')
  await slack.dialog.getByRole('radio', { name: 'Everything' }).waitFor()
  await fits()
  await press('Cancel')

  await press('Show tracker')
  await slack.tracker.getByRole('heading', { name: project }).waitFor()
  await shows('tracker')
  await press('Hide the tracker')
  await shows('channel')
}
