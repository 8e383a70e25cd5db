import { aroundCalls } from './around-calls.ts'
import type { BotDeps } from './deps.ts'
import { type BotToken, type SlackApp, slackClients } from './slack/bolt.ts'
import type { Slack } from './slack/slack.ts'
import { slackClock } from './slack/slack-clock.ts'
import { createSlack } from './slack/web-slack.ts'

/** Slack with an installation's token. All installations share the clock and what does the calls. */
export const slackWith = (
  app: SlackApp,
  surroundings: Pick<BotDeps, 'log' | 'now' | 'metrics'>,
): ((botToken: BotToken) => Slack) => {
  const { log, now } = surroundings
  const clock = slackClock(now)
  const clientWith = slackClients(app, log, clock, aroundCalls(surroundings).slack)
  return (botToken) => createSlack(clientWith(botToken), clock)
}
