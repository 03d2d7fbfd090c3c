const quote = 0x22
const backslash = 0x5c
const comma = 0x2c

/** What closes a list or an object, by what opens it. */
const closers: ReadonlyMap<number, string> = new Map([
  [0x5b, "]"],
  [0x7b, "}"]
])
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d])

/**
 * The beginning of a JSON text as JSON text: its first `length` characters at most, without the entry that is cut, and
 * with everything closed that is open. Of a text or a number there is no beginning: it is the empty string then.
 */
export const cutJson = (json: string, length: number): string => {
  const open: Array<string> = []
  let kept = 0
  let inString = false
  for (let place = 0; place < Math.min(length, json.length); place++) {
    const code = json.charCodeAt(place)
    if (code === quote) inString = !inString
    else if (inString) {
      if (code === backslash) place++
    } else if (code === comma) kept = place
    else if (closing.has(code)) {
      open.pop()
      kept = place + 1
    } else {
      const closer = closers.get(code)
      if (closer === undefined) continue
      open.push(closer)
      kept = place + 1
    }
  }
  return json.slice(0, kept) + open.toReversed().join("")
}
