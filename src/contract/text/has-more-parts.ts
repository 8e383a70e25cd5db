const code = (character: string) => character.charCodeAt(0)
const [quote, backslash, comma, brace, bracket] = [code('"'), code('\\'), code(','), code('{'), code('[')]

/**
 * Whether JSON from outside has more values than `most`, counted before it is parsed: a megabyte can have 350,000
 * objects, which take a hundred megabytes and half a second. One pass, which stops at the limit.
 */
export const hasMoreParts = (json: string, most: number): boolean => {
  let parts = 0
  let inText = false
  for (let at = 0; at < json.length; at += 1) {
    const one = json.charCodeAt(at)
    if (one === quote) inText = !inText
    else if (inText) {
      if (one === backslash) at += 1
    } else if (one === comma || one === brace || one === bracket) {
      parts += 1
      if (parts > most) return true
    }
  }
  return false
}
