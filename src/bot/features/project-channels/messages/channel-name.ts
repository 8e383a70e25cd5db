/** Slack's longest name of a channel. */
const most = 80

/** Lowercase words with hyphens, as Slack wants it in names of channels. */
export const slug = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')

const cutName = (name: string, room: number): string => name.slice(0, room).replace(/[-_\uD800-\uDBFF]+$/, '')

/** What a project's channel could be called: `onb-acme-corp`. */
export const nameFor = (project: { name: string; accountName?: string | undefined }): string => {
  const whose = slug(project.accountName ?? '') || slug(project.name) || 'project'
  return cutName(`onb-${whose}`, most)
}

/** The name, or the next number after it that is free. */
export const freeName = (name: string, taken: ReadonlySet<string>): string => {
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : `-${number}`
    const tried = cutName(name, most - end.length) + end
    if (!taken.has(tried)) return tried
  }
}

/** What Slack would refuse. Undefined: a name that it takes, if nobody has it. */
export const nameProblem = (name: string): string | undefined => {
  if (name === '') return 'Give the channel a name.'
  if (name.length > most) return `Use at most ${most} characters.`
  if (!/^[\p{Ll}\p{Lo}\p{N}_-]+$/u.test(name))
    return 'Use lowercase letters, numbers, hyphens, and underscores only.'
  return /[\p{L}\p{N}]/u.test(name) ? undefined : 'Use at least one letter or number.'
}
