import { Schema } from "effect"
import { name, text, verbatim } from "./personFields.ts"

/** The platform's name of a field, as the service reads it. */
const fieldName = Schema.String.check(
  Schema.isPattern(/^[\w-]{1,64}$/, { message: "must be 1 to 64 letters, digits, _ and -" })
)

const role = Schema.optionalKey(name)

/** Words of WhatsApp for a handover, and the fields of each. */
export const whatsAppHandover = {
  type: Schema.Literal("handover"),
  kind: Schema.Literals(["control_passed", "control_taken"]),
  /** Roles of the owners, such as `ai_agent` and `escalation`. */
  previousRole: role,
  newRole: role,
  metadata: Schema.optionalKey(text),
  /** Further fields of the handover, in the platform's words. */
  fields: Schema.optionalKey(verbatim),
  /** The webhook names no sender. */
  anonymous: Schema.optionalKey(Schema.Boolean)
}

/** Events of a call of the person. Without `durationSeconds` an ended call was never answered. */
export const call = {
  type: Schema.Literal("call"),
  event: Schema.Literals(["connect", "terminate"]),
  /** The id of the call; by default a new one. */
  callId: Schema.optionalKey(name),
  status: Schema.optionalKey(Schema.Literals(["COMPLETED", "FAILED"])),
  durationSeconds: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 86_400 })))
}

const Count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000_000 }))

/** A part of the messages on the phone of the business, or its refusal to share them. */
export const history = {
  type: Schema.Literal("history"),
  /** Messages in the platform's words; each has `from`, `id`, `timestamp`, `type`. */
  messages: Schema.optionalKey(Schema.Array(verbatim)),
  phase: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 }))),
  chunkOrder: Schema.optionalKey(Count),
  progress: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 100 }))),
  declined: Schema.optionalKey(Schema.Boolean)
}

/** A change of the person's entry in the address book on the phone of the business. */
export const stateSync = {
  type: Schema.Literal("state_sync"),
  action: Schema.optionalKey(Schema.Literals(["add", "edit", "remove"])),
  fullName: Schema.optionalKey(name),
  firstName: Schema.optionalKey(name)
}

/** Any change in a field of the platform, also one that the service does not know. */
export const change = { type: Schema.Literal("change"), field: fieldName, value: verbatim }

const appId = Schema.String.check(Schema.isPattern(/^\d{1,30}$/, { message: "must be digits" }))

/** A handover on Messenger or Instagram. A null `previousApp` is a thread that no app had. */
export const messagingHandover = {
  type: Schema.Literal("handover"),
  kind: Schema.Literals(["pass_thread_control", "take_thread_control", "request_thread_control"]),
  previousApp: Schema.optionalKey(Schema.NullOr(appId)),
  newApp: Schema.optionalKey(appId),
  requestedApp: Schema.optionalKey(appId),
  metadata: Schema.optionalKey(text)
}

/** Roles of apps by their ids: `{"123": ["primary_receiver"]}`. */
export const appRoles = { type: Schema.Literal("app_roles"), roles: verbatim }
