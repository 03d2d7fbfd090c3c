import { ByteSize, Context, type Duration, Effect, Layer, Redacted, Semaphore } from "effect"
import {
  HttpClient,
  HttpClientRequest,
  HttpIncomingMessage,
  HttpRouter,
  HttpServerRequest,
  HttpServerResponse
} from "effect/http"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { authorize } from "../../../app/access/authorize.ts"
import { OrganizationId } from "../../../domain/Ids.ts"
import { NotAMember, mayManage } from "../../../domain/access/SessionAccess.ts"
import type { SessionTokens } from "../../../ports/access/IdentityProvider.ts"
import type { Memberships } from "../../../ports/access/Memberships.ts"
import type { Organizations } from "../../../ports/access/Organizations.ts"
import { idOr } from "../interfaces/requestFields.ts"
import { organizationHeader } from "../interfaces/session/middleware.ts"
import { pathOf } from "../server/requestPath.ts"

/** The emulator of a demo, and the organization of its accounts. */
export interface DoorTarget {
  /** Without a trailing slash: `http://127.0.0.1:8081`. */
  readonly emulatorUrl: string
  readonly organizationId: OrganizationId
}

/** The emulator that the console can control; null outside demo mode. */
export const EmulatorDoor = Context.Reference<DoorTarget | null>("effect-parley/http/EmulatorDoor", {
  defaultValue: () => null
})

/**
 * The controls that the console uses (contract: The emulator at the address of the service). They exclude the callback,
 * which the service sets itself, token states and the Graph API.
 */
const forwarded =
  /^\/_emulator\/(?:accounts|changes|deliveries|faults|files|flush|inbound|ledger|people|reading|sends|state|templates|threads?)(?:\/[A-Za-z0-9]{1,64}){0,2}$/

/** Maximum size of a body. The emulator's state includes its files. */
const maxBodySize = ByteSize.mebibytes(1)
const maxStateSize = ByteSize.mebibytes(48)

/** Maximum concurrent calls; further calls wait. */
const maxCalls = 8

/** Timeout of a call. A flush waits for the webhook receiver. */
const deadline: Duration.Input = "60 seconds"

/** Response headers of files. A file of a contact may be HTML, which must not run as a page of this origin. */
const safeHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "sandbox; default-src 'none'",
  "x-content-type-options": "nosniff"
}

const refuse = (status: number, error: string) => HttpServerResponse.jsonUnsafe({ success: false, error }, { status })

const bearer = /^Bearer (.+)$/i

const organizationIdOf = idOr(OrganizationId, () => new NotAMember())

/** Returns null if the caller manages the demo organization; otherwise the response that rejects the call. */
const refusalOf = Effect.fnUntraced(function* (
  headers: Readonly<Record<string, string | undefined>>,
  demo: OrganizationId
) {
  const token = bearer.exec(headers["authorization"] ?? "")?.[1]
  if (token === undefined) return refuse(401, "Unauthorized")
  const idText = headers[organizationHeader]
  if (idText === undefined) return refuse(400, `${organizationHeader} header is required`)
  const access = yield* organizationIdOf(idText).pipe(
    Effect.flatMap((organizationId) => authorize(Redacted.make(token), organizationId)),
    Effect.catchTags({
      NotAMember: () => Effect.succeed(null),
      OrganizationSuspended: () => Effect.succeed(null),
      SessionTokenInvalid: () => Effect.succeed(refuse(401, "Unauthorized")),
      SessionTokenExpired: () => Effect.succeed(refuse(401, "Token expired. Please refresh your session.")),
      SessionKeysUnavailable: () => Effect.succeed(refuse(503, "Session tokens cannot be verified at the moment"))
    })
  )
  if (HttpServerResponse.isHttpServerResponse(access)) return access
  return access !== null && access.organizationId === demo && mayManage(access) ? null : refuse(403, "Forbidden")
})

/** Forwards the path, query and body to the emulator, without the caller's headers. */
const callOf = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, emulatorUrl: string) {
  const { method, originalUrl } = request
  const path = pathOf(request)
  const query = originalUrl.split("?")[1]
  const url = `${emulatorUrl}${path}${query === undefined ? "" : `?${query}`}`
  if (method === "POST") {
    const limit = path === "/_emulator/state" ? maxStateSize : maxBodySize
    const body = yield* Effect.provideService(request.arrayBuffer, HttpIncomingMessage.MaxBodySize, limit)
    return HttpClientRequest.post(url).pipe(HttpClientRequest.bodyUint8Array(new Uint8Array(body), "application/json"))
  }
  return method === "DELETE" ? HttpClientRequest.delete(url) : HttpClientRequest.get(url)
})

const forward = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, emulatorUrl: string) {
  const client = yield* HttpClient.HttpClient
  const call = yield* Effect.result(callOf(request, emulatorUrl))
  if (call._tag === "Failure") return refuse(413, "The body is too large or cannot be read")
  const answered = yield* client.execute(call.success).pipe(
    Effect.flatMap((response) => Effect.map(response.arrayBuffer, (bytes) => ({ bytes, response }))),
    Effect.timeout(deadline),
    Effect.result
  )
  if (answered._tag === "Failure") return refuse(502, "The emulator does not answer")
  const { bytes, response } = answered.success
  return HttpServerResponse.uint8Array(new Uint8Array(bytes), {
    status: response.status,
    contentType: response.headers["content-type"] ?? "application/octet-stream",
    headers: safeHeaders
  })
})

/** Routes of the emulator's controls, for members who manage the demo organization. */
export const layer = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const target = yield* EmulatorDoor
    if (target === null) return
    const ports = yield* Effect.context<HttpClient.HttpClient | Memberships | Organizations | SessionTokens>()
    const calls = yield* Semaphore.make(maxCalls)
    const answer = Effect.gen(function* () {
      const request = yield* HttpServerRequest.HttpServerRequest
      const refused = yield* refusalOf(request.headers, target.organizationId)
      if (refused !== null) return refused
      if (!forwarded.test(pathOf(request))) return refuse(404, "Not found")
      return yield* calls.withPermit(forward(request, target.emulatorUrl))
    }).pipe(Effect.provideContext(ports))
    for (const method of ["GET", "POST", "DELETE"] as const) yield* router.add(method, "/_emulator/*", answer)
  })
).pipe(Layer.provide(NodeHttpClient.layerUndici))
