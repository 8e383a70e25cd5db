/**
 * Matches `Dana Smith (Slack): …` and `Casey Jones (Acme Corp, Slack): …`. What was imported also says when it was
 * said: `Dana Smith (Slack, Nov 20, 2025, 00:53 UTC): …`. The bot removes colons, brackets and
 * line breaks from names, so that nobody's name can imitate another person's comment.
 */
const pattern =
  /^([^\s:()[\]{}<>][^:()[\]{}<>\n]{0,199}) \((?:([^():\n]{1,200}), )?(Slack(?:, [\w ,:]{1,40} UTC)?)\):\s([\s\S]*)$/

/** Who wrote a comment of the API user in Slack, and the words. Undefined if nobody did. */
export const fromSlack = (message: string) => {
  const [, name, company, place, text] = pattern.exec(message) ?? []
  return name === undefined || place === undefined || text === undefined
    ? undefined
    : { name, company, place, text: text.replace(/^\n/, '') }
}

/** What stays of a deleted comment's text: who wrote it, if that is in the text. */
export const onlyAuthor = (message: string): string => {
  const said = fromSlack(message)
  return said ? message.slice(0, message.length - said.text.length) : ''
}
