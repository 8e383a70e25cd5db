import { nearest } from '../../../src/bot/answers/reference.ts'
import { describe, expect, test } from 'vitest'
import {
  helpEntries,
  parseCommand,
  subcommandNames,
  subcommands,
} from '../../../src/bot/doors/subcommands.ts'
import { help } from '../../../src/bot/answers/messages/answers.ts'
import { blankTexts } from '../../support/blank-texts.ts'
import { validateMessage } from '../../support/slack-limits.ts'

const projectUuid = '3f0c8a52-7c1e-4f6f-9f0e-2b8f4a1d9c77'
const taskUuid = '8c9d1f1e-52b0-4b8e-a7a5-0f2b6f0f7d11'
const page = `https://tracker.example/projects/${projectUuid}`

const refusal = (text: string) => {
  const parsed = parseCommand(text)
  return parsed.ok ? `taken as ${parsed.name}` : parsed.refusal.text
}

describe('help', () => {
  const examples = Object.values(subcommands).flatMap(({ name, examples }) =>
    examples.map((example) => ({ name, example })),
  )

  test.each(examples)('its example “$example” is understood by $name', ({ name, example }) => {
    expect(parseCommand(example)).toMatchObject({ ok: true, name })
  })

  test('shows every subcommand, with usage and an example', () => {
    const message = help({ entries: helpEntries() })
    validateMessage(message)
    for (const name of subcommandNames) {
      expect(subcommands[name].usage.split(' ')[0]).toBe(name)
      expect(message.text).toContain(`/onboard ${subcommands[name].examples[0]}`)
    }
  })

  test.each(['', '  ', '?', '-h', '--help', 'help', 'HELP'])('is the answer to “%s”', (text) => {
    expect(parseCommand(text)).toEqual({ ok: true, name: 'help', topic: undefined })
  })

  test('of one subcommand is asked for by its name', () => {
    expect(parseCommand('help Subscribe')).toEqual({ ok: true, name: 'help', topic: 'subscribe' })
  })
})

test('an unknown word is answered with the nearest one', () => {
  expect(refusal('subscirbe Acme')).toContain('/onboard has no “subscirbe”. Did you mean /onboard subscribe?')
  expect(refusal('proj Acme')).toContain('Did you mean /onboard projects?')
  expect(refusal('weather')).not.toContain('Did you mean')
})

test.each([
  ['hi', 'hello'],
  ['Hello!', 'hello'],
  ['hey, who is there', 'hello'],
  ['Thanks 🙏', 'thanks'],
  ['thank you so much', 'thanks'],
  ['Where do I see my tasks?', undefined],
])('“%s” is no unknown command', (text, greeting) => {
  expect(parseCommand(text)).toEqual({ ok: true, name: 'help', topic: undefined, greeting })
})

test('a text of any length is read in no time worth speaking of', () => {
  expect(refusal(`${'x'.repeat(100_000)} y`)).toContain('doesn’t know what to do')
  expect(parseCommand(`subscribe ${'<'.repeat(50_000)}`)).toMatchObject({ ok: true })
})

describe('projects and tasks are named', () => {
  const project = (text: string) => parseCommand(`project ${text}`)
  const byUuid = { ok: true, project: { by: 'uuid', uuid: projectUuid } }

  test.each(subcommandNames)('%s takes what nobody sees for nothing', (name) => {
    for (const blank of blankTexts) {
      expect(parseCommand(`${name} ${blank}`)).toEqual(parseCommand(name))
      if (name !== 'help') expect(parseCommand(`${name} "${blank}"`)).toEqual(parseCommand(`${name} ""`))
    }
  })

  test('project :wave::skin-tone-4: Welcome, as Slack sends 👋🏽 Welcome', () => {
    expect(project(':wave::skin-tone-4: Welcome')).toEqual(project('👋🏽 Welcome'))
  })

  test.each([
    ['by uuid', projectUuid.toUpperCase()],
    ['by the team’s page', page],
    ['by the customer’s page', `https://tracker.example/portal/projects/${projectUuid}?tab=1`],
    ['by a task’s page in it', `${page}#task-${taskUuid}`],
    ['by a URL as Slack writes it', `<${page}>`],
    ['by a URL with a label', `<${page}|tracker.example/projects/3f0c…>`],
    ['by a URL that Slack made of an address', `<${page}|${page.replace('https://', '')}>`],
    ['by a URL without its scheme', page.replace('https://', '')],
    ['in quotes', `"${projectUuid}"`],
  ])('project %s', (_, text) => {
    expect(project(text)).toMatchObject(byUuid)
  })

  test.each([
    ['plain', 'Acme Corp – Standard Onboarding', 'Acme Corp – Standard Onboarding'],
    ['in quotes', '"Acme Corp"', 'Acme Corp'],
    ['in curly ones', '“Acme Corp”', 'Acme Corp'],
    ['in German ones', '„Acme Corp“', 'Acme Corp'],
    ['in French ones', '« Acme Corp »', 'Acme Corp'],
    ['in single ones', "'Acme Corp'", 'Acme Corp'],
    ['in single ones of a phone', '‘Levi’s move’', 'Levi’s move'],
    ['in single ones around an apostrophe', "'Levi's move'", "Levi's move"],
    ['with an apostrophe first', "'t Lam", "'t Lam"],
    ['as code', '`Acme Corp`', 'Acme Corp'],
    ['with what Slack escapes', 'Smith &amp; Sons &lt;EU&gt;', 'Smith & Sons <EU>'],
    ['with a quotation mark inside', 'the 19" rack', 'the 19" rack'],
    ['with one that never closes', '"Acme', '"Acme'],
    ['with curly marks between straight ones', '"Review of “Acme” data"', 'Review of “Acme” data'],
    ['with a domain that Slack made a link', '<http://Acme.io|Acme.io> – Rollout', 'Acme.io – Rollout'],
    ['that is such a domain', '<http://Acme.io|Acme.io>', 'Acme.io'],
    ['with a page after other words', `see ${page}`, `see ${page}`],
    ['with an email address', '<mailto:a@acme.io|a@acme.io>', 'a@acme.io'],
  ])('project in words, %s', (_, text, expected) => {
    expect(project(text)).toMatchObject({ ok: true, project: { by: 'text', text: expected } })
  })

  test('a page of something else is refused, with an example', () => {
    expect(refusal('project https://tracker.example/settings')).toContain('isn’t a project in the tracker')
    expect(refusal('project <https://tracker.example/settings|the project>')).toContain('isn’t a project')
    expect(refusal(`task ${page}`)).toContain('isn’t a task in the tracker')
  })

  test.each([
    [`${page}#task-${taskUuid}`, projectUuid],
    [`https://tracker.example/tasks/${taskUuid}`, undefined],
    [`https://tracker.example/portal/projects/${projectUuid}/tasks/${taskUuid}`, projectUuid],
    [`${page}?task=${taskUuid}`, projectUuid],
    [taskUuid, undefined],
  ])('task by %s', (text, inProject) => {
    expect(parseCommand(`task ${text}`)).toMatchObject({
      ok: true,
      task: { by: 'uuid', uuid: taskUuid, projectUuid: inProject },
    })
  })

  test.each([
    ['project', 'about the channel’s projects', { name: 'project', project: undefined }],
    ['task', 'about the channel’s tasks', { name: 'task', task: undefined }],
    ['projects', 'about all', { name: 'projects', query: undefined }],
    ['projects “Acme &amp; Co”', 'a search', { name: 'projects', query: 'Acme & Co' }],
    ['projects <http://acme.io/|acme.io>', 'a search for no link', { name: 'projects', query: 'acme.io' }],
    ['create <http://acme.io|acme.io> &amp; Co', 'a name', { name: 'create', projectName: 'acme.io & Co' }],
  ])('“%s” is %s', (text, _, read) => {
    expect(parseCommand(text)).toEqual({ ok: true, ...read })
  })
})

