/** What a person's composer in Slack sends (the parts of one `rich_text` block), and the comment that it becomes. */

interface TypedRow {
  what: string
  parts: object[]
  comment: string
}

export const text = (words: string, style?: object) => ({
  type: 'text',
  text: words,
  ...(style && { style }),
})
export const section = (...elements: object[]) => ({ type: 'rich_text_section', elements })
const quote = (...elements: object[]) => ({ type: 'rich_text_quote', elements })
const code = (...elements: object[]) => ({ type: 'rich_text_preformatted', elements })
const list = (style: 'bullet' | 'ordered', items: object[], more: object = {}) => ({
  type: 'rich_text_list',
  style,
  elements: items,
  ...more,
})
const link = (url: string, words?: string) => ({ type: 'link', url, ...(words && { text: words }) })

export const typedRows: readonly TypedRow[] = [
  {
    what: 'styles',
    parts: [
      section(
        text('Now', { bold: true }),
        text(', '),
        text('really ', { italic: true }),
        text('not', { bold: true, italic: true, strike: true }),
        text(' '),
        text('npm ci', { code: true }),
      ),
    ],
    comment: '*Now*, _really_ *_~not~_* `npm ci`',
  },
  {
    what: 'bold over two lines',
    parts: [section(text('a\nb', { bold: true }))],
    comment: '*a*\n*b*',
  },
  {
    what: 'bold in the middle of a word, which no mark can say',
    parts: [section(text('on'), text('board', { bold: true }), text('ing'))],
    comment: 'onboarding',
  },
  {
    what: 'code with a backtick',
    parts: [section(text('a`b', { code: true }))],
    comment: '`` a`b ``',
  },
  {
    what: 'a block of code between lines',
    parts: [
      section(text('before\n')),
      code(text('if (a < b && c) {\n\n  `x` :tada:\n}')),
      section(text('after')),
    ],
    comment: 'before\n```\nif (a < b && c) {\n\n  `x` :tada:\n}\n```\nafter',
  },
  {
    what: 'a block of code whose first line is one word',
    parts: [code(text('foo\nbar'))],
    comment: '```\nfoo\nbar\n```',
  },
  {
    what: 'a block of code with backticks',
    parts: [code(text('```\nx\n```'))],
    comment: '````\n```\nx\n```\n````',
  },
  {
    what: 'lists in lists',
    parts: [
      section(text('To do:\n')),
      list('bullet', [section(text('keys')), section(text('desk '), text('today', { bold: true }))]),
      list('ordered', [section(text('left')), section(text('right'))], { indent: 1 }),
      list('bullet', [section(text('chair\nby the window'))]),
      section(text('\nThanks')),
    ],
    comment: 'To do:\n• keys\n• desk *today*\n    1. left\n    2. right\n• chair\n  by the window\n\nThanks',
  },
  {
    what: 'a numbered list that goes on',
    parts: [list('ordered', [section(text('third')), section(text('fourth'))], { offset: 2 })],
    comment: '3. third\n4. fourth',
  },
  {
    what: 'a quote of two lines',
    parts: [quote(text('we said\nso')), section(text('Yes'))],
    comment: '> we said\n> so\nYes',
  },
  {
    what: 'links',
    parts: [
      section(
        link('https://a.example/?a=1&b=2'),
        text(' and '),
        link('https://a.example/plan', 'the plan'),
        text(' and '),
        link('mailto:dana@vendor.example', 'dana@vendor.example'),
      ),
    ],
    comment: 'https://a.example/?a=1&b=2 and the plan (https://a.example/plan) and dana@vendor.example',
  },
  {
    what: 'people, channels, groups, broadcasts, dates and emoji',
    parts: [
      section(
        { type: 'user', user_id: 'U1DANA' },
        text(' in '),
        { type: 'channel', channel_id: 'C1ACME' },
        text(', '),
        { type: 'usergroup', usergroup_id: 'S1' },
        text(' '),
        { type: 'broadcast', range: 'here' },
        text(' by '),
        { type: 'date', timestamp: 1795167015, format: '{date}', fallback: 'Nov 20' },
        text(' '),
        { type: 'emoji', name: 'tada' },
      ),
    ],
    comment: '@Dana Smith in #acme-onboarding, @a user group @here by Nov 20 🎉',
  },
  {
    what: 'emoji by their code points, which a workspace’s own emoji have not',
    parts: [
      section(
        { type: 'emoji', name: 'flag-ch', unicode: '1f1e8-1f1ed' },
        { type: 'emoji', name: 'wave', unicode: '1f44b-1f3fd', skin_tone: 4 },
        { type: 'emoji', name: 'keycap_ten', unicode: '1f51f' },
        { type: 'emoji', name: 'our-parrot' },
        { type: 'emoji', name: 'our-cat', unicode: 'no code points' },
      ),
    ],
    comment: '🇨🇭👋🏽🔟:our-parrot::our-cat:',
  },
  {
    what: 'words that only look like markup',
    parts: [section(text('<!channel> <b> &amp; 2 * 3 * 4 snake_case_name ~/a'))],
    comment: '<!channel> <b> &amp; 2 * 3 * 4 snake_case_name ~/a',
  },
]
