import { DateTime, Effect, Option } from "effect"
import { EmulatorState } from "../EmulatorState.ts"
import { isBlocked } from "../numbers/blockUsers.ts"
import { NumberRecords } from "../numbers/NumberRecords.ts"
import { Templates } from "../templates/Templates.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import type { WhatsAppRequest } from "./WhatsAppRequest.ts"
import { Windows } from "./Windows.ts"
import { BadInbound } from "./personFields.ts"
import { type Reported, type WhatsAppDoing, whatsAppMessage } from "./whatsAppMessage.ts"
import { echo, notice, preference, userIdUpdate } from "./whatsAppNotices.ts"
import { anyChange, call, handover, history, inStandby, stateSync } from "./whatsAppRouting.ts"
import { readWhatsApp } from "./readThread.ts"
import { enterWhatsApp } from "./threadEntries.ts"
import type { ThreadPlace } from "./Threads.ts"
import { idsOf, nameOf, type PersonalRequest, whatsAppSender } from "./whatsAppSender.ts"

const numberOf = Effect.fnUntraced(function* (to: string | undefined) {
  const found = (yield* EmulatorState).numberOf(to)
  if (Option.isNone(found)) return yield* new BadInbound({ reason: "to: names no number of the platform" })
  return found.value
})

type Reportable = Exclude<PersonalRequest, { readonly type: "read" }>

const reportOf = (doing: Omit<WhatsAppDoing, "request">, request: Reportable) => {
  switch (request.type) {
    case "system":
      return notice({ ...doing, request })
    case "user_id_update":
      return userIdUpdate({ ...doing, request })
    case "user_preferences":
      return Effect.succeed(preference({ ...doing, request }))
    case "echo":
      return echo({ ...doing, request })
    case "handover":
      return Effect.succeed(handover({ ...doing, request }))
    case "call":
      return call({ ...doing, request })
    case "history":
      return Effect.succeed(history({ ...doing, request }))
    case "state_sync":
      return Effect.succeed(stateSync({ ...doing, request }))
    default:
      return whatsAppMessage({ ...doing, request })
  }
}

/** Actions of the platform or the business about a person. */
const ofOthers: ReadonlySet<PersonalRequest["type"]> = new Set([
  "echo",
  "handover",
  "history",
  "state_sync",
  "system",
  "user_id_update"
])

/** Whether a person does it, and not the platform or the business. */
const isHers = ({ type }: PersonalRequest): boolean => !ofOthers.has(type)

/** Has a person do something on WhatsApp; the platform's decisions about templates come this way too. */
export const whatsAppInbound = Effect.fnUntraced(function* (request: WhatsAppRequest) {
  const now = yield* DateTime.now
  const number = yield* numberOf(request.to)
  const webhooks = yield* Webhooks
  const report = (reported: Reported) =>
    webhooks.report({ object: "whatsapp_business_account", entryId: number.wabaId, at: now, body: reported.body })

  if (request.type === "template_status") {
    const decided = yield* (yield* Templates).decide(number.wabaId, request, request)
    if (Option.isSome(decided)) return { messageId: null }
    return yield* new BadInbound({ reason: "name: the business has no such template in this language" })
  }
  if (request.type === "change") {
    yield* report(anyChange(number, request))
    return { messageId: null }
  }
  const at = request.timestamp ?? now
  const sender = yield* whatsAppSender(number.wabaId, request)
  if (isBlocked(yield* (yield* NumberRecords).of(number.id), idsOf(sender.person)) && isHers(request)) {
    return yield* new BadInbound({ reason: "from: the business has blocked this person" })
  }
  const ids = idsOf(sender.person)
  const place: ThreadPlace = {
    channel: "whatsapp",
    accountId: number.id,
    ids: [ids[0] ?? request.from, ...ids.slice(1)]
  }
  if (request.type === "read") {
    yield* readWhatsApp(place, number, request.messageId, at)
    return { messageId: null }
  }
  const reported = yield* reportOf({ number, sender, at }, request)
  if (reported.opensWindow) {
    const windows = yield* Windows
    for (const id of ids) yield* windows.opened("whatsapp", number.id, id, at)
  }
  yield* enterWhatsApp(place, request, reported, nameOf(sender.person), at)
  yield* report(request.standby === true ? inStandby(reported) : reported)
  return { messageId: reported.messageId }
})
