/**
 * Matches `Dana Smith (Slack): …` and `Casey Jones (Acme Corp, Slack): …`. The bot removes colons, brackets and
 * line breaks from names, so that nobody's name can imitate another person's comment.
 */
const pattern = /^([^\s:()[\]{}<>][^:()[\]{}<>\n]{0,199}) \((?:([^():\n]{1,200}), )?Slack\):\s([\s\S]*)$/

/** Who wrote a comment of the API user in Slack, and the words. Undefined if nobody did. */
export const fromSlack = (message: string) => {
  const [, name, company, text] = pattern.exec(message) ?? []
  return name === undefined || text === undefined
    ? undefined
    : { name, company, text: text.replace(/^\n/, '') }
}
