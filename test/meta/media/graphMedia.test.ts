import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted, Stream } from "effect"
import { DeadlinePassed, NotConnected } from "../../../src/adapters/outbound/HttpFailure.ts"
import { type FetchFailure, maxMediaBytes, type Media } from "../../../src/domain/media/Media.ts"
import { ChannelAccounts } from "../../../src/ports/access/ChannelAccounts.ts"
import { bytesOf } from "../../../testing/given/files.ts"
import { givenAccount, givenOrganization } from "../../../testing/given/given.ts"
import { type Answer, refuses, says } from "../cannedAgent.ts"
import {
  asking,
  type CannedFile,
  cdn,
  fetched,
  graphUrl,
  located,
  lookaside,
  mediaOf,
  refusal,
  withId,
  withUrl
} from "./fetchingMedia.ts"
import { account, instagramAccount, pageAccount } from "../graph.ts"

const failure = (_tag: FetchFailure["_tag"], detail?: string) => (detail === undefined ? { _tag } : { _tag, detail })

describe("files of WhatsApp", () => {
  it.effect("WhatsApp files: a file is located by id and downloaded with the account's token", () =>
    Effect.gen(function* () {
      const { fetch, fileCalls, graphCalls } = asking([located()], { headers: { "content-type": "image/webp" } })
      assert.deepStrictEqual(yield* fetch(account, withId()), { mimeType: "image/jpeg", text: "bytes" })
      const headers = { authorization: "Bearer EAAtoken", "user-agent": "effect-parley/0.1.0" }
      assert.deepStrictEqual(
        graphCalls.map(({ headers, method, url }) => ({ headers, method, url })),
        [{ method: "GET", url: `${graphUrl}/v23.0/44%2F90`, headers }]
      )
      assert.deepStrictEqual(fileCalls, [{ url: lookaside, headers, isTrusted: false }])
    })
  )

  it.effect("WhatsApp files: the type is the message's, then the platform's, then the answer's, else unknown", () =>
    Effect.gen(function* () {
      const type = (media: Partial<Media>, answer: object, contentType?: string) => {
        const headers: Record<string, string> = contentType === undefined ? {} : { "content-type": contentType }
        return Effect.map(
          asking([located(answer)], { headers }).fetch(account, { ...withId(), ...media }),
          ({ mimeType }) => mimeType
        )
      }
      const odd = { mime_type: 7 }
      assert.strictEqual(yield* type({ mimeType: "audio/ogg; codecs=opus" }, {}, "a/b"), "audio/ogg; codecs=opus")
      assert.strictEqual(yield* type({ mimeType: "nonsense" }, {}, "a/b"), "image/jpeg")
      assert.strictEqual(yield* type({}, odd, "a/b"), "a/b")
      assert.strictEqual(yield* type({}, odd, "nonsense"), "application/octet-stream")
      assert.strictEqual(yield* type({}, odd), "application/octet-stream")
    })
  )

  it.effect.each([maxMediaBytes + 1, String(maxMediaBytes + 1)])(
    "WhatsApp files: a file of %j bytes is not downloaded",
    (size) =>
      Effect.gen(function* () {
        const { fileCalls, refused } = asking([located({ file_size: size })])
        assert.deepStrictEqual(yield* refused(account, withId()), failure("MediaTooLarge"))
        assert.deepStrictEqual(fileCalls, [])
      })
  )

  it.effect.each([maxMediaBytes, String(maxMediaBytes), "many", null, undefined])(
    "WhatsApp files: a stated size of %j bytes is accepted",
    (size) =>
      Effect.gen(function* () {
        const { fetch } = asking([located({ file_size: size })], {})
        assert.strictEqual((yield* fetch(account, withId())).text, "bytes")
      })
  )

  it.effect.each([
    ["is gone", refuses(100, "(#100) Gone"), failure("MediaRefused", "100: (#100) Gone")],
    [
      "does not exist",
      says({ error: { code: 100, error_subcode: 33, message: "Unsupported get request." } }, 400),
      failure("MediaGone", "Unsupported get request.")
    ],
    ["is for another token", refuses(190, "Malformed EAAtoken"), failure("MediaTokenRefused", "Malformed <token>")],
    ["is asked for too often", refuses(80007), failure("MediaRefused", "80007: (#80007) No")],
    ["is answered by a proxy", says("bad gateway", 502), failure("MediaNotReached", 'HTTP 502: "bad gateway"')],
    [
      "is on a platform that is down",
      Effect.fail(new NotConnected({ reason: "connection refused", detail: "ECONNREFUSED" })),
      failure("MediaNotReached", "connection refused: ECONNREFUSED")
    ],
    [
      "is on a platform that sleeps",
      Effect.fail(new DeadlinePassed({ sent: true })),
      failure("MediaNotReached", "no answer in time")
    ]
  ] as const)("WhatsApp files: %s is refused with its reason", ([, answer, expected]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* asking([answer]).refused(account, withId()), expected)
    })
  )

  it.effect.each([404, 410])("WhatsApp files: an expired link (%d) is requested again later", (status) =>
    Effect.gen(function* () {
      const { refused } = asking([located()], { status })
      assert.deepStrictEqual(yield* refused(account, withId()), failure("MediaRefused", `HTTP ${status}`))
    })
  )

  it.effect("WhatsApp files: a token refused by either host marks the account, and other failures do not", () =>
    Effect.gen(function* () {
      const problemAfter = (graph: ReadonlyArray<Answer>, ...files: ReadonlyArray<CannedFile>) =>
        Effect.gen(function* () {
          const { id } = yield* givenOrganization()
          const connected = { account: yield* givenAccount(id), token: Redacted.make("EAAtoken") }
          const { connect, list } = yield* ChannelAccounts
          yield* connect(id, connected.account, connected.token)
          yield* Effect.exit(fetched(connected, withId(connected)))
          return (yield* list).map(({ problem }) => problem?.code ?? null)
        }).pipe(Effect.provide(asking(graph, ...files).layer))
      assert.deepStrictEqual(yield* problemAfter([refuses(190)]), [190])
      assert.deepStrictEqual(yield* problemAfter([located()], refusal(190, 401)), [190])
      assert.deepStrictEqual(yield* problemAfter([located()], { status: 401 }), [null])
      assert.deepStrictEqual(yield* problemAfter([refuses(10)]), [null])
      assert.deepStrictEqual(yield* problemAfter([located()], {}), [null])
    })
  )
})

