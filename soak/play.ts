import { type DateTime, Effect, Option, Schema } from "effect"
import { ask } from "./ask.ts"
import { answer, handle, type Tenant } from "./business.ts"
import type { Lane } from "./cast.ts"
import type { Diary } from "./Diary.ts"
import { drawFor, oneOf } from "./draw.ts"
import { personalDoing, personalText } from "./personalDoings.ts"
import { type Doing, newTalk, type Talk } from "./Talk.ts"
import { text, whatsAppDoing } from "./whatsAppDoings.ts"

export interface Stage {
  readonly seed: number
  readonly begin: DateTime.Utc
  readonly emulatorUrl: string
  readonly diary: Diary
  /** Absent if the accounts are not connected. */
  readonly tenantOf: (lane: Lane) => Tenant | null
  /** Waits for the turn, and until the platform's backlog is small. */
  readonly inTurn: (act: Effect.Effect<void>) => Effect.Effect<void>
}

/** How often a business answers, and an agent does something, for each thing that a person does. */
const answering = 0.16
const handling = 0.06

const decodeDone = Schema.decodeUnknownOption(Schema.Struct({ messageId: Schema.NullOr(Schema.String) }))

const perform = Effect.fnUntraced(function* ({ diary, emulatorUrl }: Stage, lane: Lane, { note, request }: Doing) {
  const { body, status } = yield* ask("POST", `${emulatorUrl}/_emulator/inbound`, request)
  const done = decodeDone(body)
  if (status !== 200 || Option.isNone(done)) {
    diary.surprises.push(`the platform answered ${status} ${JSON.stringify(body)}: ${lane.key}`)
    return
  }
  note(done.value.messageId)
  diary.items.set(lane, (diary.items.get(lane) ?? 0) + 1)
})

/** The first and the last action are messages: their webhooks have all identifiers of the person. */
const doingOf = (talk: Talk, place: "first" | "between" | "last"): Doing => {
  const account = oneOf(talk.draw, talk.lane.accounts)
  const isBetween = place === "between"
  if (talk.lane.channel !== "whatsapp") return isBetween ? personalDoing(talk, account) : personalText(talk, account)
  return isBetween ? whatsAppDoing(talk, account) : text(talk, account, place === "last")
}

/** All actions between one person and one business, in order. */
export const play = Effect.fnUntraced(function* (stage: Stage, lane: Lane, items: number) {
  const talk = newTalk(lane, yield* drawFor(stage.seed, lane.key), stage.diary, stage.begin)
  const tenant = stage.tenantOf(lane)
  const turn = Effect.fnUntraced(function* (item: number) {
    // Accounts that are not connected receive plain messages only.
    const place = item === items - 1 ? "last" : item === 0 || tenant === null ? "first" : "between"
    yield* perform(stage, lane, doingOf(talk, place))
    if (tenant === null) return
    if (talk.draw() < answering) yield* answer(talk, tenant)
    if (talk.draw() < handling) yield* handle(talk, tenant)
  })
  for (let item = 0; item < items; item += 1) yield* stage.inTurn(turn(item))
})
