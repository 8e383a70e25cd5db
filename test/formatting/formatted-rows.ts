interface FormattedRow {
  what: string
  /** A comment's `message_plain`. */
  text: string
  /** What Slack gets, as `drawn` writes it. */
  slack: string[]
  /** What the tracker's page shows. Each link also has `rel` and `target`. */
  page: string
}

export const formattedRows: readonly FormattedRow[] = [
  {
    what: 'bold, as in Slack and as in Markdown',
    text: '*now* and **then**',
    slack: ['section: {bold text: now} and {bold text: then}'],
    page: '<p><strong>now</strong> and <strong>then</strong></p>',
  },
  {
    what: 'italic',
    text: 'it is _urgent_, really',
    slack: ['section: it is {italic text: urgent}, really'],
    page: '<p>it is <em>urgent</em>, really</p>',
  },
  {
    what: 'strike',
    text: '~Monday~ ~~Tuesday~~ Wednesday',
    slack: ['section: {strike text: Monday} {strike text: Tuesday} Wednesday'],
    page: '<p><s>Monday</s> <s>Tuesday</s> Wednesday</p>',
  },
  {
    what: 'styles within styles',
    text: '*all _of ~it~_*',
    slack: ['section: {bold text: all }{bold italic text: of }{bold italic strike text: it}'],
    page: '<p><strong>all </strong><strong><em>of </em></strong><strong><em><s>it</s></em></strong></p>',
  },
  {
    what: 'code in a line',
    text: 'run `npm *ci*` now',
    slack: ['section: run {code text: npm *ci*} now'],
    page: '<p>run <code>npm *ci*</code> now</p>',
  },
  {
    what: 'code with a backtick',
    text: 'type ``a`b`` there',
    slack: ['section: type {code text: a`b} there'],
    page: '<p>type <code>a`b</code> there</p>',
  },
  {
    what: 'a block of code',
    text: 'before\n```\nif (a < b && c > d) {\n\n  *run*(`x`)\n}\n```\nafter',
    slack: ['section: before\n', 'code: if (a < b && c > d) {\n\n  *run*(`x`)\n}', 'section: after'],
    page: '<p>before</p><pre><code>if (a &lt; b &amp;&amp; c &gt; d) {\n\n  *run*(`x`)\n}</code></pre><p>after</p>',
  },
  {
    what: 'a block of code with its language',
    text: '```js\nrun()\n```',
    slack: ['code: run()'],
    page: '<pre><code>run()</code></pre>',
  },
  {
    what: 'a block of code on one line',
    text: 'see ```a\nb``` there',
    slack: ['section: see \n', 'code: a\nb', 'section:  there'],
    page: '<p>see </p><pre><code>a\nb</code></pre><p> there</p>',
  },
  {
    what: 'a block of code with backticks',
    text: '````\n```\n````',
    slack: ['code: ```'],
    page: '<pre><code>```</code></pre>',
  },
  {
    what: 'backticks that nothing closes',
    text: 'a ``` b ` c',
    slack: ['section: a ``` b ` c'],
    page: '<p>a ``` b ` c</p>',
  },
  {
    what: 'a list',
    text: 'To do:\n- keys\n* desk\n• chair\nThanks',
    slack: ['section: To do:\n', 'bullet: keys | desk | chair', 'section: Thanks'],
    page: '<p>To do:</p><ul><li>keys</li><li>desk</li><li>chair</li></ul><p>Thanks</p>',
  },
  {
    what: 'a numbered list',
    text: '1. keys\n2. desk\n\n7) chair',
    slack: ['ordered: keys | desk', 'section: \n', 'ordered from 7: chair'],
    page: '<ol><li value="1">keys</li><li value="2">desk</li></ol><ol><li value="7">chair</li></ol>',
  },
  {
    what: 'lists in lists',
    text: '- a\n  - b\n    1. c\n    2. d\n- e',
    slack: ['bullet: a', 'bullet in 1: b', 'ordered in 2: c | d', 'bullet: e'],
    page: '<ul><li>a<ul><li>b<ol><li value="1">c</li><li value="2">d</li></ol></li></ul></li><li>e</li></ul>',
  },
  {
    what: 'a further line of an item',
    text: '- a\n  and more\n- b',
    slack: ['bullet: a\nand more | b'],
    page: '<ul><li>a<br>and more</li><li>b</li></ul>',
  },
  {
    what: 'a quote',
    text: '> we *said*\n>\n> so\nYes',
    slack: ['quote: we {bold text: said}\n\nso', 'section: Yes'],
    page: '<blockquote><p>we <strong>said</strong></p><p>so</p></blockquote><p>Yes</p>',
  },
  {
    what: 'a bare link',
    text: 'see https://a.example/x_(y)?a=1&b=_c_, or (https://b.example/).',
    slack: ['section: see {link: https://a.example/x_(y)?a=1&b=_c_}, or ({link: https://b.example/}).'],
    page: '<p>see <a href="https://a.example/x_(y)?a=1&amp;b=_c_">https://a.example/x_(y)?a=1&amp;b=_c_</a>, or (<a href="https://b.example/">https://b.example/</a>).</p>',
  },
  {
    what: 'a link with words',
    text: '[the *plan*](https://a.example/plan)',
    slack: ['section: {link: the *plan* → https://a.example/plan}'],
    page: '<p><a href="https://a.example/plan">the *plan*</a></p>',
  },
  {
    what: 'a link whose words begin with another address',
    text: '[bank.example/login now](https://evil.example)',
    slack: ['section: [bank.example/login now]({link: https://evil.example})'],
    page: '<p>[bank.example/login now](<a href="https://evil.example">https://evil.example</a>)</p>',
  },
  {
    what: 'a link whose words have another address within, with other dots',
    text: '[log in at 10。0.0.1 now](https://evil.example)',
    slack: ['section: [log in at 10。0.0.1 now]({link: https://evil.example})'],
    page: '<p>[log in at 10。0.0.1 now](<a href="https://evil.example">https://evil.example</a>)</p>',
  },
  {
    what: 'a link whose words are another address',
    text: '[https://bank.example](https://evil.example)',
    slack: ['section: [https://bank.example]({link: https://evil.example})'],
    page: '<p>[https://bank.example](<a href="https://evil.example">https://evil.example</a>)</p>',
  },
  {
    what: 'other kinds of links stay text',
    text: '[run](javascript:alert(1)) <https://a.example|words>',
    slack: ['section: [run](javascript:alert(1)) <https://a.example|words>'],
    page: '<p>[run](javascript:alert(1)) &lt;https://a.example|words&gt;</p>',
  },
  {
    what: 'a bold link',
    text: '*https://a.example/x*',
    slack: ['section: {bold link: https://a.example/x}'],
    page: '<p><a href="https://a.example/x"><strong>https://a.example/x</strong></a></p>',
  },
  {
    what: 'what only looks like marks',
    text: '2 * 3 * 4, 2*3*4, snake_case_name, __init__, ~/a and ~/b, t.*, u.*',
    slack: ['section: 2 * 3 * 4, 2*3*4, snake_case_name, __init__, ~/a and ~/b, t.*, u.*'],
    page: '<p>2 * 3 * 4, 2*3*4, snake_case_name, __init__, ~/a and ~/b, t.*, u.*</p>',
  },
  {
    what: 'what only looks like a list',
    text: '-5 °C\n3.14\n-- Dana\n*now*',
    slack: ['section: -5 °C\n3.14\n-- Dana\n{bold text: now}'],
    page: '<p>-5 °C<br>3.14<br>-- Dana<br><strong>now</strong></p>',
  },
  {
    what: 'what only looks like a quote',
    text: '>= 5\n->',
    slack: ['section: >= 5\n->'],
    page: '<p>&gt;= 5<br>-&gt;</p>',
  },
  {
    what: 'markup of Slack and of HTML',
    text: '<!channel> <@U1> <script>alert(1)</script> &amp; :tada:',
    slack: ['section: <!channel> <@U1> <script>alert(1)</script> &amp; :tada:'],
    page: '<p>&lt;!channel&gt; &lt;@U1&gt; &lt;script&gt;alert(1)&lt;/script&gt; &amp;amp; :tada:</p>',
  },
  {
    what: 'mentions and emoji',
    text: '@Casey Jones 🎉 *👍*',
    slack: ['section: @Casey Jones 🎉 {bold text: 👍}'],
    page: '<p>@Casey Jones 🎉 <strong>👍</strong></p>',
  },
  { what: 'marks over two lines', text: '*a\nb*', slack: ['section: *a\nb*'], page: '<p>*a<br>b*</p>' },
  { what: 'blank lines', text: 'a\n\n\nb', slack: ['section: a\n\n\nb'], page: '<p>a</p><p>b</p>' },
  {
    what: 'right to left',
    text: 'שלום *עולם*\n- אחת',
    slack: ['section: שלום {bold text: עולם}\n', 'bullet: אחת'],
    page: '<p>שלום <strong>עולם</strong></p><ul><li>אחת</li></ul>',
  },
]
