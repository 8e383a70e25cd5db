import type { Locator, Page } from 'playwright-core'

/** The playground's Slack page, as a person uses it. */
export const slackPage = (page: Page) => {
  const messages = page.getByRole('region', { name: 'Messages' })
  const thread = page.getByRole('complementary', { name: 'Thread' })
  const within = (place: Locator, text: string | RegExp) =>
    place.getByRole('article').filter({ hasText: text }).last()
  const pick = async (label: string, typed: string, offered: string) => {
    await page.getByRole('dialog').getByRole('button', { name: label }).click()
    await page.keyboard.type(typed)
    await page.getByRole('listbox').getByRole('option').filter({ hasText: offered }).first().click()
  }
  return {
    page,
    thread,
    tracker: page.frameLocator('iframe'),
    composer: page.getByRole('textbox', { name: /^Message #/ }),
    threadComposer: page.getByRole('textbox', { name: 'Reply to thread' }),
    suggestions: page.getByRole('listbox').getByRole('option'),
    dialog: page.getByRole('dialog'),
    message: (text: string | RegExp) => within(messages, text),
    /** A task's card, the root of its thread. */
    card: (task: string) => within(messages, new RegExp(`Task ${task}`)),
    reply: (text: string | RegExp) => within(thread, text),
    /** Chooses from a message's menu. */
    act: async (message: Locator, item: string) => {
      await message.hover()
      await message.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    },
    closeThread: () => page.getByRole('button', { name: 'Close thread' }).click(),
    openThread: async (card: Locator) => {
      await card.getByRole('button', { name: /\d+ repl(y|ies)/ }).click()
      await thread.waitFor()
    },
    /** Picks an option in a dialog's list: opens it, types, chooses. */
    choose: async (label: string, typed: string, offered: string) => {
      await pick(label, typed, offered)
      await page.getByRole('listbox').waitFor({ state: 'detached' })
    },
    /** The same in a multi-select list, which stays open. */
    chooseAlso: async (label: string, typed: string, offered: string) => {
      await pick(label, typed, offered)
      await page.keyboard.press('Escape')
      await page.getByRole('listbox').waitFor({ state: 'detached' })
    },
    type: async (text: string) => {
      await page.getByRole('textbox', { name: /^Message #/ }).fill(text)
      await page.keyboard.press('Enter')
    },
    /** Presses the dialog's own button and waits until the dialog is gone. */
    finish: async (name: string) => {
      await page.getByRole('dialog').getByRole('button', { name }).last().click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    },
    /** A channel by name, or `Onboarding` for the app, whose row has an unread count. */
    goTo: (name: string) =>
      page
        .getByRole('navigation', { name: 'Workspace' })
        .getByRole('link', { name: name === 'Onboarding' ? /^Onboarding/ : name })
        .click(),
    actAs: async (name: string) => {
      await page.getByRole('group', { name: 'Act as' }).getByRole('button', { name }).click()
      await page.getByRole('button', { name, pressed: true }).waitFor()
    },
    /** State the page has kept since it was loaded. A reload clears it. */
    reactions: () => page.evaluate<string[]>('story.reactions'),
  }
}
export type SlackPage = ReturnType<typeof slackPage>
