/** The composer's suggestions for the text before the caret: commands, subcommands, or people. */

const command = (before, { commands }, thread) => {
  const found = /^\/(\S*)$/.exec(before)
  if (!found || thread || commands.length === 0) return null
  const items = commands
    .filter((one) => one.command.startsWith(before))
    .map((one) => ({
      label: one.command,
      usage: one.usage,
      description: one.description,
      insert: `${one.command} `,
    }))
  return items.length > 0 ? { title: 'Commands matching “/”', items, from: 0, complete: false } : null
}

const subcommand = (before, { commands }, thread) => {
  const match = /^(\/\S+) (\S*)$/.exec(before)
  const command = match && !thread && commands.find((one) => one.command === match[1])
  if (!command) return null
  const word = match[2]
  const items = command.subcommands
    .filter((one) => one.name.startsWith(word))
    .map((one) => ({
      label: one.name,
      usage: one.usage,
      description: one.description,
      insert: one.usage === '' ? one.name : `${one.name} `,
    }))
  // Enter sends a complete subcommand instead of completing it again.
  const complete = word === '' || command.subcommands.some((one) => one.name === word)
  return items.length > 0
    ? { title: command.command, items, from: before.length - word.length, complete }
    : null
}

/** The app is mentioned by its bot in the own workspace. */
const isForeignBot = ({ is_bot: isBot, company }) => isBot && company !== undefined

const person = (before, { users }) => {
  const found = /(?:^|\s)@([\w.-]*)$/.exec(before)
  if (!found) return null
  const word = found[1].toLowerCase()
  const items = users
    .filter((one) => !isForeignBot(one))
    .filter((one) => one.name.startsWith(word) || one.real_name.toLowerCase().startsWith(word))
    .map((one) => ({
      label: one.real_name,
      usage: '',
      description: one.profile.title,
      image: one.profile.image_24,
      insert: `@${one.name} `,
    }))
  return items.length > 0
    ? { title: 'People', items, from: before.length - word.length - 1, complete: false }
    : null
}

export const suggestionsFor = (before, workspace, thread) =>
  command(before, workspace, thread) ?? subcommand(before, workspace, thread) ?? person(before, workspace)
