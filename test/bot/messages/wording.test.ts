import { describe, expect, test } from 'vitest'
import { projectCard } from '../../../src/bot/kit/cards/project-card.ts'
import { taskUuid } from './facts.ts'
import { said } from './samples.ts'

describe('what a person reads or hears without blocks: of the tracker', () => {
  test('task card', () => {
    expect(said('task card')).toMatchInlineSnapshot(`
      "Task <https://tracker.example/projects/3f0c8a52#task-8c9d1f1e|Hold the kick-off call>
      In progress · Assigned to Casey Miller · Due Dec 31, 2026 · Acme Corp – Standard Onboarding · Kick-off · Internal task · Earlier comments are in the tracker
      Robin Hill: “Can we move it?”"
    `)
  })

  test('task completed', () => {
    expect(said('task completed')).toMatchInlineSnapshot(`
      "Task completed: <https://tracker.example/projects/3f0c8a52#task-8c9d1f1e|Hold the kick-off call>, by Casey Miller, <!date^1795167000^{date_short_pretty} {time}|Nov 20, 2026, 09:30 UTC>
      Go-live date: Jan 15, 2027
      Which regions? EMEA, APAC
      Next task: <https://tracker.example/tasks/next|Send the data export>"
    `)
  })

  test('task completed without a thread', () => {
    expect(said('task completed without a thread')).toMatchInlineSnapshot(`
      "✅ <https://tracker.example/projects/3f0c8a52#task-8c9d1f1e|Hold the kick-off call> completed by Casey Miller · Acme Corp – Standard Onboarding · Next: Send the data export · Acme Corp reads replies.
      Go-live date: Jan 15, 2027"
    `)
  })

  test('subtask line', () => {
    expect(said('subtask line')).toMatchInlineSnapshot(`
      "Subtask answered: Choose a date in “Hold the kick-off call”, by Casey Miller
      Answer: The 15th"
    `)
  })

  test('comment', () => {
    expect(said('comment')).toMatchInlineSnapshot(`
      "In reply to Dana Smith: “See you on Monday.”
      Casey Miller: Can we move the call?

      Tuesday is better.
      written <!date^1795075200^{date_short_pretty} {time}|Nov 19, 2026, 08:00 UTC> · edited <!date^1795167000^{date_short_pretty} {time}|Nov 20, 2026, 09:30 UTC>"
    `)
  })

  test('rest of a comment', () => {
    expect(said('rest of a comment')).toMatchInlineSnapshot(`
    "Casey Miller’s comment, continued
    The whole of it."
  `)
  })

  test('deleted comment', () => {
    expect(said('deleted comment')).toMatchInlineSnapshot(
      `"A comment by Casey Miller was deleted in the tracker."`,
    )
  })

  test('project card', () => {
    expect(said('project card')).toMatchInlineSnapshot(`
      "Project <https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding> · Acme Corp · Owner Dana Smith
      ▰▰▰▱▱▱▱▱▱▱ 34% done · Overdue: was due Nov 17, 2026 · Active · At risk
      Last activity: Casey Miller commented on <https://tracker.example/projects/3f0c8a52#task-8c9d1f1e|Hold the kick-off call>, <!date^1795167000^{date_short_pretty} {time}|Nov 20, 2026, 09:30 UTC>"
    `)
  })

  test('project completed', () => {
    expect(said('project completed')).toMatchInlineSnapshot(`
      "Project completed with open items: <https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding> · Acme Corp
      Completed by Lee Wong, Nov 20, 2026 · Planned for Nov 17, 2026 · 3 days late · Took 80 days
      7 tasks still open:
      • Send the data export, Casey Miller
      • Sign the contract
      and 5 more tasks in the tracker
      9 questions answered
      • Which region? EMEA
      • Single sign-on? Yes
      • Go-live: Nov 20, 2026
      and 6 more answers in the tracker
      Thanks to Dana Smith, Lee Wong and Sam Ode.
      <https://tracker.example/portal/projects/3f0c8a52|Customer page>"
    `)
  })

  test('project completed with something left', () => {
    expect(said('project completed with something left')).toMatchInlineSnapshot(`
      "Project completed with open items: Acme Corp – Standard Onboarding
      92% done; some items are still open in the tracker."
    `)
  })

  test('project archived', () => {
    expect(said('project archived')).toMatchInlineSnapshot(
      `"<https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding> · Archived, by Lee Wong, <!date^1795167000^{date_short_pretty} {time}|Nov 20, 2026, 09:30 UTC>"`,
    )
  })

  test('project invitation', () => {
    expect(said('project invitation')).toMatchInlineSnapshot(
      `"<https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding> · Customer invited: Casey Miller, Sponsor, by Lee Wong"`,
    )
  })

  test('project status', () => {
    expect(said('project status')).toMatchInlineSnapshot(
      `"<https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding> · Status: On track → At risk, by Lee Wong"`,
    )
  })

  test('project owner', () => {
    expect(said('project owner')).toMatchInlineSnapshot(
      `"<https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding> · Owner: Dana Smith → Sam Ray, by Lee Wong"`,
    )
  })

  test('module completed', () => {
    expect(said('module completed')).toMatchInlineSnapshot(
      `"<https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding> · Module completed: Kick-off"`,
    )
  })

  test('project list', () => {
    expect(said('project list')).toMatchInlineSnapshot(`
      "31 projects with “Onboarding” in the name
      <https://tracker.example/projects/3f0c8a52|Acme Corp – Standard Onboarding> · Acme Corp · Owner Dana Smith
      ▰▰▰▱▱▱▱▱▱▱ 34% done · Overdue: was due Nov 17, 2026 · Active · At risk
      Last activity: Casey Miller commented on <https://tracker.example/projects/3f0c8a52#task-8c9d1f1e|Hold the kick-off call>, <!date^1795167000^{date_short_pretty} {time}|Nov 20, 2026, 09:30 UTC>
      1 of 31 shown."
    `)
  })

  test('project choice', () => {
    expect(said('project choice')).toMatchInlineSnapshot(`
    "2 projects match “Onboarding”. Which one?
    1. Acme Corp – Standard Onboarding · Acme Corp · Active
    2. Globex – Enterprise Rollout · Globex"
  `)
  })

  test('task choice', () => {
    expect(said('task choice')).toMatchInlineSnapshot(`
    "2 tasks match “Onboarding”. Which one?
    1. Acme Corp – Standard Onboarding · Acme Corp · Active
    2. Globex – Enterprise Rollout · Globex"
  `)
  })
})

test('comments are named by their tasks, and what is left is counted in comments', () => {
  expect(said('more of a digest’s project')).toContain('7 comments\n')
  expect(said('more of a digest’s project')).toMatch(/\(6\)\nand 1 more in the tracker/)
})

test('a task that is late or waited on is not named as next, too', () => {
  const first = { uuid: taskUuid, name: 'Export your data' }
  const next = { uuid: taskUuid, name: 'Export your data', detail: 'due Nov 27, 2026' }
  const { text } = projectCard({ name: 'Acme', waiting: { total: 1, first }, next, known: 2 })
  expect(text).toBe('Project Acme\nWaiting on the customer: Export your data · The app knows 2 tasks')
  const other = { ...next, uuid: 'another' }
  expect(projectCard({ name: 'Acme', waiting: { total: 1, first }, next: other }).text).toContain('Next: ')
})
