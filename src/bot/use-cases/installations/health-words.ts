import type { Listed } from '../../store/installations/list.ts'
import type { TokenTrouble } from '../../store/installations/tokens.ts'

const day = (ms: number) => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Why an installation's token can't be refreshed, and how long it still works. */
export const tokenWords = (trouble: TokenTrouble, now: number): string => {
  const { problem, since, endsAt, isFinal } = trouble
  if (problem === null)
    return `The token expired ${day(since)} and was not refreshed. Check that the bot is running.`
  const wayOut = isFinal ? 'install the app there again' : 'the bot will try again'
  const end = endsAt === null ? '' : ` The token ${endsAt > now ? 'works until' : 'expired'} ${day(endsAt)}.`
  return `Refreshing the token has failed since ${day(since)} (${problem}): ${wayOut}.${end}`
}

/** What is wrong with an installation, one sentence each. Empty if all is well. */
export const healthWords = (listed: Listed, now: number): string[] => {
  const { installation, connection, trouble } = listed
  const { state, stateAt, reason } = installation
  if (state === 'leaving')
    return [
      `Removed ${day(stateAt)} (${reason ?? 'no reason given'}). Its data is erased an hour later, unless the app is installed again.`,
    ]
  return [
    state === 'paused' ? `Paused ${day(stateAt)}: ${reason ?? 'no reason given'}.` : undefined,
    trouble && tokenWords(trouble, now),
    connection === undefined ? 'No tracker is connected.' : undefined,
    connection?.state === 'broken'
      ? `The tracker doesn't work: ${connection.problem ?? 'no reason given'}`
      : undefined,
  ].filter((line) => line !== undefined)
}
