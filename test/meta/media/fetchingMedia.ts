import { DateTime, Effect, Layer, Stream } from "effect"
import * as Memory from "../../../src/adapters/memory/Memory.ts"
import * as GraphMedia from "../../../src/adapters/meta/client/GraphMedia.ts"
import * as TokenHealth from "../../../src/adapters/meta/client/TokenHealth.ts"
import * as FileAgent from "../../../src/adapters/outbound/FileAgent.ts"
import { MediaId, MessageId } from "../../../src/domain/Ids.ts"
import { type Media, pendingMedia } from "../../../src/domain/media/Media.ts"
import type { ConnectedAccount } from "../../../src/ports/access/ChannelAccounts.ts"
import { MediaSource } from "../../../src/ports/media/MediaStore.ts"
import { collected } from "../../../testing/given/files.ts"
import { type Answer, answeredInTurn, says } from "../cannedAgent.ts"
import { account, pageAccount } from "../graph.ts"

export const graphUrl = "https://graph.example.com"
export const cdn = "https://cdn.example.com/file?x=1"
export const lookaside = "https://lookaside.example.com/whatsapp?mid=1"

export const mediaOf = ({ account }: ConnectedAccount, changes: Partial<Media> = {}): Media => ({
  ...pendingMedia({
    id: MediaId.make("018f0000-0000-7000-8000-0000000000aa"),
    organizationId: account.organizationId,
    messageId: MessageId.make("018f0000-0000-7000-8000-0000000000bb"),
    channelAccountId: account.id,
    index: 0,
    platformMediaId: null,
    url: null,
    mimeType: null,
    filename: null,
    sha256: null,
    createdAt: DateTime.makeUnsafe("2026-11-20T12:00:00.000Z")
  }),
  ...changes
})
export const withId = (from: ConnectedAccount = account) => mediaOf(from, { platformMediaId: "44/90" })
export const withUrl = (from: ConnectedAccount = pageAccount, url = cdn) => mediaOf(from, { url })

/** The platform's answer with the address of the file. */
export const located = (changes: object = {}) =>
  says({
    messaging_product: "whatsapp",
    url: lookaside,
    mime_type: "image/jpeg",
    sha256: "HASH",
    file_size: "5",
    id: "44/90",
    ...changes
  })

export interface CannedFile {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: FileAgent.FileAnswer["body"]
}

/** Files without a network: requests and scripted answers. */
const filesInTurn = (...answers: ReadonlyArray<CannedFile>) => {
  const calls: Array<FileAgent.FileCall> = []
  return {
    calls,
    layer: Layer.succeed(
      FileAgent.FileAgent,
      FileAgent.FileAgent.of({
        get: (call) =>
          Effect.suspend(() => {
            const answer = answers[calls.push(call) - 1]
            return answer === undefined
              ? Effect.die(`no answer for ${call.url}`)
              : Effect.succeed({
                  status: answer.status ?? 200,
                  headers: answer.headers ?? {},
                  body: answer.body ?? Stream.make(new TextEncoder().encode("bytes"))
                })
          })
      })
    )
  }
}

export const refusal = (code: number, status: number, subcode?: number): CannedFile => ({
  status,
  body: Stream.make(
    new TextEncoder().encode(JSON.stringify({ error: { code, message: `(#${code}) No`, error_subcode: subcode } }))
  )
})

/** The whole of a file, or why there is none. */
export const fetched = Effect.fnUntraced(function* (from: ConnectedAccount, media: Media) {
  const { bytes, mimeType } = yield* (yield* MediaSource).fetch(from, media)
  return { mimeType, text: new TextDecoder().decode(yield* collected(bytes)) }
}, Effect.scoped)

export const asking = (graph: ReadonlyArray<Answer>, ...files: ReadonlyArray<CannedFile>) => {
  const graphAgent = answeredInTurn(...graph)
  const fileAgent = filesInTurn(...files)
  const layer = GraphMedia.layer({ graphUrl, version: "v23.0" }).pipe(
    Layer.provide(TokenHealth.layer),
    Layer.provide([graphAgent.layer, fileAgent.layer]),
    Layer.provideMerge(Memory.layer())
  )
  return {
    graphCalls: graphAgent.calls,
    fileCalls: fileAgent.calls,
    fetch: (from: ConnectedAccount, media: Media) => Effect.provide(fetched(from, media), layer),
    refused: (from: ConnectedAccount, media: Media) =>
      Effect.map(Effect.flip(Effect.provide(fetched(from, media), layer)), (failure) => ({
        _tag: failure._tag,
        ...(failure._tag === "MediaTooLarge" ? {} : { detail: failure.detail })
      })),
    layer
  }
}
