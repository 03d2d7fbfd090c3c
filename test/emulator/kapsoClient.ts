import { GraphApiError, WhatsAppClient } from "@kapso/whatsapp-cloud-api"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Emulator } from "../../emulator/Emulator.ts"
import { accessToken } from "./platform.ts"

/** Whom the client writes to. */
export const to = "+16505551234"

/** A client of WhatsApp that was made for the real platform, before the emulator. */
export const clientWith = (token: string) =>
  Effect.map(Emulator, ({ url }) => new WhatsAppClient({ accessToken: token, baseUrl: url }))

export const client = clientWith(accessToken)

/** What the client makes of a refusal. */
export const refusalOf = (act: () => Promise<unknown>) =>
  Effect.map(Effect.flip(Effect.tryPromise({ try: act, catch: (error) => error })), (error) => {
    assert.instanceOf(error, GraphApiError)
    if (!(error instanceof GraphApiError)) return undefined
    assert.match(String(error.fbtraceId), /^A[\w-]{22}$/)
    const { category, code, details, httpStatus, message, retry } = error
    return { category, code, details, httpStatus, message, retry: retry.action }
  })
