const hourMs = 3_600_000

/** How far the clock on the wall there is ahead of UTC at this instant, in ms. */
const offsetAt = (timeZone: string, instant: number): number => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(instant)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return wall - Math.floor(instant / 1_000) * 1_000
}

/** Nine o'clock of the next calendar day there, in ms; summer-time shifts of the night are met. */
export const morningAfter = (timeZone: string, now: number): number => {
  const here = new Date(now + offsetAt(timeZone, now))
  const wall = Date.UTC(here.getUTCFullYear(), here.getUTCMonth(), here.getUTCDate() + 1) + 9 * hourMs
  // The offset that holds in the morning, looked up where the morning about is.
  return wall - offsetAt(timeZone, wall - offsetAt(timeZone, wall))
}
