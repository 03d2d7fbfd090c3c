import type { FastifyInstance, FastifyRequest } from "fastify"
import { createHash } from "node:crypto"
import type { Pool } from "pg"

declare module "fastify" {
  interface FastifyRequest {
    organizationId: string
  }
}

/** A key that was good is good for that long, in milliseconds. */
const freshFor = 3_000

const shape = /^pk_live_[0-9A-Za-z]{38}$/

/** Who has the key with this SHA-256, as hexadecimal digits. */
export type FindKey = (hash: string) => Promise<string | null>

/** The key's row, kept for some seconds. */
export const keysOf =
  (pool: Pool): FindKey =>
  async (hash) => {
    const { rows } = await pool.query<{ organization_id: string }>({
      name: "find-key",
      text: "select organization_id from opponent_keys where hash = decode($1, 'hex')",
      values: [hash]
    })
    return rows[0]?.organization_id ?? null
  }

const cached = (find: FindKey): FindKey => {
  const kept = new Map<string, { readonly organizationId: string | null; readonly until: number }>()
  return async (hash) => {
    const now = Date.now()
    const known = kept.get(hash)
    if (known !== undefined && known.until > now) return known.organizationId
    const organizationId = await find(hash)
    kept.set(hash, { organizationId, until: now + freshFor })
    return organizationId
  }
}

/** A bucket for each organization and tier, filled evenly. */
const buckets = () => {
  const left = new Map<string, { tokens: number; at: number }>()
  return (key: string, limit: number, spanMillis: number) => {
    const now = Date.now()
    const bucket = left.get(key) ?? { tokens: limit, at: now }
    bucket.tokens = Math.min(limit, bucket.tokens + ((now - bucket.at) * limit) / spanMillis)
    bucket.at = now
    left.set(key, bucket)
    if (bucket.tokens < 1) return null
    bucket.tokens -= 1
    return Math.floor(bucket.tokens)
  }
}

const rateOf = (name: string): number => Number(process.env[name] ?? 0)

/** Lets in who has a key, as long as their tier has room. */
export const guard = (app: FastifyInstance, find: FindKey): void => {
  const organizationOf = cached(find)
  const take = buckets()
  const perSecond = rateOf("RATE_MESSAGING_PER_SECOND")
  const perMinute = rateOf("RATE_STANDARD_PER_MINUTE")
  app.decorateRequest("organizationId", "")
  app.addHook("onRequest", async (request: FastifyRequest, reply) => {
    const key = request.headers["x-api-key"]
    const hash = typeof key === "string" && shape.test(key) ? createHash("sha256").update(key).digest("hex") : null
    const organizationId = hash === null ? null : await organizationOf(hash)
    if (organizationId === null) {
      return reply.code(401).send({ success: false, message: "Invalid or missing API key" })
    }
    request.organizationId = organizationId
    const isMessage = request.url.endsWith("/send-message")
    const limit = isMessage ? perSecond : perMinute
    if (limit === 0) return
    const remaining = take(`${organizationId} ${isMessage}`, limit, isMessage ? 1_000 : 60_000)
    if (remaining === null) return reply.code(429).send({ success: false, message: "Rate limit exceeded." })
    reply.header("ratelimit-limit", limit).header("ratelimit-remaining", remaining).header("ratelimit-reset", 1)
  })
}
