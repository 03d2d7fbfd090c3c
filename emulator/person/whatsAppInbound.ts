import { DateTime, Effect, Option } from "effect"
import { EmulatorState } from "../EmulatorState.ts"
import { isBlocked } from "../numbers/blockUsers.ts"
import { NumberRecords } from "../numbers/NumberRecords.ts"
import { Templates } from "../templates/Templates.ts"
import { Webhooks } from "../webhooks/Webhooks.ts"
import type { WhatsAppRequest } from "./WhatsAppRequest.ts"
import { Windows } from "./Windows.ts"
import { BadInbound } from "./personFields.ts"
import { type Reported, type WhatsAppAction, whatsAppMessage } from "./whatsAppMessage.ts"
import { echo, notice, preference, userIdUpdate } from "./whatsAppNotices.ts"
import { anyChange, call, handover, history, inStandby, stateSync } from "./whatsAppRouting.ts"
import { readWhatsApp } from "./readThread.ts"
import { enterWhatsApp } from "./threadEntries.ts"
import type { ThreadKey } from "./Threads.ts"
import { idsOf, nameOf, type PersonalRequest, whatsAppSender } from "./whatsAppSender.ts"

const numberOf = Effect.fnUntraced(function* (to: string | undefined) {
  const found = (yield* EmulatorState).numberOf(to)
  if (Option.isNone(found)) return yield* new BadInbound({ reason: "to: names no number of the platform" })
  return found.value
})

type Reportable = Exclude<PersonalRequest, { readonly type: "read" }>

const reportOf = (action: Omit<WhatsAppAction, "request">, request: Reportable) => {
  switch (request.type) {
    case "system":
      return notice({ ...action, request })
    case "user_id_update":
      return userIdUpdate({ ...action, request })
    case "user_preferences":
      return Effect.succeed(preference({ ...action, request }))
    case "echo":
      return echo({ ...action, request })
    case "handover":
      return Effect.succeed(handover({ ...action, request }))
    case "call":
      return call({ ...action, request })
    case "history":
      return Effect.succeed(history({ ...action, request }))
    case "state_sync":
      return Effect.succeed(stateSync({ ...action, request }))
    default:
      return whatsAppMessage({ ...action, request })
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

/** Whether the action is the person's own. */
const isOwnAction = ({ type }: PersonalRequest): boolean => !ofOthers.has(type)

/** Performs an action of a person on WhatsApp, or a decision or rating of a template by the platform. */
export const whatsAppInbound = Effect.fnUntraced(function* (request: WhatsAppRequest) {
  const now = yield* DateTime.now
  const number = yield* numberOf(request.to)
  const webhooks = yield* Webhooks
  const report = (reported: Reported) =>
    webhooks.report({ object: "whatsapp_business_account", entryId: number.wabaId, at: now, body: reported.body })

  if (request.type === "template_status" || request.type === "template_quality") {
    const { decide, rate } = yield* Templates
    const decided =
      request.type === "template_status"
        ? yield* decide(number.wabaId, request, request)
        : yield* rate(number.wabaId, request, request.score)
    if (Option.isSome(decided)) return { messageId: null }
    return yield* new BadInbound({ reason: "name: the business has no such template in this language" })
  }
  if (request.type === "change") {
    yield* report(anyChange(number, request))
    return { messageId: null }
  }
  const at = request.timestamp ?? now
  const sender = yield* whatsAppSender(number.wabaId, request)
  if (isBlocked(yield* (yield* NumberRecords).of(number.id), idsOf(sender.person)) && isOwnAction(request)) {
    return yield* new BadInbound({ reason: "from: the business has blocked this person" })
  }
  const ids = idsOf(sender.person)
  const key: ThreadKey = {
    channel: "whatsapp",
    accountId: number.id,
    ids: [ids[0] ?? request.from, ...ids.slice(1)]
  }
  if (request.type === "read") {
    yield* readWhatsApp(key, number, request.messageId, at)
    return { messageId: null }
  }
  const reported = yield* reportOf({ number, sender, at }, request)
  if (reported.opensWindow) {
    const windows = yield* Windows
    for (const id of ids) yield* windows.opened("whatsapp", number.id, id, at)
  }
  yield* enterWhatsApp(key, request, reported, nameOf(sender.person), at)
  yield* report(request.standby === true ? inStandby(reported) : reported)
  return { messageId: reported.messageId }
})
