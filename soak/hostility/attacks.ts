import { Effect } from "effect"
import { randomBytes } from "node:crypto"
import { Agent, request } from "undici"
import type { Tenant } from "../business.ts"

/** One attack and its allowed answers. Any other answer is a failure. */
interface Attack {
  readonly name: string
  readonly times: number
  readonly allowed: ReadonlyArray<number>
  readonly call: (nth: number) => Call
}

interface Call {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

/** Requests of an attacker with a valid key in one round. */
const sizes = { messages: 20, templates: 30, bodies: 10, lists: 45, searches: 100, tokens: 100, signatures: 50 }

const json = { "content-type": "application/json" }

/**
 * The process has too much to do, or the organization has its share of it (contract: More requests than the process can
 * answer).
 */
const busy = 503

/** Refused: the body is too large, or not as the contract has it. */
const tooLarge = [400, 413, busy]
/** Answered, or refused. */
const shared = [200, busy]

const megabyte = 1_000_000
const developer = "/api/developer/v1"

const large = (tenant: Tenant, body: object): Call => ({
  method: "POST",
  path: `${developer}/send-message`,
  headers: { ...tenant.developer, ...json },
  body: JSON.stringify(body)
})

const get = (path: string, headers: Tenant["developer"]): Call => ({ method: "GET", path, headers })

/** Found in nearly all contacts, or by no index. */
const terms = ["e", "person", "1 5", "55", "-1"]

const attacksOf = (tenant: Tenant): ReadonlyArray<Attack> => [
  {
    name: "large messages",
    times: sizes.messages,
    allowed: tooLarge,
    call: (nth) => large(tenant, { to: `1557${nth}000000`, type: "text", text: "x".repeat(megabyte) })
  },
  {
    name: "large templates",
    times: sizes.templates,
    allowed: tooLarge,
    call: (nth) =>
      large(tenant, {
        to: `1557${nth}000000`,
        type: "template",
        template: { name: "hello", language: "en", components: [{ type: "body", text: "x".repeat(megabyte) }] }
      })
  },
  {
    name: "bodies that patterns read for long",
    times: sizes.bodies,
    allowed: tooLarge,
    call: () => ({
      method: "POST",
      path: `${developer}/contacts`,
      headers: { ...tenant.developer, ...json },
      body: JSON.stringify({ x: "data:".repeat(megabyte / 10) })
    })
  },
  {
    name: "lists of conversations",
    times: sizes.lists,
    allowed: shared,
    call: (nth) =>
      nth % 2 === 0
        ? get(`${developer}/conversations/whatsapp?limit=100`, tenant.developer)
        : get("/api/whatsapp/conversations?limit=100", tenant.session)
  },
  {
    name: "searches",
    times: sizes.searches,
    allowed: shared,
    call: (nth) => {
      const query = `search=${encodeURIComponent(terms[nth % terms.length] ?? "")}&page=${1 + nth}`
      return nth % 2 === 0
        ? get(`${developer}/contacts?${query}`, tenant.developer)
        : get(`/api/whatsapp/contacts?${query}`, tenant.session)
    }
  },
  {
    name: "wrong keys and tokens",
    times: sizes.tokens,
    allowed: [401, busy],
    call: (nth) => {
      const wrong = randomBytes(24).toString("hex")
      return nth % 2 === 0
        ? get(`${developer}/contacts`, { "x-api-key": `pk_live_${wrong}` })
        : get("/api/whatsapp/contacts", { ...tenant.session, authorization: `Bearer ${wrong}` })
    }
  },
  {
    name: "wrong signatures",
    times: sizes.signatures,
    allowed: [401, 403, busy],
    call: () => ({
      method: "POST",
      path: "/webhooks/meta",
      headers: { ...json, "x-hub-signature-256": `sha256=${randomBytes(32).toString("hex")}` },
      body: JSON.stringify({ object: "whatsapp_business_account", entry: [{ id: "x".repeat(10_000), changes: [] }] })
    })
  },
  {
    name: "replays",
    times: sizes.bodies,
    // While its secret cannot be opened, nothing is sent to the subscription.
    allowed: [202, 400, 409, busy],
    call: () => ({
      method: "POST",
      path: `${developer}/webhooks/deliveries/replay`,
      headers: { ...tenant.developer, ...json },
      body: JSON.stringify({ since: "2020-01-01T00:00:00Z" })
    })
  }
]

/** Sends all attacks at once, and returns answers that are not allowed: `searches: 12 times 500`. */
export const attack = Effect.fnUntraced(function* (tenant: Tenant, part: number) {
  const dispatcher = yield* Effect.acquireRelease(
    Effect.sync(() => new Agent({ connections: 128 })),
    (agent) => Effect.promise(() => agent.destroy())
  )
  const send = ({ body, headers, method, path }: Call) =>
    Effect.tryPromise(async () => {
      const answer = await request(`${tenant.appUrl}${path}`, { method, headers, body: body ?? null, dispatcher })
      await answer.body.dump()
      return answer.statusCode
    }).pipe(Effect.orElseSucceed(() => 0))
  const wrong = yield* Effect.forEach(
    attacksOf(tenant),
    Effect.fnUntraced(function* ({ allowed, call, name, times }) {
      const statuses = yield* Effect.forEach(
        Array.from({ length: Math.ceil(times * part) }).keys(),
        (nth) => send(call(nth)),
        {
          concurrency: "unbounded"
        }
      )
      // A server that does not read a body to its end may close the connection before its answer is read.
      const isFine = (status: number) => allowed.includes(status) || (status === 0 && allowed === tooLarge)
      const others = statuses.filter((status) => !isFine(status))
      return others.length === 0
        ? []
        : [`${name}: ${others.length} of ${statuses.length} were answered ${[...new Set(others)].join(", ")}`]
    }),
    { concurrency: "unbounded" }
  )
  return wrong.flat()
}, Effect.scoped)
