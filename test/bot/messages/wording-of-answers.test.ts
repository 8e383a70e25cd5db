import { describe, expect, test } from 'vitest'
import { said } from './samples.ts'

describe('what a person reads or hears without blocks: in answer to them', () => {
  test('subscribed', () => {
    expect(said('subscribed')).toMatchInlineSnapshot(`
      "<@U0DANA> subscribed this channel to the project <https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding>.
      It receives comments, completed tasks, and project status. Replies in a task’s thread become comments on the task."
    `)
  })

  test('subscription changed', () => {
    expect(said('subscription changed')).toMatchInlineSnapshot(`
      "<@U0DANA> changed what this channel receives of the project <https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding>.
      It receives new comments and completed tasks. Replies in a task’s thread become comments on the task."
    `)
  })

  test('unsubscribed', () => {
    expect(said('unsubscribed')).toMatchInlineSnapshot(`
    "<@U0DANA> unsubscribed this channel from the project <https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding>.
    Its updates still arrive through the subscription to the account Acme Corp."
  `)
  })

  test('subscription list', () => {
    expect(said('subscription list')).toMatchInlineSnapshot(`
      "<#C0ACME> has 21 subscriptions.
      Replies in threads become comments
      • the project <https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding>: new comments and completed tasks, by <@U0DANA>, <!date^1793527200^{date_short_pretty} {time}|Nov 1, 2026, 10:00 UTC>
         Paused: the channel is archived. Resume it when that is mended.
      1 of 21 shown.
      End one with /onboard unsubscribe and the name."
    `)
  })

  test('nothing subscribed', () => {
    expect(said('nothing subscribed')).toMatchInlineSnapshot(`
    "This channel is not subscribed to “Acme Corp – Standard Onboarding”, so there is nothing to end.
    See what it is subscribed to with /onboard subscriptions."
  `)
  })

  test('subscription paused', () => {
    expect(said('subscription paused')).toMatchInlineSnapshot(`
    "Updates in <#C0ACME> are paused: the app is no longer in the channel.
    • Acme Corp – Standard Onboarding
    • Globex
    Invite it with /invite @Onboarding, then subscribe the channel again."
  `)
  })

  test('help', () => {
    expect(said('help')).toMatchInlineSnapshot(`
    "What you can ask of the app:
    /onboard projects [text]
       Lists projects. Example: /onboard projects Acme
    /onboard task &lt;text&gt;
       Shows a task. Example: /onboard task kick-off
    Replies in a task’s thread become comments on the task. More on one: /onboard help subscribe"
  `)
  })

  test('comment stored', () => {
    expect(said('comment stored')).toMatchInlineSnapshot(
      `"Your comment is on its way to the task “Hold the kick-off call”. You hear when it is there."`,
    )
  })

  test('comment posted', () => {
    expect(said('comment posted')).toMatchInlineSnapshot(`
    "Your comment is on the task <https://tracker.example/projects/3f0c8a52#task-8c9d1f1e|Hold the kick-off call> of Acme Corp – Standard Onboarding, a customer-visible task on Acme Corp.
    Go on in <https://demo.slack.com/archives/C0ACME/p1|its thread>."
  `)
  })

  test('reply refused', () => {
    expect(said('reply refused')).toMatchInlineSnapshot(`
      "Your reply is not on “Hold the kick-off call”: Validation failed.
      • The text: Too long
      Change the text, then send it as a new reply.
      You wrote: “We are ready.”
      For the tracker’s support: request req-81
      <https://tracker.example/projects/3f0c8a52#task-8c9d1f1e|Open task>"
    `)
  })

  test('reply unconfirmed', () => {
    expect(said('reply unconfirmed')).toMatchInlineSnapshot(`
      "The tracker did not confirm your reply to “Hold the kick-off call”. It may be there as a comment, or not.
      Look at the task before you send it again: a second comment cannot be taken back from here.
      You wrote: “We are ready.”
      <https://tracker.example/projects/3f0c8a52#task-8c9d1f1e|Open task>"
    `)
  })

  test('reply edited', () => {
    expect(said('reply edited')).toMatchInlineSnapshot(`
    "Your edit is in Slack only: the comment on “Hold the kick-off call” is unchanged, since the tracker’s interface has no operation for it.
    Post a correction as a second comment, or edit the comment in the tracker.
    <https://tracker.example/projects/3f0c8a52#task-8c9d1f1e|Open task>"
  `)
  })

  test('reply deleted', () => {
    expect(said('reply deleted')).toMatchInlineSnapshot(`
    "Your reply is deleted in Slack only: the comment on “Hold the kick-off call” is unchanged, since the tracker’s interface has no operation for it.
    Delete the comment in the tracker, or post a correction as a second comment.
    <https://tracker.example/projects/3f0c8a52#task-8c9d1f1e|Open task>"
  `)
  })

  test('reply withdrawn', () => {
    expect(said('reply withdrawn')).toMatchInlineSnapshot(
      `"Your deleted reply was not sent to “Hold the kick-off call”: there is no comment."`,
    )
  })

  test('thread of a deleted task', () => {
    expect(said('thread of a deleted task')).toMatchInlineSnapshot(`
    "Your reply stays in Slack: the task “Hold the kick-off call” was deleted in the tracker, so there is nothing left to comment on.
    Reply in the thread of another task, or find one with /onboard task."
  `)
  })

  test('one-way channel', () => {
    expect(said('one-way channel')).toMatchInlineSnapshot(`
    "Your reply stays in Slack: this channel shows what happens in the tracker and takes no replies for “Hold the kick-off call”.
    Comment with /onboard comment, or ask whoever set the channel up to take replies."
  `)
  })

  test('not found', () => {
    expect(said('not found')).toMatchInlineSnapshot(`
    "No project is found for “Initrode”.
    Type less of its name, or paste its URL. /onboard projects lists them."
  `)
  })

  test('tracker unreachable', () => {
    expect(said('tracker unreachable')).toMatchInlineSnapshot(`
    "The tracker does not answer, so there is nothing to show. Updates that are waiting are not lost.
    Try again in a minute. If it stays so, tell your admin the reference.
    Reference: a1b2 · request of the tracker: req-81"
  `)
  })

  test('tracker slow', () => {
    expect(said('tracker slow')).toMatchInlineSnapshot(
      `"Still working: the tracker is taking its time. The answer comes here."`,
    )
  })

  test('tracker unauthorized', () => {
    expect(said('tracker unauthorized')).toMatchInlineSnapshot(`
    "The tracker does not accept the app’s API key: it is unknown or deactivated. What is waiting is kept.
    Ask a Vendor Admin for a working key (settings page of the tracker), and whoever runs the app to set it.
    Reference: a1b2"
  `)
  })

  test('quota reached', () => {
    expect(said('quota reached')).toMatchInlineSnapshot(`
    "The monthly API quota of the tracker is used up (100,000 of 100,000 calls). What is waiting is kept and goes out when the month turns.
    To go on before, ask a Vendor Admin to have the quota raised.
    Reference: a1b2"
  `)
  })

  test('rate limited', () => {
    expect(said('rate limited')).toMatchInlineSnapshot(
      `"The tracker takes no more requests this minute. Try again in about a minute."`,
    )
  })

  test('unknown subcommand', () => {
    expect(said('unknown subcommand')).toMatchInlineSnapshot(`
    "/onboard has no “subscrib”. Do you mean /onboard subscribe?
    /onboard help shows everything it has."
  `)
  })

  test('bad arguments', () => {
    expect(said('bad arguments')).toMatchInlineSnapshot(`
    "Which task?
    Usage: /onboard task &lt;URL | uuid | text&gt;
    Example: /onboard task kick-off"
  `)
  })

  test('not in channel', () => {
    expect(said('not in channel')).toMatchInlineSnapshot(`
    "The app is not in this channel, so it could not post updates here.
    Type /invite @Onboarding, then try again."
  `)
  })

  test('internal task in a shared channel', () => {
    expect(said('internal task in a shared channel')).toMatchInlineSnapshot(`
    "That task is internal, and guests or people of another organization are in this channel, so it is not shown here.
    Ask for it in a channel of your own team."
  `)
  })

  test('not allowed', () => {
    expect(said('not allowed')).toMatchInlineSnapshot(`
    "Only members of the workspace that installed the app can do this.
    Ask one of them in this channel."
  `)
  })

  test('stale button', () => {
    expect(said('stale button')).toMatchInlineSnapshot(`
    "That button no longer leads anywhere: what it belongs to has changed since.
    Ask again, for example with /onboard projects."
  `)
  })

  test('unexpected', () => {
    expect(said('unexpected')).toMatchInlineSnapshot(`
    "Something went wrong in the app, and what you asked for may not have happened.
    Try again. If it happens once more, tell your admin the reference.
    Reference: a1b2"
  `)
  })
})
