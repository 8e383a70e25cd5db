import { readFileSync } from 'node:fs'

/**
 * Loaded into a node before its program. Shifts `Date` by the milliseconds in a file. Timers and `performance` are
 * unchanged, as when somebody sets a machine's clock.
 */
const file = process.env['CHAOS_CLOCK']
const RealDate = Date
const realNow = Date.now.bind(Date)
let shift = 0
const look = () => {
  try {
    if (file !== undefined) shift = Number(readFileSync(file, 'utf8'))
  } catch {
    shift = 0
  }
}
look()
setInterval(look, 50).unref()
const now = () => realNow() + shift
RealDate.now = now
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: unknown[], made: () => void) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, made) as Date,
  apply: () => new RealDate(now()).toString(),
})
