import { PgProtocol } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Queue } from "effect"
import { Buffer } from "node:buffer"
import { once } from "node:events"
import { type Duplex } from "node:stream"
import { type Database } from "../../../src/adapters/postgres/embedded/PgliteBackend.ts"
import * as PgliteStream from "../../../src/adapters/postgres/embedded/PgliteStream.ts"

const message = (type: string, body: string) => {
  const bytes = Buffer.alloc(5 + body.length)
  bytes.write(type)
  bytes.writeInt32BE(4 + body.length, 1)
  bytes.write(body, 5)
  return bytes
}
const query = (text: string) => message("Q", `${text}\0`)
const bigRow = message("D", "x".repeat(100_000))

/** A backend of one session that knows five words, and writes down what it was given. */
const scripted = () => {
  const ran: Array<string> = []
  let status = "I"
  const answer = (type: string, text: string): ReadonlyArray<Buffer> => {
    ran.push(type === "Q" ? text : type)
    if (text === "begin") status = "T"
    if (text === "ROLLBACK" || text === "commit") status = "I"
    if (text === "mute") return []
    return text === "big" ? [bigRow, message("Z", status)] : [message("C", `${text}\0`), message("Z", status)]
  }
  const execProtocolRawStream: Database["execProtocolRawStream"] = async (bytes, { onRawData }) => {
    const input = Buffer.from(bytes)
    if (input[0] === 0) return onRawData(message("Z", status))
    for (let at = 0; at < input.length; at += 1 + input.readInt32BE(at + 1)) {
      const text = input.toString("latin1", at + 5, at + input.readInt32BE(at + 1))
      if (text === "trap") return Promise.reject(new Error("unreachable"))
      for (const part of answer(input.toString("latin1", at, at + 1), text)) onRawData(part)
    }
  }
  return { ran, database: { execProtocolRawStream } }
}

const opened = (options: PgliteStream.Options = {}) =>
  Effect.gen(function* () {
    const { ran, database } = scripted()
    const streams = yield* Effect.promise(() => PgliteStream.make(database, options))
    return { ran, ...streams }
  })

const startup = PgProtocol.encodeStartupMessage({ user: "postgres", database: "postgres" })

/** The stream as its client sees it: the names of the messages that arrive, one by one, and then `end` or the error. */
const client = (stream: Duplex) =>
  Effect.gen(function* () {
    const seen = yield* Queue.unbounded<string>()
    const parser = PgProtocol.makeParser()
    stream.on("data", (bytes: Buffer) => {
      for (const each of parser.push(bytes)) {
        Queue.offerUnsafe(seen, each._tag === "ReadyForQuery" ? each.status : each._tag)
      }
    })
    stream.on("error", (error) => Queue.offerUnsafe(seen, error.message))
    stream.on("close", () => Queue.offerUnsafe(seen, "close"))
    return { write: (...parts: ReadonlyArray<Uint8Array>) => stream.write(Buffer.concat(parts)), seen, stream }
  })

const started = (stream: Duplex) =>
  Effect.gen(function* () {
    const one = yield* client(stream)
    one.write(startup)
    assert.strictEqual(yield* Queue.take(one.seen), "I")
    return one
  })

