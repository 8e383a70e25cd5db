/** An id, a link, a day, a time, or one of our own words: it chooses what is said and is not said itself. */
const ours =
  /^([\da-f]{8}-[\da-f-]{27}|https?:\/\/\S+|\d{4}-\d\d-\d\d(T[\d:.]+Z)?|\d\d:\d\d|[CDGTUW][\dA-Z]{3,}|\d{10}\.\d{6}.*|[a-z]+([-_][a-z]+)*)$/

/** Whether a person or a tracker may have written it, so that it may be anything. */
export const isFreeText = (value: unknown): value is string => typeof value === 'string' && !ours.test(value)

interface Extreme {
  /** How long each list becomes; undefined leaves it as it is. */
  most?: number | undefined
  /** Facts that stay as they are. */
  fixed?: readonly string[] | undefined
  /** What becomes of a free text, by the name of its fact. */
  text: (value: string, fact: string) => string
}

/** How many there are in all of what a long list shows. */
const total = 200

/** Facts with their free texts changed. Of lists in a list the first is as long, so that they do not multiply. */
export const withTexts = (facts: unknown, extreme: Extreme, fact = ''): unknown => {
  if (extreme.fixed?.includes(fact)) return facts
  if (isFreeText(facts)) return extreme.text(facts, fact)
  if (typeof facts === 'number' && fact === 'total' && extreme.most !== undefined) return total
  if (Array.isArray(facts)) {
    const { most } = extreme
    const length = most === undefined ? facts.length : facts.length && most
    return Array.from({ length }, (_, index) => {
      const inner = most === undefined || index === 0 ? most : Math.min(most, 5)
      return withTexts(facts[index % facts.length], { ...extreme, most: inner }, fact)
    })
  }
  if (typeof facts !== 'object' || facts === null) return facts
  return Object.fromEntries(
    Object.entries(facts).map(([name, inner]) => [name, withTexts(inner, extreme, name)]),
  )
}

const extremes = {
  nothing: '',
  spaces: ' '.repeat(200),
  'wide characters': '漢'.repeat(150),
  'joined emoji': '👩‍💻'.repeat(150),
  ampersands: '&'.repeat(40_000),
  'line breaks': '\n'.repeat(40_000),
  quotes: '"\\'.repeat(20_000),
  'a very long text': 'word '.repeat(8_000),
  'what is no text': '\0\uD800\u0007\r\n',
}

/** Facts with each extreme text everywhere, by its name. */
export const extremesOf = (facts: unknown, most: number, fixed?: readonly string[]): [string, object][] =>
  Object.entries(extremes).map(([name, text]) => [
    name,
    withTexts(facts, { text: () => text, most, fixed }) as object,
  ])

export const extremeTexts: readonly string[] = Object.values(extremes)
