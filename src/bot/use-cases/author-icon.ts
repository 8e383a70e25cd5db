import type { BotDeps } from '../deps.ts'

/** The picture of the Slack member with the tracker user's e-mail. A picture is never worth a delay or a failure. */
export const authorIcon = async (deps: BotDeps, userUuid: string): Promise<string | undefined> => {
  try {
    const { users } = await deps.api.listUsers({ limit: 200 })
    const email = users.find(({ uuid }) => uuid === userUuid)?.email_address
    return email === undefined ? undefined : (await deps.slack.personByEmail(email))?.imageUrl
  } catch (error) {
    deps.log.debug({ reason: (error as Error).message }, 'no picture for an author')
    return undefined
  }
}