describe("files of Messenger and Instagram", () => {
  it.effect.each([pageAccount, instagramAccount(null), instagramAccount("1")])(
    "Messenger and Instagram files: a file is downloaded from the message's address without a token",
    (from) =>
      Effect.gen(function* () {
        const { fetch, fileCalls } = asking([], { headers: { "content-type": "video/mp4" } })
        assert.deepStrictEqual(yield* fetch(from, withUrl(from)), { mimeType: "video/mp4", text: "bytes" })
        assert.deepStrictEqual(fileCalls, [
          { url: cdn, headers: { "user-agent": "effect-parley/0.1.0" }, isTrusted: false }
        ])
      })
  )

  it.effect.each([
    [{ status: 404 }, failure("MediaGone", "HTTP 404")],
    [{ status: 410 }, failure("MediaGone", "HTTP 410")],
    [{ status: 403 }, failure("MediaRefused", "HTTP 403")],
    [{ status: 500 }, failure("MediaRefused", "HTTP 500")],
    [{ status: 204 }, failure("MediaRefused", "HTTP 204")],
    [refusal(4, 400), failure("MediaRefused", "4: (#4) No")],
    [refusal(100, 400, 33), failure("MediaGone", "(#100) No")],
    [{ headers: { "content-length": String(maxMediaBytes + 1) } }, failure("MediaTooLarge")]
  ] as const)("Messenger and Instagram files: the answer %o is refused with its reason", ([answer, expected]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* asking([], answer).refused(pageAccount, withUrl()), expected)
    })
  )

  it.effect("Messenger and Instagram files: a file without an address is gone", () =>
    Effect.gen(function* () {
      const expected = failure("MediaGone", "the message names neither an id nor an address")
      assert.deepStrictEqual(yield* asking([]).refused(pageAccount, mediaOf(pageAccount)), expected)
      assert.deepStrictEqual(yield* asking([]).refused(account, mediaOf(account)), expected)
    })
  )

  it.effect.each(["http://cdn.example.com/x", "file:///etc/passwd", "not an address", "http://graph.example.com/x"])(
    "Messenger and Instagram files: %s is not fetched",
    (url) =>
      Effect.gen(function* () {
        const { fileCalls, refused } = asking([])
        const expected = failure("MediaGone", "not an address to fetch a file from")
        assert.deepStrictEqual(yield* refused(pageAccount, withUrl(pageAccount, url)), expected)
        assert.deepStrictEqual(fileCalls, [])
      })
  )

  it.effect("Messenger and Instagram files: the platform's own address is allowed", () =>
    Effect.gen(function* () {
      const { fetch, fileCalls } = asking([], {})
      yield* fetch(pageAccount, withUrl(pageAccount, `${graphUrl}/file`))
      assert.deepStrictEqual(
        fileCalls.map(({ isTrusted }) => isTrusted),
        [true]
      )
    })
  )

  it.effect("Messenger and Instagram files: a download ends at the size limit", () =>
    Effect.gen(function* () {
      const chunk = bytesOf(1024 * 1024)
      const endless = Stream.forever(Stream.make(chunk))
      assert.deepStrictEqual(yield* asking([], { body: endless }).refused(pageAccount, withUrl()), {
        _tag: "MediaTooLarge"
      })
    })
  )
})

describe("redirected files", () => {
  const to = (location: string): CannedFile => ({ status: 302, headers: { location } })

  it.effect("redirects: a redirect is followed, and the token is sent only to the first host", () =>
    Effect.gen(function* () {
      const { fetch, fileCalls } = asking([located()], to("/second"), to("https://other.example.com/third"), {})
      assert.strictEqual((yield* fetch(account, withId())).text, "bytes")
      assert.deepStrictEqual(
        fileCalls.map(({ headers, url }) => [url, headers["authorization"]]),
        [
          [lookaside, "Bearer EAAtoken"],
          ["https://lookaside.example.com/second", "Bearer EAAtoken"],
          ["https://other.example.com/third", undefined]
        ]
      )
    })
  )

  it.effect("redirects: a chain ends at the maximum, and at an invalid address", () =>
    Effect.gen(function* () {
      const rounds = Array.from({ length: 4 }, () => to("/again"))
      const { fileCalls, refused } = asking([], ...rounds)
      const expected = failure("MediaRefused", "too many redirects")
      assert.deepStrictEqual(yield* refused(pageAccount, withUrl()), expected)
      assert.lengthOf(fileCalls, 4)
      const nowhere = failure("MediaGone", "not an address to fetch a file from")
      for (const location of ["http://cdn.example.com/", "ftp://cdn.example.com/", "https://"]) {
        assert.deepStrictEqual(yield* asking([], to(location)).refused(pageAccount, withUrl()), nowhere, location)
      }
    })
  )
})
