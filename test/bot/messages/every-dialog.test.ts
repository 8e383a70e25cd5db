import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { channelNotice } from '../../../src/bot/features/project-channels/messages/channel-dialog.ts'
import { connectNotice } from '../../../src/bot/features/connect/messages/connect.ts'
import { subscriptionNotice } from '../../../src/bot/features/channels/messages/subscription-list.ts'
import { syncNotice } from '../../../src/bot/sync/messages/task-dialogs.ts'
import { fieldsNotice } from '../../../src/bot/features/projects/messages/fields.ts'
import { createNotice } from '../../../src/bot/features/projects/messages/project-made.ts'
import { anyText } from '../../support/any-text.ts'
import { validateView } from '../../support/slack-limits.ts'
import { buildersOf } from './builders.ts'
import { dialogs } from './samples/dialogs.ts'
import { extremesOf, withTexts } from './free-text.ts'
import { samples } from './samples/samples.ts'

/** A data field’s options and ids repeat in a hundred of them; in a tracker each has its own. */
const distinctFields = (facts: unknown): unknown => {
  const { fields } = facts as { fields?: unknown }
  if (!Array.isArray(fields)) return facts
  const own = fields.map((field: object, index) => ({ ...field, uuid: `f${index}` }))
  return { ...(facts as object), fields: own }
}

const most = 100

describe.each(dialogs.map((sample) => [sample.title, sample] as const))(
  '%s',
  (_, { facts, build, fixed }) => {
    test('is taken by Slack', () => {
      expect(() => validateView(build(facts))).not.toThrow()
    })

    test('is taken by Slack with any extreme everywhere, a hundred times', () => {
      for (const [extreme, given] of extremesOf(facts, most, fixed))
        expect(() => validateView(build(distinctFields(given) as object)), extreme).not.toThrow()
    })

    test('is taken by Slack whatever stands in it', () => {
      const texts = fc.array(anyText({ maxLength: 400 }), { minLength: 1, maxLength: 9 })
      fc.assert(
        fc.property(texts, fc.nat(most), (words, length) => {
          let at = 0
          const text = () => words[at++ % words.length] ?? ''
          const given = withTexts(facts, { text, most: length, fixed })
          validateView(build(distinctFields(given) as object))
        }),
        { numRuns: 30 },
      )
    })
  },
)

/** Dialogs that only show a message that they are given. */
const notices = {
  channelNotice,
  connectNotice,
  createNotice,
  fieldsNotice,
  subscriptionNotice,
  syncNotice,
}

test.each(Object.entries(notices))('%s is taken by Slack with every message', (_, build) => {
  for (const sample of samples) expect(() => validateView(build(sample.build(sample.facts)))).not.toThrow()
})

test('a sample stands for every dialog there is', () => {
  const helpers = ['modal', 'notice', ...Object.keys(notices)]
  const built = new Set([...dialogs.map(({ of, build }) => (of ?? build).name), ...helpers])
  expect(buildersOf('ModalView').length).toBeGreaterThan(12)
  expect(buildersOf('ModalView').filter((name) => !built.has(name))).toEqual([])
})
