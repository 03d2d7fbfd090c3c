import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { decoder, type NodeType, only, readFields } from "../graph/fields.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { refusal } from "../graph/GraphError.ts"
import { graphEdge } from "../graph/graphEdge.ts"
import { managementWording } from "../graph/issueRefusal.ts"
import { page } from "../graph/page.ts"
import { boundedText, oneOf } from "../graph/parameters.ts"
import { qrCodeId } from "../graph/randomIds.ts"
import { NumberRecords, numberOfCall, type QrCode } from "./NumberRecords.ts"

/** How many codes a number may have, and how long the text may be that a conversation begins with (platforms P21). */
const maxCodes = 2_000
const maxMessage = 140

const codeType: NodeType = {
  name: "WhatsAppBusinessQRCode",
  defaultFields: ["code", "prefilled_message", "deep_link_url"],
  knownFields: new Set(["code", "creation_time", "deep_link_url", "prefilled_message"])
}

const describe = (code: QrCode): Schema.JsonObject => ({
  ...code,
  deep_link_url: `https://wa.me/message/${code.code}`
})

const readCode = decoder(
  Schema.Struct({
    prefilled_message: boundedText(maxMessage).check(
      Schema.makeFilter((text) => text.trim() !== "", { message: "Param prefilled_message must not be empty." })
    ),
    generate_qr_image: Schema.optionalKey(oneOf(["png", "svg"])),
    code: Schema.optionalKey(Schema.String)
  }),
  "ignored",
  managementWording
)

const notFound = refusal(100, { message: "(#100) The QR code does not exist." })
const full = refusal(100, { message: `(#100) The phone number has ${maxCodes} QR codes and can have no more.` })

/** The code that the path of a call names behind the edge. */
const codeOfPath = Effect.map(HttpRouter.params, ({ code = "" }) => code)

/** A new code, or another text for one that the number has. */
const save = (call: GraphCall, existing: Option.Option<string>) =>
  Effect.gen(function* () {
    const { id } = yield* numberOfCall(call)
    const asked = yield* Effect.fromResult(readCode(call.params))
    const named = Option.orElse(existing, () => Option.fromUndefinedOr(asked.code))
    const { prefilled_message } = asked
    const created: QrCode = {
      code: yield* qrCodeId,
      prefilled_message,
      creation_time: Math.floor(DateTime.toEpochMillis(yield* DateTime.now) / 1000)
    }
    const saved = yield* (yield* NumberRecords).modify(id, (record) => {
      const { qrCodes } = record
      if (Option.isNone(named)) {
        return qrCodes.length >= maxCodes
          ? [Option.none<QrCode>(), record]
          : [Option.some(created), { ...record, qrCodes: [created, ...qrCodes] }]
      }
      const changed = Option.map(
        Option.fromUndefinedOr(qrCodes.find(({ code }) => code === named.value)),
        (known): QrCode => ({ ...known, prefilled_message })
      )
      const others = qrCodes.map((one) => (one.code === named.value ? Option.getOrElse(changed, () => one) : one))
      return [changed, { ...record, qrCodes: others }]
    })
    if (Option.isNone(saved)) return yield* Option.isNone(named) ? full : notFound
    return { status: 200, body: only(describe(saved.value), codeType.defaultFields) }
  })

const list = Effect.fnUntraced(function* (call: GraphCall) {
  const { id } = yield* numberOfCall(call)
  const fields = yield* Effect.fromResult(readFields(call.params["fields"], codeType))
  const { qrCodes } = yield* (yield* NumberRecords).of(id)
  const { code: wanted } = call.params
  const found = qrCodes.filter(({ code }) => wanted === undefined || code === String(wanted))
  const body = yield* Effect.fromResult(
    page(
      call,
      found.map((one) => only(describe(one), fields))
    )
  )
  return { status: 200, body }
})

const read = Effect.fnUntraced(function* (call: GraphCall) {
  const code = yield* codeOfPath
  return yield* list({ ...call, params: { ...call.params, code } })
})

const change = (call: GraphCall) => Effect.flatMap(codeOfPath, (code) => save(call, Option.some(code)))

const remove = Effect.fnUntraced(function* (call: GraphCall) {
  const { id } = yield* numberOfCall(call)
  const gone = yield* codeOfPath
  const wasThere = yield* (yield* NumberRecords).modify(id, (record) => {
    const qrCodes = record.qrCodes.filter(({ code }) => code !== gone)
    return [qrCodes.length < record.qrCodes.length, { ...record, qrCodes }]
  })
  return wasThere ? { status: 200, body: { success: true } } : yield* notFound
})

/**
 * `GET` and `POST /{phone-number-id}/message_qrdls`, `GET`, `POST` and `DELETE` of one at `…/message_qrdls/{code}`. There
 * are no pictures of the codes: nothing scans them.
 */
export const layer = Layer.mergeAll(
  graphEdge("GET", "/message_qrdls", "whatsapp", list),
  graphEdge("POST", "/message_qrdls", "whatsapp", (call) => save(call, Option.none())),
  graphEdge("GET", "/message_qrdls/:code", "whatsapp", read),
  graphEdge("POST", "/message_qrdls/:code", "whatsapp", change),
  graphEdge("DELETE", "/message_qrdls/:code", "whatsapp", remove)
)
