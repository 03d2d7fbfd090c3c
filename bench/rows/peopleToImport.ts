import { Effect, Stream } from "effect"
import { firstNames, lastNames } from "./people.ts"

export interface Person {
  readonly number: string
  readonly name: string
  readonly email: string
  readonly tags: ReadonlyArray<string>
}

const nth = (names: ReadonlyArray<string>, n: number) => names[n % names.length] ?? ""

/** Of a hundred rows one has a number that is none, and one has that of the row before. */
const isUnreadable = (n: number) => n % 100 === 30
const isRepeated = (n: number) => n % 100 === 60

export const isGood = (n: number): boolean => !isUnreadable(n) && !isRepeated(n)

/** Who stands in the nth row of a file. */
export const personAt = (n: number): Person => {
  const [first, last] = [nth(firstNames, n), nth(lastNames, n * 7)]
  return {
    number: isUnreadable(n) ? `no number ${n}` : `+1202${2_000_000 + (isRepeated(n) ? n - 1 : n)}`,
    name: `${first} ${last}`,
    email: `${first}.${last}.${n}@example.com`,
    tags: ["customer", n % 2 === 0 ? "even" : "odd"]
  }
}

const packet = 64 * 1024

/** So many of them from the nth on, as people upload them; the bytes come in as from a socket. */
export const csvOf = (from: number, size: number): Stream.Stream<Uint8Array> => {
  const lines = Array.from({ length: size }, (_, place) => {
    const { email, name, number, tags } = personAt(from + place)
    return `${number},"${name}",${email},${tags.join(";")}`
  })
  const bytes = new TextEncoder().encode(["userNumber,userName,email,tags", ...lines].join("\r\n"))
  const packets = Array.from({ length: Math.ceil(bytes.length / packet) }, (_, n) =>
    bytes.subarray(n * packet, (n + 1) * packet)
  )
  return Stream.fromIterable(packets)
}

/** Times work that is done once a round, on so many rows. */
export const rowsRound = <A, E, R>(work: Effect.Effect<A, E, R>, rows: number) =>
  Effect.gen(function* () {
    const start = performance.now()
    yield* work
    const millis = performance.now() - start
    return { done: rows, perSecond: (rows * 1_000) / millis, p50: millis, p99: millis, worst: millis }
  })
