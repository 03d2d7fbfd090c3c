import { Effect, Layer, Schema, Struct } from "effect"
import { decoder, type NodeType, only, readFields } from "../graph/fields.ts"
import type { GraphCall } from "../graph/GraphCall.ts"
import { refusal } from "../graph/GraphError.ts"
import { graphEdge } from "../graph/graphEdge.ts"
import { managementWording } from "../graph/issueRefusal.ts"
import { boundedText, link, oneOf } from "../graph/parameters.ts"
import { NumberRecords, numberOfCall } from "./NumberRecords.ts"

/** Limits of a profile, in characters (platforms P21). */
const maxAbout = 139
const maxAddress = 256
const maxDescription = 512
const maxEmail = 128
const maxWebsites = 2

const verticals = [
  "alcohol",
  "apparel",
  "auto",
  "beauty",
  "edu",
  "entertain",
  "event_plan",
  "finance",
  "govt",
  "grocery",
  "health",
  "hotel",
  "matrimony_service",
  "nonprofit",
  "not_a_biz",
  "online_gambling",
  "other",
  "otc_drugs",
  "physical_gambling",
  "prof_services",
  "restaurant",
  "retail",
  "travel",
  "undefined"
]

const profileType: NodeType = {
  name: "WhatsAppBusinessProfile",
  defaultFields: ["messaging_product"],
  knownFields: new Set([
    "about",
    "address",
    "description",
    "email",
    "id",
    "messaging_product",
    "profile_picture_url",
    "vertical",
    "websites"
  ])
}

const about = boundedText(maxAbout).check(
  Schema.makeFilter((text) => text.trim() !== "", { message: "Param about must not be empty." })
)

const email = boundedText(maxEmail).check(
  Schema.makeFilter((text) => text === "" || /^[^\s@]+@[^\s@]+$/.test(text), {
    message: "Param email is not a valid email address."
  })
)

const readChange = decoder(
  Schema.Struct({
    messaging_product: oneOf(["whatsapp"]),
    about: Schema.optionalKey(about),
    address: Schema.optionalKey(boundedText(maxAddress)),
    description: Schema.optionalKey(boundedText(maxDescription)),
    email: Schema.optionalKey(email),
    vertical: Schema.optionalKey(oneOf(verticals)),
    websites: Schema.optionalKey(
      Schema.Array(link).check(
        Schema.makeFilter((websites) => websites.length <= maxWebsites, {
          message: `Param websites must have at most ${maxWebsites} items.`
        })
      )
    )
  }),
  "ignored",
  managementWording
)

const read = Effect.fnUntraced(function* (call: GraphCall) {
  const { id } = yield* numberOfCall(call)
  const fields = yield* Effect.fromResult(readFields(call.params["fields"], profileType))
  const { profile } = yield* (yield* NumberRecords).of(id)
  const described = { ...profile, messaging_product: "whatsapp" }
  return { status: 200, body: { data: [only(described, [...fields, "messaging_product"])] } }
})

const change = Effect.fnUntraced(function* (call: GraphCall) {
  const { id } = yield* numberOfCall(call)
  const asked = Struct.omit(yield* Effect.fromResult(readChange(call.params)), ["messaging_product"])
  if (Object.keys(asked).length === 0) {
    return yield* refusal(100, { message: "(#100) At least one field of the profile is required." })
  }
  const given = asked.vertical === undefined ? asked : { ...asked, vertical: asked.vertical.toUpperCase() }
  yield* (yield* NumberRecords).modify(id, (record) => [
    undefined,
    { ...record, profile: { ...record.profile, ...given } }
  ])
  return { status: 200, body: { success: true } }
})

/** `GET` and `POST /{phone-number-id}/whatsapp_business_profile`. Pictures are not emulated. */
export const layer = Layer.merge(
  graphEdge("GET", "/whatsapp_business_profile", "whatsapp", read),
  graphEdge("POST", "/whatsapp_business_profile", "whatsapp", change)
)
