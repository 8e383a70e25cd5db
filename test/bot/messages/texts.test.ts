import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collectMentions, toPlain } from '../../../src/bot/kit/mrkdwn.ts'
import {
  dayText,
  escape,
  mrkdwnLink,
  cut,
  cutMrkdwn,
  fitting,
  storedLengthOf,
  unescape,
} from '../../../src/bot/kit/text.ts'
import { settingsWords } from '../../../src/bot/audience/messages/settings-words.ts'
import { customSettings } from './samples/facts.ts'
import { dotted, fitMessage, line, message, when } from '../../../src/bot/kit/message.ts'
import { anyText } from '../../support/any-text.ts'
import { splitText } from '../../../src/bot/sync/replies/comment-words.ts'
import { validateMessage } from '../../support/slack-limits.ts'

const names = {
  user: (id: string) => (id === 'U1DANA' ? 'Dana Smith' : undefined),
  channel: (id: string) => (id === 'C1ACME' ? 'acme-onboarding' : undefined),
}
const plain = (text: string) => toPlain(text, names)

test('an escaped text has no control sequence left, and unescapes to the letter', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      expect(escape(text)).not.toMatch(/[<>]/)
      expect(unescape(escape(text))).toBe(text)
    }),
  )
})

test('only the three control characters are changed', () => {
  expect(escape('<!channel> <@U123> *x* & <b>')).toBe('&lt;!channel&gt; &lt;@U123&gt; *x* &amp; &lt;b&gt;')
})

test('a text that contains an entity is not undone twice', () => {
  expect(unescape('&amp;lt;b&amp;gt;')).toBe('&lt;b&gt;')
})

test('a link survives bars and angle brackets in its URL and its label', () => {
  expect(mrkdwnLink('https://a.example/?q=a|b&c=>', 'a > b\nc')).toBe(
    '<https://a.example/?q=a%7Cb&amp;c=&gt;|a &gt; b c>',
  )
})

test('an instant is shown in the reader’s time zone, with words for where Slack cannot', () => {
  expect(line(when('2026-11-20T09:30:15Z')).said).toBe(
    '<!date^1795167015^{date_short_pretty} {time}|Nov 20, 2026, 09:30 UTC>',
  )
})

test('a calendar day is written out, since a time zone would shift it', () => {
  expect(line(when('2026-12-31')).said).toBe('Dec 31, 2026')
  expect(dayText('2026-12-31T23:30:00-08:00')).toBe('Dec 31, 2026')
})

test('what is no date is shown as it came', () => {
  expect(line(when('next <week>')).said).toBe('next &lt;week&gt;')
})

test.each([
  ['mentions as names', 'hi <@U1DANA> and <@U2NOBODY>', 'hi @Dana Smith and @U2NOBODY'],
  ['a mention with a label nobody else knows', '<@U2NOBODY|robin>', '@robin'],
  ['channels', 'see <#C1ACME> and <#C2X|general>', 'see #acme-onboarding and #general'],
  ['broadcasts', '<!here> <!channel> <!everyone>', '@here @channel @everyone'],
  ['user groups', '<!subteam^S1|@ops> <!subteam^S2>', '@ops @a user group'],
  ['a channel that the app can’t see', 'see <#C9PRIVATE>', 'see a private channel'],
  ['dates', '<!date^1795167015^{date}|Nov 20> ', 'Nov 20 '],
  [
    'links with a label',
    '<https://a.example/?x=1&amp;y=2|the plan>',
    'the plan (https://a.example/?x=1&y=2)',
  ],
  ['links alone', '<https://a.example/x>', 'https://a.example/x'],
  [
    'domains and files that Slack made links of',
    '<http://a.example/|a.example> <http://readme.md|readme.md>',
    'a.example readme.md',
  ],
  ['a link whose words are its address', '<https://a.example/x|a.example/x>', 'https://a.example/x'],
  ['email addresses', '<mailto:dana@vendor.example|dana@vendor.example>', 'dana@vendor.example'],
  ['phone numbers', '<tel:+491234|call>', 'call (+491234)'],
  ['emoji', 'done :tada: :umbrella: :flag-de: :wave::skin-tone-4:', 'done 🎉 ☂️ 🇩🇪 👋🏽'],
  ['an emoji that has no skin tones', ':tada::skin-tone-3:', '🎉'],
  ['unknown shortcodes as typed', ':acme-logo: at 10:30:45', ':acme-logo: at 10:30:45'],
  ['colons inside words as typed', 'user:id:42 api:key: x:tada:', 'user:id:42 api:key: x:tada:'],
  ['emoji in a row and at other letters', '完了:tada::tada:, (:wave:)', '完了🎉🎉, (👋)'],
  ['names of object members as typed', ':constructor: :__proto__:', ':constructor: :__proto__:'],
  ['code without emoji', '`:tada:` ```\n:tada:\n``` :tada:', '`:tada:` ```\n:tada:\n``` 🎉'],
  ['entities', 'a &lt;b&gt; &amp;amp; c', 'a <b> &amp; c'],
  ['marks', '*bold* _it_ ~no~', '*bold* _it_ ~no~'],
  ['brackets that are nothing of Slack’s', '1 <2> 3 <b>', '1 <2> 3 <b>'],
])('a Slack text becomes a comment: %s', (_, text, expected) => {
  expect(plain(text)).toBe(expected)
})