describe('set', () => {
  test.each([
    ['Region = EMEA', 'Region', 'EMEA'],
    ['Website = <https://acme.io/?a=1&amp;b=2>', 'Website', 'https://acme.io/?a=1&b=2'],
    ['Website = <http://acme.io|acme.io>', 'Website', 'acme.io'],
    ['Website = <https://acme.io/home|our page>', 'Website', 'https://acme.io/home'],
    ['Contact = <mailto:a@acme.io|a@acme.io>', 'Contact', 'a@acme.io'],
    ['Phone = <tel:+4930123|+49 30 123>', 'Phone', '+49 30 123'],
    ['"Size (a=b)" = 5', 'Size (a=b)', '5'],
    [`${taskUuid} = 5`, taskUuid, '5'],
  ])('reads “%s”', (text, field, value) => {
    expect(parseCommand(`set ${text}`)).toEqual({ ok: true, name: 'set', project: undefined, field, value })
  })

  test.each([`${page}?tab=fields`, `<${page}?tab=fields>`, projectUuid])(
    'takes its project as %s',
    (named) => {
      expect(parseCommand(`set ${named} Region = EMEA`)).toEqual({
        ok: true,
        name: 'set',
        project: { by: 'uuid', uuid: projectUuid },
        field: 'Region',
        value: 'EMEA',
      })
    },
  )
})

describe('comment', () => {
  test.each([
    ['a quoted name', '"Kick-off call" We are ready', { by: 'text', text: 'Kick-off call' }],
    ['a curly-quoted name', '“Kick-off call” We are ready', { by: 'text', text: 'Kick-off call' }],
    ['a name in single quotes', "'Levi's form' We are ready", { by: 'text', text: "Levi's form" }],
    ['a name as code', '`Kick-off call` We are ready', { by: 'text', text: 'Kick-off call' }],
    [
      'a name with marks',
      '"Review of “Acme” data" We are ready',
      { by: 'text', text: 'Review of “Acme” data' },
    ],
    ['a uuid', `${taskUuid} We are ready`, { by: 'uuid', uuid: taskUuid }],
    [
      'a page whose label has spaces',
      `<${page}#task-${taskUuid}|the task> We are ready`,
      { by: 'uuid', uuid: taskUuid },
    ],
  ])('takes the task as %s and the rest as the text', (_, text, task) => {
    expect(parseCommand(`comment ${text}`)).toMatchObject({ ok: true, task, text: 'We are ready' })
  })

  test.each(['', ' Kick-off call We are ready', ' We are ready'])(
    'leaves it open what “comment%s” names',
    (words) => {
      expect(parseCommand(`comment${words}`)).toEqual({
        ok: true,
        name: 'comment',
        task: undefined,
        text: words.trim(),
      })
    },
  )

  test('leaves its text as Slack sent it, line breaks and mentions included', () => {
    expect(parseCommand(`comment ${taskUuid} Hi <@U1>,\n\n"a" &amp; &lt;b&gt;`)).toMatchObject({
      text: 'Hi <@U1>,\n\n"a" &amp; &lt;b&gt;',
    })
  })

  test('refuses a link to something else', () => {
    expect(refusal(`comment ${page} Hello`)).toContain('isn’t a task in the tracker')
  })
})

test('the nearest word is near, or begins with what was typed', () => {
  expect(nearest('hlep', subcommandNames)).toBe('help')
  expect(nearest('sub', subcommandNames)).toBe('subscribe')
  expect(nearest('x'.repeat(10_000), subcommandNames)).toBeUndefined()
})
