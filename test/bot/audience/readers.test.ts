import { expect, test } from 'vitest'
import { whoReads } from '../../../src/bot/audience/messages/subscribed.ts'
import { line, message } from '../../../src/bot/kit/message.ts'

const nobody = { channel: 'C0ACME', organizations: [], strangers: false, guests: false, unknown: false }

test.each([
  ['Acme Corp', { organizations: ['Acme Corp'] }, 'People from Acme Corp read <#C0ACME>.'],
  [
    'two organizations and guests',
    { organizations: ['Acme Corp', 'Globex'], guests: true },
    'People from Acme Corp and Globex and guests read <#C0ACME>.',
  ],
  ['guests', { guests: true }, 'Guests read <#C0ACME>.'],
  ['an organization without a name', { strangers: true }, 'People from another organization read <#C0ACME>.'],
  ['the team', {}, 'Only your team reads <#C0ACME>.'],
  [
    'an unknown audience',
    { unknown: true },
    'Slack doesn’t say who reads <#C0ACME>. It may be people from outside.',
  ],
])('the sentence that names %s', (_, readers, said) => {
  expect(message(line(...whoReads({ ...nobody, ...readers }))).text).toBe(said)
})
