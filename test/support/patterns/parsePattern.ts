/** Parts of a pattern, without assertions other than `^` and `$`, which match nothing. */
export type Part =
  | { readonly type: "set"; readonly source: string }
  | { readonly type: "sequence"; readonly parts: ReadonlyArray<Part> }
  | { readonly type: "choice"; readonly options: ReadonlyArray<Part> }
  | { readonly type: "repeat"; readonly part: Part; readonly min: number; readonly max: number }
  | { readonly type: "start" }
  | { readonly type: "end" }

/** A pattern, the patterns inside its lookarounds, and whether it refers to what it matched. */
export interface Parsed {
  readonly root: Part
  readonly lookarounds: ReadonlyArray<Part>
  readonly refersBack: boolean
}

const nothing: Part = { type: "sequence", parts: [] }

const escape = /\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|k<[^>]*>|[1-9]\d*|[^])/y
const characterClass = /\[\^?(?:\\[^]|[^\]\\])*\]/y
const groupStart = /\((?:\?(?<kind>:|=|!|<=|<!|<\w+>))?/y
const quantifier = /(?:(?<sign>[*+?])|\{(?<min>\d+)(?<comma>,(?<max>\d*))?\})\??/y

/** Reads a pattern of JavaScript; of what is there only as an assertion, its lookarounds. */
export const parsePattern = (source: string): Parsed => {
  let place = 0
  let refersBack = false
  const lookarounds: Array<Part> = []

  const take = (token: RegExp): RegExpExecArray | null => {
    token.lastIndex = place
    const found = token.exec(source)
    if (found !== null) place += found[0].length
    return found
  }

  const atom = (): Part => {
    const group = take(groupStart)
    if (group !== null) {
      const inside = choice()
      place++
      const { kind = "" } = group.groups ?? {}
      if (!/^(?:=|!|<=|<!)$/.test(kind)) return inside
      lookarounds.push(inside)
      return nothing
    }
    const escaped = take(escape)?.[0]
    if (escaped !== undefined) {
      if (/^\\(?:[1-9]|k<)/.test(escaped)) refersBack = true
      return /^\\[bB]$/.test(escaped) ? nothing : { type: "set", source: escaped }
    }
    const set = take(characterClass)?.[0]
    if (set !== undefined) return { type: "set", source: set }
    const character = source[place++] ?? ""
    if (character === "^") return { type: "start" }
    if (character === "$") return { type: "end" }
    return { type: "set", source: /[/{}\]-]/.test(character) ? `\\${character}` : character }
  }

  const repeated = (part: Part): Part => {
    const groups = take(quantifier)?.groups
    if (groups === undefined) return part
    const { comma, max, min = "0", sign } = groups
    if (sign !== undefined) return { type: "repeat", part, min: sign === "+" ? 1 : 0, max: sign === "?" ? 1 : Infinity }
    const most = comma === undefined ? min : max === "" || max === undefined ? "Infinity" : max
    return { type: "repeat", part, min: Number(min), max: Number(most) }
  }

  const sequence = (): Part => {
    const parts: Array<Part> = []
    while (place < source.length && source[place] !== "|" && source[place] !== ")") parts.push(repeated(atom()))
    return { type: "sequence", parts }
  }

  const choice = (): Part => {
    const options = [sequence()]
    while (source[place] === "|") {
      place++
      options.push(sequence())
    }
    return { type: "choice", options }
  }

  return { root: choice(), lookarounds, refersBack }
}
