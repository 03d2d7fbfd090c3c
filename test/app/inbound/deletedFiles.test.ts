import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect, Option, type Schema } from "effect"
import { mediaLease } from "../../../src/app/media/fetchMedia.ts"
import type { OrganizationId } from "../../../src/domain/Ids.ts"
import { MediaLibrary } from "../../../src/ports/media/MediaLibrary.ts"
import { fromPerson, instagramId, ofInstagram, ofWhatsApp } from "../../meta/inbound/deliveries.ts"
import { givenInbound, inboundWorld, kept, millis, processed, retriedAfter, stamp } from "./scene.ts"

type JsonObject = Readonly<Record<string, Schema.Json>>

const from = "15551234567"

const onNumber = (id: string, secondsBefore: number, parts: JsonObject) =>
  ofWhatsApp({ messages: [{ id, from, timestamp: stamp(secondsBefore), ...parts }] })
const onInstagram = (secondsBefore: number, message: JsonObject) =>
  ofInstagram(fromPerson(instagramId, { timestamp: millis(secondsBefore), message }))

const image = (id: string) => ({ type: "image", image: { id: `media ${id}`, mime_type: "image/jpeg", sha256: "c2hh" } })
const attached = (place: number) => ({ type: "image", payload: { url: `https://cdn.example/${place}` } })

const platforms = {
  whatsapp: {
    said: onNumber("wamid.1", 60, image("1")),
    other: onNumber("wamid.2", 50, image("2")),
    revoked: onNumber("wamid.3", 20, { type: "revoke", revoke: { original_message_id: "wamid.1" } }),
    again: onNumber("wamid.4", 10, { type: "revoke", revoke: { original_message_id: "wamid.1" } }),
    files: 1
  },
  instagram: {
    said: onInstagram(60, { mid: "m_1", attachments: [attached(1), attached(2)] }),
    other: onInstagram(50, { mid: "m_2", attachments: [attached(3)] }),
    revoked: onInstagram(20, { mid: "m_1", is_deleted: true }),
    again: onInstagram(10, { mid: "m_1", is_deleted: true }),
    files: 2
  }
}
const names = ["whatsapp", "instagram"] as const

/** The states of the files of one message, and whether any of them is found. */
const filesOf = Effect.fnUntraced(function* (organizationId: OrganizationId, platformMessageId: string) {
  const { find } = yield* MediaLibrary
  const { media, messages } = yield* kept(organizationId)
  const message = messages.find((one) => one.platformMessageId === platformMessageId)
  const own = media.flatMap(({ media }) => (media.messageId === message?.id ? [media] : []))
  const found = yield* Effect.forEach(own, ({ id }) => find(organizationId, id))
  return { states: own.map(({ status }) => status), found: found.filter(Option.isSome).length }
})

const first = { whatsapp: "wamid.1", instagram: "m_1" }
const second = { whatsapp: "wamid.2", instagram: "m_2" }
const gone = (files: number) => ({ states: Array.from({ length: files }, () => "discarded"), found: 0 })

describe.each(names)("the files of a deleted message: %s", (name) => {
  const { again, files, other, revoked, said } = platforms[name]

  it.effect.each([
    [[said], [other], [revoked]],
    [
      [said, other],
      [revoked, again]
    ],
    [[revoked], [said], [other]],
    [[said, other, revoked]],
    [[revoked, said, other]],
    [[revoked], [again], [other, said], [again]]
  ])("are removed, and the files of other messages are not, in any order of arrival: %#", (deliveries) =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      for (const together of deliveries) yield* processed(...together)
      yield* retriedAfter(2)
      assert.deepStrictEqual((yield* kept(id)).parked, [])
      assert.deepStrictEqual(yield* filesOf(id, first[name]), gone(files))
      assert.deepStrictEqual(yield* filesOf(id, second[name]), { states: ["pending"], found: 1 })
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("are claimed for removal, and stay removed if the message is reported again", () =>
    Effect.gen(function* () {
      const { id, now } = yield* givenInbound
      const { claim, forget } = yield* MediaLibrary
      yield* processed(said, revoked)
      const claimed = yield* claim(now, DateTime.addDuration(now, mediaLease), 10)
      assert.deepStrictEqual(
        claimed.map(({ status }) => status),
        gone(files).states
      )
      for (const { id: file } of claimed) yield* forget(id, file)
      yield* processed(said, again)
      assert.deepStrictEqual((yield* kept(id)).media, [])
    }).pipe(Effect.provide(inboundWorld))
  )

  it.effect("are removed after a running fetch ends, or after its lease expires", () =>
    Effect.gen(function* () {
      const { at, id } = yield* givenInbound
      const { claim, recordOutcome } = yield* MediaLibrary
      yield* processed(said)
      const claimed = yield* claim(at(0), at(300), 10)
      for (const { id: file } of claimed) {
        yield* recordOutcome(id, file, { _tag: "Failed", detail: "reset", retryAt: at(43_200) })
      }
      yield* retriedAfter(60)
      yield* processed(revoked)
      assert.deepStrictEqual(yield* claim(at(359), at(600), 10), [])
      assert.lengthOf(yield* claim(at(360), at(600), 10), files)
    }).pipe(Effect.provide(inboundWorld))
  )
})

describe("the files of a message that was not deleted", () => {
  it.effect("are not removed after an edit or a reaction", () =>
    Effect.gen(function* () {
      const { id } = yield* givenInbound
      const edit = {
        original_message_id: "wamid.1",
        message: { type: "image", image: { caption: "new", mime_type: "image/jpeg", sha256: "c2hh", id: "media 1" } }
      }
      yield* processed(
        platforms.whatsapp.said,
        onNumber("wamid.5", 30, { type: "edit", edit }),
        onNumber("wamid.6", 20, { type: "reaction", reaction: { message_id: "wamid.1", emoji: "👍" } })
      )
      const { found, states } = yield* filesOf(id, "wamid.1")
      assert.deepStrictEqual({ found, states }, { found: 1, states: ["pending"] })
    }).pipe(Effect.provide(inboundWorld))
  )
})
