/** The service behind `Request` and `Response`: in Next this file is `app/messaging/[...path]/route.ts`. */
import { Layer } from "effect"
import { Memory, MemoryPlatforms } from "effect-parley/memory"
import { Service } from "effect-parley/service"
import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"

const secret = () => randomBytes(32).toString("hex")

// In production: Postgres.layer({ url, secretsKey }) instead of Memory.layer(), and no overrides.
const parley = Service.layer({
  roles: ["api", "inbound"],
  metaAppSecret: secret(),
  metaVerifyToken: secret(),
  authJwtSecret: secret(),
  serviceRoleKey: secret(),
  overrides: MemoryPlatforms.layer
}).pipe(Layer.provideMerge(Memory.layer()))

const { dispose, handler } = Service.toWebHandler(parley, { prefix: "/messaging" })

export const GET = (request: Request) => handler(request)
export const POST = GET

const ready = await GET(new Request("https://shop.example.com/messaging/ready"))
assert.deepEqual(await ready.json(), { status: "ready" })
const refused = await POST(
  new Request("https://shop.example.com/messaging/webhooks/meta", { method: "POST", body: "{}" })
)
assert.equal(refused.status, 401)
await dispose()
