import { assert } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import * as Emulated from "../../../emulator/Emulator.ts"
import { accessToken, type Answer, emulated, get, masked, request, wabaId } from "../platform.ts"
import * as Receiver from "../receiver.ts"
import { bodies } from "../reportingWorld.ts"

export const path = `/v23.0/${wabaId}/message_templates`

export const change = (method: string, to: string, params?: object, token = accessToken) =>
  Effect.map(
    request(to, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(params === undefined ? {} : { body: JSON.stringify(params) })
    }),
    masked
  )

export const body = (text: string, ...examples: ReadonlyArray<string>) => ({
  type: "BODY",
  text,
  ...(examples.length === 0 ? {} : { example: { body_text: [examples] } })
})

export const parcel = {
  name: "parcel_arrived",
  language: "en_US",
  category: "UTILITY",
  components: [body("Your parcel {{1}} has arrived.", "42")]
}

const Created = Schema.Struct({ id: Schema.String, status: Schema.String, category: Schema.String })

export const create = (more: object = {}) =>
  Effect.map(change("POST", path, { ...parcel, ...more }), (answer) => {
    assert.strictEqual(answer.status, 200, JSON.stringify(answer.body))
    return Schema.decodeUnknownSync(Created)(answer.body)
  })

export const statusOf = (id: string) => Effect.map(get(`/${id}?fields=status`), ({ body: found }) => found)

/** The error of an answer, without what every error has. */
export const errorOf = ({ body: answer, status }: Answer): Readonly<Record<string, Schema.Json>> => {
  const { error } = Schema.decodeUnknownSync(Schema.Struct({ error: Schema.Record(Schema.String, Schema.Json) }))(
    answer
  )
  const { fbtrace_id: _, type, ...rest } = error
  assert.strictEqual(type, "OAuthException")
  return { status, ...rest }
}

export const invalid = (subcode: number | undefined, title: string, message: string) => ({
  status: 400,
  message: "Invalid parameter",
  code: 100,
  ...(subcode === undefined ? {} : { error_subcode: subcode }),
  error_user_title: title,
  error_user_msg: message
})

export const reporting = (options: Partial<Emulated.EmulatorOptions> = {}) =>
  Layer.unwrap(
    Effect.map(Receiver.Receiver, ({ url }) =>
      emulated({ callback: { url, appSecret: "app-secret" }, delivery: "manual", ...options })
    )
  ).pipe(Layer.provideMerge(Receiver.layer))

export const reported = Effect.gen(function* () {
  yield* (yield* Emulated.Emulator).flush
  const Reported = Schema.Struct({
    entry: Schema.Array(
      Schema.Struct({
        id: Schema.String,
        changes: Schema.Array(Schema.Struct({ field: Schema.String, value: Schema.Record(Schema.String, Schema.Json) }))
      })
    )
  })
  return (yield* bodies).flatMap((one) =>
    Schema.decodeUnknownSync(Reported)(one).entry.flatMap(({ changes, id }) =>
      changes.map(({ field, value: { event, message_template_name, reason } }) => [
        id,
        field,
        event,
        message_template_name,
        reason
      ])
    )
  )
})
