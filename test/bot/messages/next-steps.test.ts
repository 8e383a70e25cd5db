import { expect, test } from 'vitest'
import { samples } from './samples/samples.ts'

/** Words by which a message says that something is not so. */
const refuses =
  /(?:n’t|\b(?:not|no|cannot|could not|rejected|only members|only admins|unknown|too late|has to wait|used up|lacks))\b/i

/** Words by which it says what to do: a verb at the beginning of a sentence or clause, or a command to type. */
const nextStep =
  /(^|[.:;,] ?|\n|, then |, or |and )\(?(ask|try|type|check|continue|share|press|write|change|look|open|copy|paste|comment|reply|post|delete|subscribe|unarchive|invite|join|connect|wait|see|go|resume|pin|add|if|when)\b|\/onboard|you(’ll)? hear|appear here/i

test('whoever is refused reads the next step in the text alone', () => {
  const refusals = samples
    .filter(({ reports }) => !reports)
    .map(({ title, facts, build }) => ({ title, text: build(facts).text }))
    .filter(({ text }) => refuses.test(text))
  expect(refusals.length).toBeGreaterThan(30)
  expect(refusals.filter(({ text }) => !nextStep.test(text))).toEqual([])
})
