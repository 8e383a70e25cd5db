import { gzipSync } from 'node:zlib'
import { roles } from '../../../src/service/demo/modules.ts'
import type { Operation, Wire } from './operations.ts'

export const json = { 'content-type': 'application/json' }
const nested = (open: string, close: string, depth: number) =>
  `${open.repeat(depth)}1${close.repeat(depth)}`.replaceAll('{"a":}', '{}')
const many = (count: number, entry: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => entry(at)).join()

/** What stands in a field's place, as JSON text: some of it cannot be made from a value. */
const values: Record<string, string> = {
  null: 'null',
  'a number': '7',
  'a number out of range': '1e400',
  'the smallest number': '5e-324',
  'a number of many digits': '123456789012345678901234567890',
  true: 'true',
  'empty text': '""',
  blank: '" "',
  'long text': JSON.stringify('x'.repeat(50_000)),
  'long text that does not compress': JSON.stringify(many(4_000, (at) => (at * 7919).toString(36))),
  'a long URL': JSON.stringify(`https://a.example/${many(2_000, (at) => (at * 7919).toString(36))}`),
  NUL: String.raw`"a\u0000b"`,
  'half of a surrogate pair': String.raw`"a\ud800b"`,
  'a date that is none': '"02/30/2026"',
  'the last day': '"12/31/9999"',
  'the last ISO day': '"9999-12-31"',
  SQL: '"\'; drop table project; --"',
  list: '[]',
  object: '{}',
  'a list in an object': '{"a":["b"]}',
  'a key with NUL': String.raw`{"a\u0000b":["x"]}`,
  'a key with half a pair': String.raw`{"a\ud800b":["x"]}`,
}

/** What is heavy, for the fields that lists and objects are wanted in: more than a statement takes parameters. */
const heavy: Record<string, string> = {
  'a long list': `[${many(24_000, (at) => `"${at}"`)}]`,
  'a list that is too long': `[${many(100_000, (at) => `"${at}"`)}]`,
  'a large object': `{${many(24_000, (at) => `"${at}":1`)}}`,
  'a large object of lists': `{${many(24_000, (at) => `"${at}":[]`)}}`,
  'a long list in an object': `{"a":[${many(24_000, (at) => `"${at}"`)}]}`,
  'deep lists': nested('[', ']', 10_000),
  'deep objects': nested('{"a":', '}', 10_000),
}

/** Whole bodies that are wrong from their first byte on, whatever is asked. */
export const bodies = (right: string): Record<string, Omit<Wire, 'method' | 'path'>> => ({
  nothing: {},
  'nothing, said to be JSON': { headers: json },
  'the right one without a type': { body: right },
  'the right one as text': { headers: { 'content-type': 'text/plain' }, body: right },
  'the right one as a form': {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: right,
  },
  'a type that is none': { headers: { 'content-type': 'no/type; =' }, body: right },
  'invalid UTF-8': {
    headers: json,
    body: Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xc0]), Buffer.from('"}')]),
  },
  'invalid UTF-8, in pieces': { headers: json, chunked: true, body: Buffer.from([0x22, 0xff, 0xfe, 0x22]) },
  'UTF-16': {
    headers: { 'content-type': 'application/json; charset=utf-16' },
    body: Buffer.from(right, 'utf16le'),
  },
  'UTF-8 with a byte-order mark': { headers: json, body: `\uFEFF${right}` },
  gzip: { headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync(right) },
  'half of it': { headers: json, body: right.slice(0, -3) },
  'deep lists': { headers: json, body: nested('[', ']', 10_000) },
  'the same key twice': { headers: json, body: `{"name":1,"name":[],${right.slice(1)}` },
  __proto__: { headers: json, body: `{"__proto__":{"a":1},${right.slice(1)}` },
  constructor: { headers: json, body: `{"constructor":{"prototype":{"a":1}},${right.slice(1)}` },
  'names of an object’s own': { headers: json, body: '{"toString":1,"hasOwnProperty":null,"valueOf":[]}' },
  null: { headers: json, body: 'null' },
  text: { headers: json, body: '"x"' },
  number: { headers: json, body: '1' },
  list: { headers: json, body: '[]' },
})

/** Heavy ones: what reads them is the same for all of `/v1`, and for all of the pages' API. */
export const heavyBodies: Record<string, Omit<Wire, 'method' | 'path'>> = {
  '10 MB': { headers: json, body: `{"name":"${'x'.repeat(10_000_000)}"}` },
  '10 MB of unsaid length': { headers: json, chunked: true, body: `{"name":"${'x'.repeat(10_000_000)}"}` },
  'lists as deep as a body can be': { headers: json, body: nested('[', ']', 500_000) },
  'deep objects': { headers: json, body: nested('{"a":', '}', 100_000) },
  'many unknown keys': { headers: json, body: `{${many(70_000, (at) => `"k${at}":1`)}}` },
}
export const strong = new Set(['createProject', 'PATCH /projects/:uuid'])

const split = (text: string) => text.split(' ')

export const segments = [
  ...split("%00 a%00b %zz % %ff %ED%A0%80 not-a-uuid ..%2f.. %F0%9F%98%80 '-- 0"),
  'x'.repeat(600),
]
const numbers = ['', ...split('0 -1 201 abc 1.5 1e9 9007199254740991 1e20 NaN Infinity 0x10 %00 %ff %')]
const texts = ['', ...split('%00 a%00b %ff %zz %25 %5C _ %ED%A0%80'), 'x'.repeat(9_000), '%25'.repeat(3_000)]

export const queriesOf = ({ query }: Operation) => [
  '?unknown=1',
  '?__proto__=1&constructor=2',
  '?%00=1',
  '?&&==&',
  ...query.flatMap((name) => [...numbers, ...texts].map((value) => `?${name}=${value}`)),
  ...query.flatMap((name) => [`?${name}=1&${name}=2`, `?${name}[]=1`, `?${name}`]),
]

/** The right body with one field replaced, also by what is heavy, and with one left out. */
export const spoilt = (right: Record<string, unknown>, isHeavy: boolean): [string, string][] =>
  Object.keys(right).flatMap((field) => {
    const others = Object.entries(right).filter(([name]) => name !== field)
    const rest = others.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
    return [
      [`without ${field}`, `{${rest.join()}}`] as [string, string],
      ...Object.entries({ ...values, ...(isHeavy && typeof right[field] === 'object' && heavy) }).map(
        ([what, value]): [string, string] => [
          `${field}: ${what}`,
          `{${[...rest, `${JSON.stringify(field)}:${value}`].join()}}`,
        ],
      ),
    ]
  })

const set = (right: Record<string, unknown>, changed: Record<string, unknown>) =>
  JSON.stringify({ ...right, ...changed })

export const special: Record<string, (right: Record<string, unknown>) => Record<string, string>> = {
  createProject: (right) => ({
    'more people in a role than a statement takes parameters': set(right, {
      task_roles: { [roles.lead.uuid]: Array.from({ length: 24_000 }, (_, at) => `${at}`) },
    }),
    'the last day on which a project can start': set(right, {
      start_date: '12/31/9999',
      due_date: '12/31/9999',
    }),
    'a start after which no day is left': set(right, { start_date: '12/31/9999', due_date: undefined }),
  }),
}