test('every emoji comes as Slack shows it, people in the skin tone that it names', () => {
  const names = readFileSync('src/bot/kit/emoji.txt', 'utf8').matchAll(/([\w+'-]+) ([^\s,]+)/g)
  let tones = 0
  for (const [, name = '', character = ''] of names) {
    expect(plain(`:${name}:`)).toBe(character)
    for (const tone of [2, 3, 4, 5, 6]) {
      const toned = plain(`:${name}::skin-tone-${tone}:`)
      expect(toned, name).toMatch(/^\p{RGI_Emoji}$/v)
      if (toned !== character) tones += 1
    }
  }
  expect(tones).toBeGreaterThan(1_500)
  expect(plain(':man-raising-hand::skin-tone-6: :raised_hand_with_fingers_splayed::skin-tone-2:')).toBe(
    '🙋🏿‍♂️ 🖐🏻',
  )
  expect(plain(':people_holding_hands::skin-tone-4: :handshake::skin-tone-4:')).toBe('🧑🏽‍🤝‍🧑🏽 🤝🏽')
  expect(plain(':man-woman-boy::skin-tone-4: :acme::skin-tone-4:')).toBe('👨‍👩‍👦 :acme::skin-tone-4:')
})

test('an escaped text without markup or shortcodes comes back as it was', () => {
  const texts = anyText().filter((text) => !/[:`]/.test(text))
  fc.assert(fc.property(texts, (text) => plain(escape(text)) === text))
})

test('ids to look up are named once each', () => {
  expect(collectMentions('<@U1DANA> <@U1DANA|d> <@W2> <#C1ACME|x> <#C1ACME> <!here> &lt;@U9&gt;')).toEqual({
    users: ['U1DANA', 'W2'],
    channels: ['C1ACME'],
  })
})

const texts = fc.string({ unit: 'grapheme', maxLength: 300 })

test('a cut text is short enough once escaped, well-formed, and the beginning of the whole', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 300 }), (text, max) => {
      const short = cut(text, max)
      expect(escape(short).length).toBeLessThanOrEqual(max)
      expect(short.isWellFormed()).toBe(true)
      if (short !== text) expect(text.startsWith(short.replace(/…$/, ''))).toBe(true)
    }),
  )
})

test('a text that fits is left alone', () => {
  expect(cut('abc', 3)).toBe('abc')
  expect(cut('abcd', 3)).toBe('ab…')
  expect(cut('a&b', 4)).toBe('a…')
})

test('half of an emoji never stays', () => {
  expect(cut('ab😀cd', 4)).toBe('ab…')
  expect(fitting('😀😀', 3)).toBe(2)
})

test('a text is cut in front of the first letter that does not fit', () => {
  const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
  const odd = fc.string({ unit: fc.constantFrom('a', '&', '<', '"', '\n', '😀', 'é'), maxLength: 300 })
  fc.assert(
    fc.property(odd, fc.nat(600), (text, max) => {
      let end = 0
      for (const { segment } of letters.segment(text)) {
        if (storedLengthOf(text.slice(0, end + segment.length)) > max) break
        end += segment.length
      }
      expect(fitting(text, max)).toBe(end)
    }),
  )
})

test('a fact longer than a block is cut, and one of which nothing can be seen leaves no gap', () => {
  const { text, blocks } = message(dotted('Name', 'x'.repeat(5_000)), line('\u0007'), 'End')
  expect(text).toBe(`Name · ${'x'.repeat(999)}…\nEnd`)
  expect(blocks).toEqual([
    { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }] },
  ])
})

test('a list of long names of modules says how many are left out', () => {
  const names = Array.from({ length: 20 }, (_, at) => `${at + 1} ${'module '.repeat(12)}`.trim())
  const modules = { list: 'only' as const, names }
  const words = settingsWords({ ...customSettings, modules }).find((text) => text.includes('module'))
  expect(words).toMatch(/, 10 [^,]*module, 10 more$/)
  expect(line('• ', words).said).toBe(`• ${words}`)
})

test('mrkdwn is cut between links and entities, not within', () => {
  expect(cutMrkdwn('see <https://a.example|the plan> now', 20)).toBe('see …')
  expect(cutMrkdwn('fish &amp; chips', 9)).toBe('fish …')
  expect(cutMrkdwn('short', 9)).toBe('short')
})

const lines = (count: number, length: number) =>
  Array.from({ length: count }, () => ({
    type: 'context' as const,
    elements: [{ type: 'plain_text' as const, text: 'x'.repeat(length), emoji: false }],
  }))

test('a message of too many blocks loses its tail and says so', () => {
  const fitted = fitMessage({ text: 'all', blocks: lines(80, 10) })
  validateMessage(fitted)
  expect(fitted.blocks).toHaveLength(50)
  expect(JSON.stringify(fitted.blocks.at(-1))).toContain('There’s more than fits in one message.')
})

test('a message of too many characters keeps its buttons', () => {
  const buttons = { type: 'actions' as const, elements: [] }
  const { blocks } = fitMessage({ text: 'all', blocks: [...lines(10, 2_000), buttons] })
  expect(blocks.length).toBeLessThan(10)
  expect(blocks).toContain(buttons)
})

const unmarked = (part: string) => part.replace(/^\(\d+\/\d+\) /, '')

test('a text that fits is not split and not marked', () => {
  expect(splitText('short', 40)).toEqual(['short'])
})

test('a long text is split after paragraphs, and each part says which it is', () => {
  const [first, second] = [`${'a'.repeat(30)}.`, `${'b'.repeat(30)}.`]
  expect(splitText(`${first}\n\n${second}`, 50)).toEqual([`(1/2) ${first}\n\n`, `(2/2) ${second}`])
})

test('a long line is split between words', () => {
  expect(splitText('one two three four five six seven eight nine ten eleven', 40)).toEqual([
    '(1/2) one two three four five six ',
    '(2/2) seven eight nine ten eleven',
  ])
})

test('parts keep to the limit, in order, and together are the text to the letter', () => {
  const long = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '😀', '漢', '&'), maxLength: 2_000 })
  fc.assert(
    fc.property(long, fc.integer({ min: 40, max: 500 }), (text, max) => {
      const parts = splitText(text, max)
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(max)
        expect(part.isWellFormed()).toBe(true)
      }
      expect(parts.length === 1 ? parts[0] : parts.map(unmarked).join('')).toBe(text)
    }),
  )
})

test('what is cut ends between two letters, never inside one', () => {
  const family = '👩‍👩‍👧'
  expect(cut(`Team ${family}`, 8)).toBe('Team …')
  expect(cut('Zoë'.normalize('NFD'), 4)).toBe('Zoë'.normalize('NFD'))
  expect(cut('Zoë!'.normalize('NFD'), 4)).toBe('Zo…')
})
