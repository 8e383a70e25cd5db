import {
  bool,
  byType,
  type Check,
  fail,
  items,
  type Json,
  list,
  object,
  oneOf,
  string,
  url,
} from './check.ts'

/** Composition objects: docs.slack.dev/reference/block-kit/composition-objects */

const emoji = { emoji: bool }

export const plain = (most: number): Check => byType({ plain_text: object({ text: string(most) }, emoji) })

/** Plain text, or mrkdwn. */
export const text = (most: number): Check =>
  byType({
    plain_text: object({ text: string(most) }, emoji),
    mrkdwn: object({ text: string(most) }, { verbatim: bool }),
  })

export const confirm = object(
  { title: plain(100), text: text(300), confirm: plain(30), deny: plain(30) },
  { style: oneOf('primary', 'danger') },
)

export const option = object({ text: plain(75), value: string(150) }, { description: plain(75) })
/** Of checkboxes and radio buttons, which take mrkdwn. */
export const markedOption = object({ text: text(75), value: string(150) }, { description: text(75) })
/** Of an overflow menu, which may open a page. */
export const linkedOption = object({ text: plain(75), value: string(150) }, { description: plain(75), url })

const optionGroup = object({ label: plain(75), options: list(option, 1, 100) })

export const choices = { options: list(option, 1, 100), option_groups: list(optionGroup, 1, 100) }

const asText = (value: unknown) => JSON.stringify(value)

/** What is chosen at first has to be one of the options, to the letter. */
export const initialAmongOptions = (path: string, element: Json): void => {
  const { options, option_groups: groups, initial_option: one, initial_options: several } = element
  const offered =
    options === undefined
      ? items(path, groups ?? []).flatMap((group) => (group as { options: unknown[] }).options)
      : items(path, options)
  const known = offered.map(asText)
  for (const chosen of [...(one === undefined ? [] : [one]), ...((several as unknown[] | undefined) ?? [])])
    if (!known.includes(asText(chosen))) fail(path, `chooses ${asText(chosen)}, which is no option`)
}
