import { expect, test } from 'vitest'
import { samples } from './samples.ts'

/** Words by which a message says that something is not so. */
const refuses =
  /(?:n’t|\b(?:not|no|cannot|could not|rejected|only members|only admins|unknown|too late|has to wait|used up|lacks))\b/i

/** Words by which it says what to do: a verb at the beginning of a sentence or clause, or a command to type. */
const nextStep =
  /(^|[.:;,] ?|\n|, then |, or |and )\(?(ask|try|type|check|continue|share|press|write|change|look|open|copy|paste|comment|reply|post|delete|subscribe|unarchive|invite|join|connect|wait|see|go|resume|pin|add|if|when)\b|\/onboard|you(’ll)? hear|appear here/i

/** What only reports, and leaves nothing to be done. */
const reports =
  /^(home|comment|deleted comment|rest of a comment|task|subtask|project (card|completed|archived|invitation|status|owner|list)|module|burst|why|digest|more of|missed|settings saved|field written|a digest that has|report|a report that has|a weekly report|project made|field list|filters saved|unmuted|muted|a card|a pinned|reply withdrawn|reply that was|status)/i

test('whoever is refused reads the next step in the text alone', () => {
  const refusals = samples
    .map(({ title, facts, build }) => ({ title, text: build(facts).text }))
    .filter(({ title, text }) => refuses.test(text) && !reports.test(title))
  expect(refusals.length).toBeGreaterThan(30)
  expect(refusals.filter(({ text }) => !nextStep.test(text))).toEqual([])
})
