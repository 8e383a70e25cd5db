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
         Paused: the channel is archived. Resume it when that’s fixed.
      1 of 21 shown.
      To remove one, press Remove, or use /onboard unsubscribe and the name."
    `)
  })

  test('nothing subscribed', () => {
    expect(said('nothing subscribed')).toMatchInlineSnapshot(`
    "This channel isn’t subscribed to “Acme Corp – Standard Onboarding”, so there’s nothing to unsubscribe from.
    See what it’s subscribed to with /onboard subscriptions."
  `)
  })

  test('subscription paused', () => {
    expect(said('subscription paused')).toMatchInlineSnapshot(`
    "Updates in <#C0ACME> are paused: the app is no longer in the channel.
    • Acme Corp – Standard Onboarding
    • Globex
    Invite it with /invite @Onboarding, then press Resume in /onboard subscriptions."
  `)
  })

  test('help', () => {
    expect(said('help')).toMatchInlineSnapshot(`
      "What you can do here:
      /onboard projects [text]
         Lists projects. Example: /onboard projects Acme
      /onboard task &lt;text&gt;
         Shows a task. Example: /onboard task kick-off
      Replies in a task’s thread become comments on the task. For one command, try /onboard help subscribe."
    `)
  })

  test('comment stored', () => {
    expect(said('comment stored')).toMatchInlineSnapshot(
      `"Your comment is on its way to the task “Hold the kick-off call”. You’ll hear when it’s posted."`,
    )
  })

  test('comment posted', () => {
    expect(said('comment posted')).toMatchInlineSnapshot(`
    "Your comment is on the task Hold the kick-off call.
    Continue in <https://demo.slack.com/archives/C0ACME/p1|its thread>."
  `)
  })

  test('reply refused', () => {
    expect(said('reply refused')).toMatchInlineSnapshot(`
      "Your reply wasn’t posted to “Hold the kick-off call”: Validation failed.
      • The text: Too long
      Change the text, then send it as a new reply.
      You wrote: “We are ready.”
      For the tracker’s support team: request req-81
      <https://tracker.example/projects/3f0c8a52#task-8c9d1f1e|Open task>"
    `)
  })

  test('reply unconfirmed', () => {
    expect(said('reply unconfirmed')).toMatchInlineSnapshot(`
      "The tracker didn’t confirm your reply to “Hold the kick-off call”. The comment may or may not exist.
      Check the task before you send it again: a duplicate comment can’t be deleted from here.
      You wrote: “We are ready.”
      <https://tracker.example/projects/3f0c8a52#task-8c9d1f1e|Open task>"
    `)
  })

  test('reply edited', () => {
    expect(said('reply edited')).toMatchInlineSnapshot(`
    "Your edit changed Slack only: the comment on “Hold the kick-off call” is unchanged, because the app can’t edit or delete comments in the tracker.
    Post a correction as a second comment.
    <https://tracker.example/projects/3f0c8a52#task-8c9d1f1e|Open task>"
  `)
  })

  test('reply deleted', () => {
    expect(said('reply deleted')).toMatchInlineSnapshot(`
    "Your reply was deleted in Slack only: the comment on “Hold the kick-off call” is unchanged, because the app can’t edit or delete comments in the tracker.
    Post a correction as a second comment, or ask a Vendor Admin to delete the comment in the tracker.
    <https://tracker.example/projects/3f0c8a52#task-8c9d1f1e|Open task>"
  `)
  })

  test('reply withdrawn', () => {
    expect(said('reply withdrawn')).toMatchInlineSnapshot(
      `"You deleted your reply before it was sent, so there’s no comment on “Hold the kick-off call”."`,
    )
  })

  test('thread of a deleted task', () => {
    expect(said('thread of a deleted task')).toMatchInlineSnapshot(`
    "Your reply stays in Slack: the task “Hold the kick-off call” was deleted in the tracker, so it can’t be commented on.
    Reply in the thread of another task, or find one with /onboard task."
  `)
  })

  test('one-way channel', () => {
    expect(said('one-way channel')).toMatchInlineSnapshot(`
    "Your reply stays in Slack: replies in this channel don’t become comments for “Hold the kick-off call”.
    Comment with /onboard comment, or turn on two-way replies in /onboard settings."
  `)
  })

  test('not found', () => {
    expect(said('not found')).toMatchInlineSnapshot(`
      "No project found for “Initrode”.
      Try a shorter part of the name, or paste its link. /onboard projects lists all projects."
    `)
  })

  test('tracker unreachable', () => {
    expect(said('tracker unreachable')).toMatchInlineSnapshot(`
      "The tracker isn’t responding, so there’s nothing to show. Waiting updates are kept.
      Try again in a minute. If it keeps happening, give your admin the reference below.
      Reference: a1b2 · Tracker request: req-81"
    `)
  })

  test('tracker slow', () => {
    expect(said('tracker slow')).toMatchInlineSnapshot(
      `"The tracker is taking longer than usual. The answer will appear here."`,
    )
  })

  test('tracker unauthorized', () => {
    expect(said('tracker unauthorized')).toMatchInlineSnapshot(`
    "The tracker rejected the app’s API key: it’s unknown or deactivated. Everything that’s waiting is kept.
    Ask a Vendor Admin to create a new key (on the tracker’s settings page), and the person who runs the app to set it.
    Reference: a1b2"
  `)
  })

  test('quota reached', () => {
    expect(said('quota reached')).toMatchInlineSnapshot(`
      "The tracker’s monthly API quota is used up. Everything that’s waiting is kept and sent next month.
      To continue sooner, ask a Vendor Admin to have the quota raised.
      Reference: a1b2"
    `)
  })

  test('rate limited', () => {
    expect(said('rate limited')).toMatchInlineSnapshot(
      `"The tracker is limiting requests right now. Try again in about a minute."`,
    )
  })

  test('unknown subcommand', () => {
    expect(said('unknown subcommand')).toMatchInlineSnapshot(`
      "/onboard has no “subscrib”. Did you mean /onboard subscribe?
      /onboard help lists all commands."
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
    "The app isn’t in this channel, so it couldn’t post updates here.
    Type /invite @Onboarding, then try again."
  `)
  })

  test('internal task in a shared channel', () => {
    expect(said('internal task in a shared channel')).toMatchInlineSnapshot(`
    "That task is internal. This channel includes guests or people from another organization, so it isn’t shown here.
    Look it up in a channel that only your team reads."
  `)
  })

  test('not allowed', () => {
    expect(said('not allowed')).toMatchInlineSnapshot(`
    "Only members of the workspace that installed the app can do this.
    Ask one of them in this channel, or reply in a task’s thread: your reply becomes a comment."
  `)
  })

  test('stale button', () => {
    expect(said('stale button')).toMatchInlineSnapshot(`
      "That button no longer works: what it belongs to has changed.
      Try again from the start, for example with /onboard projects."
    `)
  })

  test('unexpected', () => {
    expect(said('unexpected')).toMatchInlineSnapshot(`
    "Something went wrong. Your request may not have gone through.
    Try again. If it keeps happening, give your admin the reference below.
    Reference: a1b2"
  `)
  })
})
