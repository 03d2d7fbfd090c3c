import { Cause, DateTime, Effect, Exit, Option } from "effect"
import { backendAccess } from "../../src/domain/access/SessionAccess.ts"
import type { State } from "../../src/adapters/memory/State.ts"
import { cancelScheduled, changeScheduled, scheduleReply, scheduleSend } from "../../src/app/sends/scheduledSends.ts"
import type { OrganizationId, PendingSendId } from "../../src/domain/Ids.ts"
import { WhatsAppContent } from "../../src/domain/messages/WhatsAppContent.ts"
import type { PendingSend } from "../../src/domain/sends/PendingSend.ts"
import type { Conversation } from "../../src/domain/conversations/Conversation.ts"
import type { Callers } from "./Callers.ts"
import type { Person } from "./Cast.ts"
import type { Broken } from "./invariants.ts"
import type { Machine } from "./Machine.ts"
import type { ScheduledByCaller } from "./Observations.ts"
import type { AcceptedMessage } from "./platformReports.ts"
import type { Running } from "./SimulatedProcess.ts"

/** The end of a call: whether it took effect, or that this is unknown because the answer was lost. */
const effectOf = (exit: Exit.Exit<unknown, unknown> | null): "done" | "refused" | "unknown" => {
  if (exit === null) return "unknown"
  if (Exit.isSuccess(exit)) return "done"
  return Cause.hasFails(exit.cause) ? "refused" : "unknown"
}

const isCancelled = (exit: Exit.Exit<unknown, { readonly _tag: string; readonly status?: string }>): boolean =>
  Exit.isSuccess(exit) ||
  exit.cause.reasons.some((reason) => reason._tag === "Fail" && reason.error.status === "cancelled")

/** Callers that schedule, change and cancel sends, with what each knows of its sends. */
export class SimulatedSchedules {
  readonly sends: Array<ScheduledByCaller> = []
  readonly #arrived = new Set<ScheduledByCaller>()
  readonly #machine: Machine
  readonly #callers: Callers
  readonly #organizationOf: (person: Person) => OrganizationId

  constructor(machine: Machine, callers: Callers, organizationOf: (person: Person) => OrganizationId) {
    this.#machine = machine
    this.#callers = callers
    this.#organizationOf = organizationOf
  }

