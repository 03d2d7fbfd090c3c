import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { defaultTemplates } from "../../emulator/templates/defaultTemplates.ts"
import * as Emulated from "../../emulator/Emulator.ts"
import type { EmulatorSeed } from "../../emulator/EmulatorSeed.ts"

export const wabaId = "104996122399160"
export const phoneNumberId = "106540352242922"
export const displayPhoneNumber = "+1 555-078-3881"
export const accessToken = "EAAemulated"

/** Another business on the same platform: its token is good, but not for ours. */
export const stranger = { phoneNumberId: "200000000000001", wabaId: "200000000000002", accessToken: "EAAstranger" }

export const seed: EmulatorSeed = {
  phoneNumbers: [
    { id: phoneNumberId, displayPhoneNumber, wabaId, accessToken },
    {
      id: stranger.phoneNumberId,
      displayPhoneNumber: "+1 555-078-3999",
      wabaId: stranger.wabaId,
      accessToken: stranger.accessToken
    }
  ],
  templates: { [wabaId]: defaultTemplates },
  windows: "lenient"
}

/** The emulator on a free port, new for everybody who provides it; it reports what a test asks for, and nothing else. */
export const emulated = (options: Partial<Emulated.EmulatorOptions> = {}) =>
  Emulated.layer({ host: "127.0.0.1", port: 0, seed, statuses: "none", ...options })

export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** One HTTP round trip, as any client makes it. */
export const request = Effect.fnUntraced(function* (path: string, init: RequestInit = {}) {
  const { url } = yield* Emulated.Emulator
  const response = yield* Effect.promise(() => fetch(`${url}${path}`, init))
  const text = yield* Effect.promise(() => response.text())
  const type = response.headers.get("content-type") ?? ""
  const body: unknown = type.startsWith("application/json") ? JSON.parse(text) : text
  return { status: response.status, body }
})

/** What is different on every run, put in a fixed form once its own form is found right. */
export const masked = ({ body, status }: Answer): Answer => {
  const text = JSON.stringify(body)
  for (const [, trace = ""] of text.matchAll(/"fbtrace_id":"([^"]*)"/g)) assert.match(trace, /^A[\w-]{22}$/)
  for (const [id] of text.matchAll(/wamid\.[^"]*/g)) assert.match(id, /^wamid\.HBg[A-Za-z0-9+/]+={0,2}$/)
  for (const [, id = ""] of text.matchAll(/"message_id":"([^"]*)"/g))
    assert.match(id, /^(m_[\w-]{86}|aWdfZAG1faXRlb\w+)$/)
  const fixed = text
    .replaceAll(/"fbtrace_id":"[^"]*"/g, '"fbtrace_id":"TRACE"')
    .replaceAll(/"wamid\.[^"]*"/g, '"wamid.ID"')
    .replaceAll(/"message_id":"(m_|aWdf)[^"]*"/g, '"message_id":"$1ID"')
  return { status, body: JSON.parse(fixed) as unknown }
}

/** A send by our number; `params` beside `messaging_product` and `to`. */
export const send = (params: Readonly<Record<string, unknown>>, path = `/v23.0/${phoneNumberId}/messages`) =>
  Effect.map(
    request(path, {
      method: "POST",
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
      body: JSON.stringify({ messaging_product: "whatsapp", to: "16505551234", ...params })
    }),
    masked
  )

export const get = (path: string, token = accessToken) =>
  Effect.map(request(path, { headers: { authorization: `Bearer ${token}` } }), masked)

/** A request to the control side. */
export const control = (method: string, path: string, body?: unknown) =>
  request(`/_emulator/${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) })
  })

export const acceptedBy = (waId: string, input = waId): Answer => ({
  status: 200,
  body: {
    messaging_product: "whatsapp",
    contacts: [{ input, wa_id: waId }],
    messages: [{ id: "wamid.ID" }]
  }
})

export const refused = (
  status: number,
  code: number,
  message: string,
  details?: string,
  more: Readonly<Record<string, unknown>> = {}
): Answer => ({
  status,
  body: {
    error: {
      message,
      type: "OAuthException",
      code,
      ...(details === undefined ? {} : { error_data: { messaging_product: "whatsapp", details } }),
      fbtrace_id: "TRACE",
      ...more
    }
  }
})