describe("turns of connections at one backend", () => {
  it.effect("refuse encryption, and accept a client whose bytes arrive one by one", () =>
    Effect.gen(function* () {
      const { connect, ran } = yield* opened()
      const stream = connect()
      stream.write(PgProtocol.encodeSslRequest())
      assert.deepStrictEqual(yield* Effect.promise(() => once(stream, "data")), [Buffer.from("N")])
      const one = yield* client(stream)
      for (const byte of Buffer.concat([startup, query("hello")])) one.write(Buffer.from([byte]))
      assert.deepStrictEqual(yield* Queue.takeN(one.seen, 3), ["I", "CommandComplete", "I"])
      assert.deepStrictEqual(ran, ["hello"])
    })
  )

  it.effect("exclude other connections during a transaction, and then admit them in order", () =>
    Effect.gen(function* () {
      const { connect, ran } = yield* opened()
      const [first, second, third] = yield* Effect.all([started(connect()), started(connect()), started(connect())])
      first.write(query("begin"))
      assert.deepStrictEqual(yield* Queue.takeN(first.seen, 2), ["CommandComplete", "T"])
      third.write(query("third"))
      second.write(query("second"))
      first.write(query("first"))
      assert.deepStrictEqual(yield* Queue.takeN(first.seen, 2), ["CommandComplete", "T"])
      first.write(query("commit"), query("first again"))
      yield* Queue.takeN(first.seen, 4)
      yield* Queue.takeN(second.seen, 2)
      assert.deepStrictEqual(ran, ["begin", "first", "commit", "first again", "third", "second"])
    })
  )

  it.effect("do not run the part of a turn without a Sync, nor wait for it", () =>
    Effect.gen(function* () {
      const { connect, ran } = yield* opened()
      const [first, second] = yield* Effect.all([started(connect()), started(connect())])
      first.write(PgProtocol.encodeExecute({ portal: "", maxRows: 0 }))
      second.write(query("second"))
      yield* Queue.takeN(second.seen, 2)
      first.stream.destroy()
      assert.deepStrictEqual(ran, ["second"])
    })
  )

  it.effect("end a connection at its Terminate, after its earlier messages have run", () =>
    Effect.gen(function* () {
      const { connect, ran } = yield* opened()
      const one = yield* started(connect())
      one.stream.end(Buffer.concat([query("last"), PgProtocol.encodeTerminate()]))
      assert.deepStrictEqual(yield* Queue.takeN(one.seen, 3), ["CommandComplete", "I", "close"])
      assert.deepStrictEqual(ran, ["last"])
    })
  )

  it.effect("roll back for a connection that terminates or ends within a transaction", () =>
    Effect.gen(function* () {
      const { connect, ran } = yield* opened()
      const [polite, rude, next] = yield* Effect.all([started(connect()), started(connect()), started(connect())])
      polite.stream.end(Buffer.concat([query("begin"), PgProtocol.encodeTerminate()]))
      rude.write(query("begin"))
      rude.stream.end()
      next.write(query("next"))
      yield* Queue.takeN(next.seen, 2)
      const undone = ["begin", "ROLLBACK", "S"]
      assert.deepStrictEqual(ran, [...undone, ...undone, "next"])
    })
  )

  it.effect("close the connection of a cancel request, and no other", () =>
    Effect.gen(function* () {
      const { connect, ran } = yield* opened()
      const [canceller, other] = yield* Effect.all([client(connect()), started(connect())])
      canceller.write(PgProtocol.encodeCancelRequest({ pid: 42, secret: 0 }))
      assert.strictEqual(yield* Queue.take(canceller.seen), "close")
      other.write(query("other"))
      assert.deepStrictEqual(yield* Queue.takeN(other.seen, 2), ["CommandComplete", "I"])
      assert.deepStrictEqual(ran, ["other"])
    })
  )

  it.effect("end a connection that does not speak the protocol, and no other", () =>
    Effect.gen(function* () {
      const { connect, ran } = yield* opened()
      const [stranger, garbled, other] = yield* Effect.all([client(connect()), started(connect()), started(connect())])
      stranger.write(Buffer.from("GET / HTTP/1.1\r\n\r\n"))
      garbled.write(Buffer.from("~\0\0\0\x04", "latin1"))
      other.write(query("other"))
      assert.deepStrictEqual(yield* Queue.takeN(stranger.seen, 2), ["invalid startup packet", "close"])
      assert.deepStrictEqual(yield* Queue.takeN(garbled.seen, 2), ["invalid frontend message type 126", "close"])
      assert.deepStrictEqual(yield* Queue.takeN(other.seen, 2), ["CommandComplete", "I"])
      assert.deepStrictEqual(ran, ["other"])
    })
  )

  it.effect("pause for a reader that does not read, and slow its writer down, without blocking others", () =>
    Effect.gen(function* () {
      const { connect, ran } = yield* opened()
      const [slow, other] = [connect(), yield* started(connect())]
      slow.write(startup)
      for (let count = 0; count < 10; count++) slow.write(query("big"))
      const refused = slow.write(query("x".repeat(slow.writableHighWaterMark)))
      for (let count = 0; count < 5; count++) {
        other.write(query("other"))
        yield* Queue.takeN(other.seen, 2)
      }
      assert.isFalse(refused)
      assert.deepStrictEqual(
        ran.filter((text) => text === "big"),
        ["big"]
      )
      let bytes = 0
      while (bytes < 10 * bigRow.length) {
        yield* Effect.promise(() => once(slow, "readable"))
        for (let chunk = slow.read(); chunk !== null; chunk = slow.read()) bytes += chunk.length
      }
      assert.strictEqual(ran.filter((text) => text === "big").length, 10)
    })
  )

  it.effect("roll back an open transaction that is idle while others wait", () =>
    Effect.gen(function* () {
      const { connect, ran } = yield* opened({ transactionIdleMillis: 1 })
      const [idle, other] = yield* Effect.all([started(connect()), started(connect())])
      idle.write(query("begin"))
      other.write(query("other"))
      yield* Queue.takeN(other.seen, 2)
      const [, , reason, closed] = yield* Queue.takeN(idle.seen, 4)
      assert.match(reason ?? "", /^Rolled back/)
      assert.strictEqual(closed, "close")
      assert.deepStrictEqual(ran, ["begin", "ROLLBACK", "S", "other"])
    })
  )

  it.effect.each(["trap", "mute"])("pass nothing more to a backend that has failed: %s", (word) =>
    Effect.gen(function* () {
      const { connect, exclusively, ran } = yield* opened()
      const [guilty, innocent] = yield* Effect.all([started(connect()), started(connect())])
      guilty.write(query(word))
      innocent.write(query("innocent"))
      const failure = ["The embedded database has failed; open it again", "close"]
      assert.deepStrictEqual(yield* Queue.takeN(guilty.seen, 2), failure)
      assert.deepStrictEqual(yield* Queue.takeN(innocent.seen, 2), failure)
      assert.deepStrictEqual(yield* Queue.takeN((yield* client(connect())).seen, 2), failure)
      yield* Effect.flip(Effect.tryPromise(() => exclusively(() => Promise.resolve())))
      assert.deepStrictEqual(
        ran.filter((text) => text !== word),
        []
      )
    })
  )

  it.effect("close every connection without an error at their own close", () =>
    Effect.gen(function* () {
      const { close, connect } = yield* opened()
      const one = yield* started(connect())
      close()
      assert.strictEqual(yield* Queue.take(one.seen), "close")
      assert.strictEqual(yield* Queue.take((yield* client(connect())).seen), "close")
    })
  )

  it.effect("give a task a turn of its own, between transactions", () =>
    Effect.gen(function* () {
      const { connect, exclusively, ran } = yield* opened()
      const [first, second] = yield* Effect.all([started(connect()), started(connect())])
      first.write(query("begin"))
      yield* Queue.takeN(first.seen, 2)
      const task = exclusively(async () => ran.push("task"))
      second.write(query("second"))
      first.write(query("commit"))
      yield* Effect.promise(() => task)
      yield* Queue.takeN(second.seen, 2)
      assert.deepStrictEqual(ran, ["begin", "commit", "task", "second"])
    })
  )
})
