import { DateTime, Effect } from "effect"
import { createHmac, createSecretKey } from "node:crypto"
import { Pool } from "undici"
import type { Event } from "../../src/domain/webhooks/Event.ts"

/** How long to wait for an answer, in milliseconds, as ours does. */
const headersTimeout = 15_000

/** Calls at the same time. */
export const connections = 64

/** Made once: with the bytes themselves every signature would take four times as long. */
const key = createSecretKey(Buffer.from("a secret of 32 bytes that signs."))

/** The body of a delivery, as ours is. */
export const bodyOf = ({ data, id, occurredAt, type }: Event): string =>
  JSON.stringify({ event: type, timestamp: DateTime.formatIso(occurredAt), webhook_id: id, data })

/** A POST with an id and a signature; gives the status. */
export type SignedPost = (id: string, body: string) => Promise<number>

/** Signed POSTs with nothing around them. */
export const undiciPool = Effect.fnUntraced(function* (url: string) {
  const pool = yield* Effect.acquireRelease(
    Effect.sync(() => new Pool(new URL(url).origin, { connections, headersTimeout })),
    (made) => Effect.promise(() => made.destroy())
  )
  const post: SignedPost = async (id, body) => {
    const timestamp = String(Math.floor(Date.now() / 1_000))
    const mac = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")
    const answer = await pool.request({
      method: "POST",
      path: "/",
      headers: {
        "content-type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": `v1,${mac}`
      },
      body
    })
    await answer.body.dump()
    return answer.statusCode
  }
  return post
})
