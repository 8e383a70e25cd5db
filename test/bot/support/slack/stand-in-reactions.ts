import type { SlackCall } from './slack-door.ts'

const onMessage = (calls: readonly SlackCall[], ts: string) =>
  calls
    .filter(({ method, args }) => /^reactions\.(add|remove)$/.test(method) && args['timestamp'] === ts)
    .map(({ method, args }) => ({ isAdded: method === 'reactions.add', name: String(args['name']) }))

/** The reactions that were asked for on a message, each time, without those that were taken back. */
export const reactionsAsked = (calls: readonly SlackCall[], ts: string): string[] => {
  const shown: string[] = []
  for (const { isAdded, name } of onMessage(calls, ts)) {
    if (isAdded) shown.push(name)
    else if (shown.includes(name)) shown.splice(shown.indexOf(name), 1)
  }
  return shown
}

/** Those that are there after these calls. One that is there is not added again. */
export const reactionsThere = (calls: readonly SlackCall[], ts: string): string[] => {
  const shown = new Set<string>()
  for (const { isAdded, name } of onMessage(calls, ts)) {
    if (isAdded) shown.add(name)
    else shown.delete(name)
  }
  return [...shown]
}
