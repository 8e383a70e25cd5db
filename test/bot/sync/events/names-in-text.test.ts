import { expect, test } from 'vitest'
import { mentionedIn } from '../../../../src/bot/sync/events/notify-mentioned.ts'

const user = (first: string, last: string, email_address: string) => ({
  full_name: `${first} ${last}`,
  email_address,
})
const danaSmith = user('Dana', 'Smith', 'dana@vendor.example')
const lee = user('Lee', 'Wong', 'lee@vendor.example')

test('names are read longest first, whole, and only where they are one person’s', () => {
  const long = user('Dana', 'Smith Lee', 'dsl@vendor.example')
  const twin = user('Lee', 'Wong', 'twin@vendor.example')
  const odd = user('A.', '(B)', 'ab@vendor.example')
  const all = [danaSmith, long, lee, twin, odd]
  expect(mentionedIn('@Dana Smith Lee', all)).toEqual([long])
  expect(mentionedIn('@dana smith lee and @DANA SMITH.', all)).toEqual([long, danaSmith])
  expect(mentionedIn('@Dana Smithers, Dana Smith', all)).toEqual([])
  expect(mentionedIn('@Lee Wong', all)).toEqual([])
  expect(mentionedIn('@lee@vendor.example, @A. (B)', all)).toEqual([lee, odd])
  expect(mentionedIn('', all)).toEqual([])
})
