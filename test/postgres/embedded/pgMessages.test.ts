import { PgProtocol } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { Buffer } from "node:buffer"
import {
  makeByteQueue,
  maxRunBytes,
  readRun,
  readStartup,
  statusAfter
} from "../../../src/adapters/postgres/embedded/PgMessages.ts"

const parse = (name: string, query = "select 1") =>
  Result.getOrThrow(PgProtocol.encodeParse({ name, query, parameterTypes: [] }))
const execute = PgProtocol.encodeExecute({ portal: "", maxRows: 0 })
const sync = PgProtocol.encodeSync()
const query = (text: string) => {
  const bytes = Buffer.alloc(6 + text.length)
  bytes.write("Q")
  bytes.writeInt32BE(5 + text.length, 1)
  bytes.write(text, 5)
  return bytes
}

const frontend = {
  parse: parse("named"),
  execute,
  sync,
  query: query("select 'some longer text, so that pieces end inside of it'")
}
type Kind = keyof typeof frontend
const ends: ReadonlyArray<Kind> = ["sync", "query"]

/** What comes out when the bytes arrive in pieces of a size and every run is taken as soon as it is there. */
const runsOf = (bytes: Buffer, size: number) => {
  const input = makeByteQueue()
  const runs: Array<Buffer> = []
  let looked = 0
  for (let at = 0; at < bytes.length; at += size) {
    input.append(bytes.subarray(at, at + size))
    for (;;) {
      const run = readRun(input.peek(), looked)
      looked = run.next
      assert.isNull(run.invalid)
      if (run.end === 0) break
      runs.push(Buffer.from(input.peek().subarray(0, run.end)))
      input.drop(run.end)
      looked -= run.end
    }
  }
  return { runs, rest: Buffer.from(input.peek()) }
}

describe("reading frontend messages", () => {
  it.prop(
    "passes on every byte once, in order, up to the last Sync or query, however the bytes are divided",
    {
      kinds: Schema.Array(Schema.Literals(["parse", "execute", "sync", "query"])),
      size: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))
    },
    ({ kinds, size }) => {
      const messages = kinds.map((kind) => frontend[kind])
      const last = kinds.findLastIndex((kind) => ends.includes(kind))
      const { runs, rest } = runsOf(Buffer.concat(messages), size)
      assert.deepStrictEqual(Buffer.concat(runs), Buffer.concat(messages.slice(0, last + 1)))
      assert.deepStrictEqual(rest, Buffer.concat(messages.slice(last + 1)))
      for (const run of runs) assert.isTrue(ends.some((kind) => run.subarray(-5).equals(frontend[kind].slice(-5))))
    }
  )

  it("returns the statements that a run prepares and closes", () => {
    const close = PgProtocol.encodeClose({ target: "statement", name: "old" })
    const bytes = Buffer.concat([close, parse("new"), parse(""), execute, sync])
    assert.deepStrictEqual(readRun(bytes, 0), {
      end: bytes.length,
      next: bytes.length,
      terminated: false,
      named: ["new", ""],
      closed: ["old"],
      invalid: null
    })
  })

  it("passes on messages before a Terminate, then closes, and ignores later ones", () => {
    const bytes = Buffer.concat([sync, PgProtocol.encodeTerminate(), Buffer.from("garbage")])
    const first = readRun(bytes, 0)
    assert.deepInclude(first, { end: sync.length, terminated: false, invalid: null })
    assert.deepInclude(readRun(bytes.subarray(first.end), 0), { end: 0, terminated: true, invalid: null })
  })

  it("takes at most 32 pipelined cycles at once", () => {
    const cycles = Buffer.concat(Array.from({ length: 33 }, () => sync))
    assert.strictEqual(readRun(cycles, 0).end, 32 * sync.length)
  })

  it.each([
    ["an unknown type", Buffer.from("~\0\0\0\x04", "latin1")],
    ["a Flush, which is answered without a status", Buffer.from(PgProtocol.encodeFlush())],
    ["a COPY message", Buffer.from("d\0\0\0\x04", "latin1")],
    ["a length below its own", Buffer.from("S\0\0\0\x03", "latin1")],
    ["a length above the limit", Buffer.from([0x51, 0x7f, 0xff, 0xff, 0xff])]
  ])("refuses %s", (_, bytes) => {
    assert.isString(readRun(bytes, 0).invalid)
  })

  it("refuses more than the limit without a Sync", () => {
    const large = parse("", "x".repeat(maxRunBytes / 2))
    assert.isNull(readRun(Buffer.from(large), 0).invalid)
    assert.isString(readRun(Buffer.concat([large, large]), 0).invalid)
  })

  it("does not read beyond a message that is too short for its type", () => {
    assert.deepInclude(readRun(Buffer.from("P\0\0\0\x04", "latin1"), 0), { named: [""], invalid: null })
    assert.deepInclude(readRun(Buffer.from("C\0\0\0\x04", "latin1"), 0), { closed: [], invalid: null })
  })
})

describe("reading a startup packet", () => {
  const packet = (code: number) => {
    const bytes = Buffer.alloc(8)
    bytes.writeInt32BE(8, 0)
    bytes.writeInt32BE(code, 4)
    return bytes
  }

  it("distinguishes its kinds", () => {
    const startup = Buffer.from(PgProtocol.encodeStartupMessage({ user: "ada", database: "postgres" }))
    assert.deepStrictEqual(readStartup(startup), { kind: "startup", end: startup.length })
    assert.deepStrictEqual(readStartup(startup.subarray(0, -1)), { kind: "incomplete" })
    assert.deepStrictEqual(readStartup(Buffer.alloc(0)), { kind: "incomplete" })
    assert.deepStrictEqual(readStartup(packet(80877103)), { kind: "encryption", end: 8 })
    assert.deepStrictEqual(readStartup(packet(80877104)), { kind: "encryption", end: 8 })
    assert.deepStrictEqual(readStartup(packet(80877102)), { kind: "cancel", end: 8 })
  })

  it.each([packet(2 << 16), Buffer.from("GET / HTTP/1.1"), Buffer.from([0, 0, 0, 4])])("refuses %s", (bytes) => {
    assert.strictEqual(readStartup(bytes).kind, "invalid")
  })
})

describe("reading a backend response", () => {
  const message = (type: string, body: string) => {
    const bytes = Buffer.alloc(5 + body.length)
    bytes.write(type)
    bytes.writeInt32BE(4 + body.length, 1)
    bytes.write(body, 5)
    return bytes
  }
  const [complete, ready] = [message("C", "SELECT 1\0"), message("Z", "T")]

  it("returns the status at its end", () => {
    assert.strictEqual(statusAfter(Buffer.concat([complete, ready])), "T")
  })

  it("returns no status if ReadyForQuery is not the last message, or is incomplete", () => {
    for (const parts of [[], [complete], [ready, complete], [ready, complete.subarray(0, 7)], [ready.subarray(0, 5)]]) {
      assert.isNull(statusAfter(Buffer.concat(parts)))
    }
  })
})