  /** Schedules a text: in the conversation for a member, to `to` for a backend, which has no conversation. */
  schedule(person: Person, to: string, text: string, seconds: number, conversation: Conversation | null): void {
    const send: ScheduledByCaller = {
      person,
      text,
      id: null,
      notBefore: this.#machine.now + seconds * 1_000,
      isCancelRequested: false,
      isCancelled: false,
      isCalling: true
    }
    this.sends.push(send)
    const sendAt = DateTime.makeUnsafe(send.notBefore)
    this.#once(this.#scheduling(this.#organizationOf(person), person, to, text, sendAt, conversation), (exit) => {
      send.isCalling = false
      if (exit !== null && Exit.isSuccess(exit)) send.id = exit.value.id
      if (effectOf(exit) === "refused") send.notBefore = Number.POSITIVE_INFINITY
    })
  }

  readonly #scheduling = Effect.fnUntraced(function* (
    organizationId: OrganizationId,
    { channel }: Person,
    to: string,
    text: string,
    sendAt: DateTime.Utc,
    conversation: Conversation | null
  ) {
    const content = WhatsAppContent.cases.Text.make({ text })
    const draft = { type: "text", text }
    if (conversation === null) {
      const message = channel === "whatsapp" ? ({ channel, content } as const) : ({ channel, content: draft } as const)
      return yield* scheduleSend(organizationId, channel === "whatsapp" ? `+${to}` : to, message, { sendAt })
    }
    const reply = channel === "whatsapp" ? content : { ...draft, mediaId: null }
    return yield* scheduleReply(backendAccess(organizationId), conversation, reply, sendAt)
  })

  /** Calls once: a repeated call could schedule a second send. */
  #once<E>(call: Effect.Effect<PendingSend, E, Running>, done: (exit: Exit.Exit<PendingSend, E> | null) => void): void {
    this.#callers.call(call, done)
  }

  /** The last send to the person whose id is known and that no call changes at present. */
  #lastTo(person: Person): (ScheduledByCaller & { readonly id: PendingSendId }) | undefined {
    return this.sends.findLast(
      (send): send is ScheduledByCaller & { readonly id: PendingSendId } =>
        send.person === person && send.id !== null && !send.isCalling
    )
  }

  /** Moves the last send to the person. */
  change(person: Person, seconds: number): void {
    const send = this.#lastTo(person)
    if (send === undefined) return
    const at = this.#machine.now + seconds * 1_000
    const before = send.notBefore
    send.isCalling = true
    send.notBefore = Math.min(before, at)
    const sendAt = DateTime.makeUnsafe(at)
    this.#once(changeScheduled(backendAccess(this.#organizationOf(person)), send.id, { sendAt }), (exit) => {
      send.isCalling = false
      const effect = effectOf(exit)
      if (effect !== "unknown") send.notBefore = effect === "done" ? at : before
    })
  }

  /** Cancels the last send to the person. */
  cancel(person: Person): void {
    const send = this.#lastTo(person)
    if (send === undefined) return
    send.isCalling = true
    send.isCancelRequested = true
    this.#callers.insist(cancelScheduled(backendAccess(this.#organizationOf(person)), send.id), (exit) => {
      send.isCalling = false
      if (isCancelled(exit)) send.isCancelled = true
    })
  }

  /** The rules of a scheduled send that the platform accepts. `ahead`: maximum lead of a clock, in milliseconds. */
  accepted({ person, text }: AcceptedMessage, ahead: number): ReadonlyArray<Broken> {
    const send = this.sends.find((one) => one.text === text && one.person === person)
    if (send === undefined) return []
    const broken: Array<Broken> = []
    if (this.#arrived.has(send)) broken.push(["A scheduled send is sent once", text])
    this.#arrived.add(send)
    if (send.isCancelled) broken.push(["A cancelled send is never sent", text])
    if (this.#machine.now < send.notBefore - ahead) {
      broken.push(["A scheduled send is not sent before its time", `${text}: ${send.notBefore - this.#machine.now} ms`])
    }
    return broken
  }
}

const isAbout = (data: unknown, id: PendingSendId): boolean =>
  typeof data === "object" && data !== null && "send_id" in data && data.send_id === id

/** Describes a contradiction to the stored outcome; null without one. */
const contradiction = (
  { outcome }: PendingSend,
  { isCancelled, isCancelRequested }: ScheduledByCaller,
  arrived: AcceptedMessage | undefined,
  failures: number
): string | null => {
  if (failures !== (outcome?._tag === "NotSent" ? 1 : 0)) return `${failures} events of a failure`
  if (isCancelled && outcome?._tag !== "Cancelled") return "not cancelled, although this was acknowledged"
  switch (outcome?._tag) {
    case undefined:
      return "no outcome"
    case "Sent":
      return outcome.platformMessageId === arrived?.id ? null : "sent, but it never arrived"
    case "NotSent":
      return arrived === undefined || outcome.reason === "PlatformOutcomeUnknown"
        ? null
        : `${outcome.reason}, but it arrived`
    case "Cancelled":
      return isCancelRequested && arrived === undefined ? null : "cancelled without a request, or it arrived"
  }
}

/** Rules of scheduled sends at the end: each has the outcome that its recipient saw, and a failure has one event. */
export const scheduleInvariants = (
  { events, pendingSends }: State,
  scheduled: ReadonlyArray<ScheduledByCaller>,
  accepted: ReadonlyArray<AcceptedMessage>
): ReadonlyArray<Broken> =>
  scheduled.flatMap((send): ReadonlyArray<Broken> => {
    const { id, person, text } = send
    if (id === null) return []
    const rule = "A scheduled send has the outcome that its recipient saw"
    const stored = Option.fromUndefinedOr(pendingSends.find((row) => row.send.id === id))
    if (Option.isNone(stored)) return [[rule, `${text}: not stored`]]
    const arrived = accepted.find((one) => one.person === person && one.text === text)
    const failures = events.filter(({ data, type }) => type === "message.send_failed" && isAbout(data, id)).length
    const contradicts = contradiction(stored.value.send, send, arrived, failures)
    return contradicts === null ? [] : [[rule, `${text}: ${contradicts}`]]
  })
