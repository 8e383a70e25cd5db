const of = (options) => new Intl.DateTimeFormat('en-US', options)
const clock = of({ hour: 'numeric', minute: '2-digit' })
const clockSeconds = of({ hour: 'numeric', minute: '2-digit', second: '2-digit' })
const weekday = of({ weekday: 'long' })
const month = of({ month: 'long' })
const shortMonth = of({ month: 'short' })

const ordinal = (day) => {
  const tens = day % 100
  if (tens > 10 && tens < 14) return `${day}th`
  return `${day}${['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'}`
}

const midnight = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()
const daysAgo = (date) => Math.round((midnight(new Date()) - midnight(date)) / 86_400_000)

const dateOf = (ts) => new Date(Number(ts) * 1_000)
export const time = (ts) => clock.format(dateOf(ts))
/** `10:42`, where space is short. */
export const shortTime = (ts) => time(ts).replace(/\s?[AP]M$/, '')

const long = (date) => `${weekday.format(date)}, ${month.format(date)} ${ordinal(date.getDate())}`
const withYear = (text, date) =>
  date.getFullYear() === new Date().getFullYear() ? text : `${text}, ${date.getFullYear()}`

export const dayName = (ts) => {
  const date = dateOf(ts)
  return pretty(date, () => withYear(long(date), date), true)
}

const pretty = (date, otherwise, capital = false) => {
  const name = { 0: 'today', 1: 'yesterday', '-1': 'tomorrow' }[daysAgo(date)]
  if (!name) return otherwise()
  return capital ? name[0].toUpperCase() + name.slice(1) : name
}

export const sameDay = (a, b) => midnight(dateOf(a)) === midnight(dateOf(b))

export const ago = (date) => {
  const seconds = Math.round((Date.now() - date.getTime()) / 1_000)
  const [n, unit] =
    Math.abs(seconds) < 60
      ? [seconds, 'second']
      : Math.abs(seconds) < 3_600
        ? [Math.round(seconds / 60), 'minute']
        : Math.abs(seconds) < 86_400
          ? [Math.round(seconds / 3_600), 'hour']
          : [Math.round(seconds / 86_400), 'day']
  return new Intl.RelativeTimeFormat('en-US').format(-n, unit)
}

/** `today at 6:19 AM`, `3 days ago`. */
export const lately = (ts) => (sameDay(ts, Date.now() / 1_000) ? `today at ${time(ts)}` : ago(dateOf(ts)))

export const fullTime = (ts) => `${dayName(ts)} at ${clockSeconds.format(dateOf(ts))}`

const two = (n) => String(n).padStart(2, '0')

/** Slack's tokens within `<!date^…>`. */
const tokens = {
  date_num: (d) => `${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())}`,
  date_slash: (d) => `${two(d.getMonth() + 1)}/${two(d.getDate())}/${d.getFullYear()}`,
  date: (d) => withYear(`${month.format(d)} ${ordinal(d.getDate())}`, d),
  date_short: (d) => `${shortMonth.format(d)} ${d.getDate()}, ${d.getFullYear()}`,
  date_long: (d) => `${long(d)}, ${d.getFullYear()}`,
  date_pretty: (d) => pretty(d, () => tokens.date(d)),
  date_short_pretty: (d) => pretty(d, () => tokens.date_short(d)),
  date_long_pretty: (d) => pretty(d, () => tokens.date_long(d)),
  date_long_full: (d) => `${long(d)}, ${d.getFullYear()}`,
  time: (d) => clock.format(d),
  time_secs: (d) => clockSeconds.format(d),
  ago,
}

/** `{date_short} at {time}` of Unix seconds; a day name at the start of a sentence is capitalized. */
export const formatDate = (seconds, format) => {
  const date = new Date(Number(seconds) * 1_000)
  return format.replace(/\{(\w+)\}/g, (all, name) => tokens[name]?.(date) ?? all)
}
