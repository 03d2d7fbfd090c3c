import { Effect, Layer, Stream } from "effect"
import { type MessageId, PlatformMessageId } from "../../src/domain/Ids.ts"
import type { Channel } from "../../src/domain/conversations/Channel.ts"
import { MediaNotReached } from "../../src/domain/media/Media.ts"
import type { MessagePricing } from "../../src/domain/messages/MessagePricing.ts"
import {
  type PlatformFailure,
  PlatformNotReached,
  PlatformOutcomeUnknown,
  PlatformRejected
} from "../../src/domain/messages/PlatformError.ts"
import type { WhatsAppContent } from "../../src/domain/messages/WhatsAppContent.ts"
import type { ConnectedAccount } from "../../src/ports/access/ChannelAccounts.ts"
import { Profiles } from "../../src/ports/inbound/InboundQueue.ts"
import { MediaSource } from "../../src/ports/media/MediaStore.ts"
import { DirectMessages, WhatsApp } from "../../src/ports/sends/WhatsApp.ts"
import type { Cast, Person } from "./Cast.ts"
import type { Dice } from "./Dice.ts"
import type { PlatformFault, WebhookFault } from "./History.ts"
import type { Machine, Owner } from "./Machine.ts"
import {
  type AcceptedMessage,
  type PersonalAct,
  type PlatformReport,
  actReport,
  statusReport,
  webhookBody
} from "./platformReports.ts"

/** Probability of the present fault for a call. */
const faultChance = 0.7

/** Latencies in milliseconds. */
const latencies = {
  answer: [50, 400],
  slowAnswer: [2_000, 12_000],
  lostAnswer: [10_000, 30_000],
  report: [50, 1_500],
  lateReport: [1_000, 120_000],
  delivered: [500, 5_000],
  read: [5_000, 600_000]
} as const

/** Interval of webhooks while they are batched, in milliseconds. */
const batchMillis = 10_000

/** Probability that a person reads a message. */
const readChance = 0.6

/** Probability that a message fails after it was sent. */
const failureChance = 0.05

/** Probability that a status has no price. */
const unpricedChance = 0.3

const categories = ["marketing", "utility", "service", "authentication"] as const

/** A price as the platform may report it. */
const priceFrom = (dice: Dice): MessagePricing => {
  const type = dice.pick(["regular", "free_customer_service"])
  return {
    model: "PMP",
    type,
    ...(dice.chance(0.8) && { category: dice.pick(categories) }),
    ...(dice.chance(0.7) && { billable: type === "regular" })
  }
}

/** Wait of the platform before it repeats a webhook, in milliseconds: doubled each time, up to the longest. */
const repeat = { first: 5_000, longest: 600_000 } as const

const codes = { blocked: { whatsapp: 131026, messenger: 551, instagram: 551 }, refused: 131000, throttled: 130429 }

const rejected = (code: number, message: string) =>
  new PlatformRejected({ code, title: message, message, subcode: null, details: null })

/** A message that a person wrote, and whether the service acknowledged its webhook. */
export interface WrittenMessage {
  readonly id: string
  readonly person: Person
  isAcknowledged: boolean
}

/** A report on its way, and its message if it has one. */
interface Report {
  readonly id: string
  readonly report: PlatformReport
  readonly message: WrittenMessage | null
}

/** The text by which the simulation knows a message: that of a text, and the name of a template. */
const sentText = (content: WhatsAppContent): string =>
  content._tag === "Text" ? content.text : content._tag === "Template" ? content.name : content._tag

/** Hands a webhook to the service, which stores it or not. */
export type PostWebhook = (body: string, answered: (isStored: boolean) => void) => void

/** The platform and the people on it: a seeded model behind the ports of the service. */
export class SimulatedPlatform {
  fault: PlatformFault | null = null
  webhookFault: WebhookFault | null = null
  readonly accepted: Array<AcceptedMessage> = []
  readonly written: Array<WrittenMessage> = []
  /** Webhooks that no process has stored yet. */
  outstanding = 0
  calls = 0
  webhooks = 0
  readonly owner: Owner
  readonly #machine: Machine
  readonly #dice: Dice
  readonly #cast: Cast
  readonly #post: PostWebhook
  readonly #onAccepted: (message: AcceptedMessage) => void
  readonly #batches = new Map<Channel, Array<Report>>()
  readonly #names = new Map<string, number>()
  readonly #moved = new Set<Person>()
  readonly #blocked = new Set<Person>()

  constructor(
    machine: Machine,
    dice: Dice,
    cast: Cast,
    post: PostWebhook,
    onAccepted: (message: AcceptedMessage) => void
  ) {
    this.owner = machine.owner("platform")
    this.#machine = machine
    this.#dice = dice
    this.#cast = cast
    this.#post = post
    this.#onAccepted = onAccepted
  }

  /** The person's id at present. */
  idOf(person: Person): string {
    return this.#moved.has(person) ? person.laterId : person.id
  }

  block(person: Person): void {
    this.#blocked.add(person)
  }

  /** A person does something. */
  act(person: Person, act: PersonalAct): void {
    const id = this.#idOf(`${person.channel}.in.${person.index}.${Math.round(this.#machine.elapsed)}`)
    const message = act._tag === "Reaction" ? null : { id, person, isAcknowledged: false }
    const isMessage = act._tag !== "Reaction" && !(act._tag === "NumberChange" && person.channel === "whatsapp")
    if (message !== null) this.written.push(message)
    const report = actReport(person, this.idOf(person), act, id, this.#machine.now)
    this.#report({ id, report, message: isMessage ? message : null })
    if (act._tag === "NumberChange") this.#moved.add(person)
  }

  /** A name that was not used before. It depends on the step, so that other steps may be removed. */
  #idOf(name: string): string {
    const count = (this.#names.get(name) ?? 0) + 1
    this.#names.set(name, count)
    return count === 1 ? name : `${name}.${count}`
  }

  /** The last message that the person got. */
  lastTo(person: Person): AcceptedMessage | undefined {
    return this.accepted.findLast((message) => message.person === person)
  }

  /** The dice of one thing, which are independent of all others. */
  #diceOf(name: string): Dice {
    return this.#dice.split(this.#idOf(name))
  }

  #report(report: Report): void {
    this.outstanding += 1
    const { lateReport, report: usual } = latencies
    const delay = this.#diceOf(`report ${report.id}`).within(this.webhookFault === "late" ? lateReport : usual)
    this.#machine.after(this.owner, delay, () => {
      if (this.webhookFault !== "batched") return this.#send(report.report.channel, [report])
      const { channel } = report.report
      const batch = this.#batches.get(channel) ?? []
      if (batch.length === 0) {
        this.#machine.after(this.owner, batchMillis, () => {
          this.#batches.delete(channel)
          this.#send(channel, batch)
        })
      }
      batch.push(report)
      this.#batches.set(channel, batch)
    })
  }

  #send(channel: Channel, reports: ReadonlyArray<Report>): void {
    const body = webhookBody(
      channel,
      reports.map(({ report }) => report),
      this.#machine.now
    )
    const isDoubled = this.webhookFault === "doubled"
    if (isDoubled) this.outstanding += reports.length
    for (let copy = 0; copy < (isDoubled ? 2 : 1); copy++) this.#attempt(body, reports, repeat.first)
  }

  #attempt(body: string, reports: ReadonlyArray<Report>, wait: number): void {
    this.webhooks += 1
    this.#post(body, (isStored) => {
      if (isStored) {
        this.outstanding -= reports.length
        for (const { message } of reports) if (message !== null) message.isAcknowledged = true
        return
      }
      this.#machine.after(this.owner, wait * this.#diceOf(`repeat ${reports[0]?.id}`).between(0.8, 1.2), () =>
        this.#attempt(body, reports, Math.min(2 * wait, repeat.longest))
      )
    })
  }

  #personOf(channel: Channel, account: string, to: string): Person | undefined {
    return this.#cast.people.find(
      (person) =>
        person.channel === channel &&
        person.business.accounts[channel] === account &&
        (person.id === to || person.laterId === to)
    )
  }

  /** Accepts the message: from then on the person has it, whether or not the answer arrives. */
  #accept(person: Person, to: string, text: string, sendId: string): AcceptedMessage {
    const id = this.#idOf(`${person.channel}.out.${person.index}.${text}`)
    const message: AcceptedMessage = { person, to, text, sendId, id, status: "sent", price: null }
    this.accepted.push(message)
    this.#onAccepted(message)
    this.#status(message, "sent")
    const dice = this.#diceOf(`receipts ${id}`)
    const deliveredAfter = dice.within(latencies.delivered)
    if (person.channel === "whatsapp" && this.#diceOf(`failure ${id}`).chance(failureChance)) {
      this.#machine.after(this.owner, deliveredAfter, () => this.#status(message, "failed"))
      return message
    }
    this.#machine.after(this.owner, deliveredAfter, () => this.#status(message, "delivered"))
    if (dice.chance(readChance)) {
      const readAfter = deliveredAfter + dice.within(latencies.read)
      this.#machine.after(this.owner, readAfter, () => this.#status(message, "read"))
    }
    return message
  }

  #status(message: AcceptedMessage, status: AcceptedMessage["status"]): void {
    const dice = this.#diceOf(`price ${message.id}`)
    const isPriced = message.person.channel === "whatsapp" && !dice.chance(unpricedChance)
    const price = isPriced ? priceFrom(dice) : null
    message.status = status
    message.price = price ?? message.price
    const report = statusReport(message, status, price, this.#machine.now)
    if (report !== null) this.#report({ id: `${message.id} ${status}`, report, message: null })
  }

  /** The outcome of a call, and the milliseconds until the caller learns of it. */
  #outcome(
    { account }: ConnectedAccount,
    to: string,
    text: string,
    sendId: MessageId
  ): readonly [millis: number, Effect.Effect<PlatformMessageId, PlatformFailure>] {
    const { channel, externalId } = account
    const person = this.#personOf(channel, externalId, to)
    const dice = this.#diceOf(`answer ${to} ${text}`)
    const usual = dice.within(latencies.answer)
    if (person === undefined) return [usual, Effect.fail(rejected(codes.blocked[channel], "No such person"))]
    if (this.#blocked.has(person)) return [usual, Effect.fail(rejected(codes.blocked[channel], "Undeliverable"))]
    const accepted = () => Effect.succeed(PlatformMessageId.make(this.#accept(person, to, text, sendId).id))
    const fault = dice.chance(faultChance) ? this.fault : null
    switch (fault) {
      case null:
        return [usual, accepted()]
      case "slow":
        return [dice.within(latencies.slowAnswer), accepted()]
      case "unreached":
        return [usual, Effect.fail(new PlatformNotReached({ detail: "no connection" }))]
      case "refused":
        return [usual, Effect.fail(rejected(codes.refused, "Something went wrong"))]
      case "throttled":
        return [usual, Effect.fail(rejected(codes.throttled, "Rate limit hit"))]
      case "unanswered": {
        accepted()
        const failure = new PlatformOutcomeUnknown({ reason: "no answer in time", detail: "time-out" })
        return [dice.within(latencies.lostAnswer), Effect.fail(failure)]
      }
    }
  }

  /** The call as the process sees it. A process that dies meanwhile learns nothing, and the message is sent. */
  #call(owner: Owner, from: ConnectedAccount, to: string, text: string, sendId: MessageId) {
    return Effect.callback<PlatformMessageId, PlatformFailure>((resume) => {
      this.calls += 1
      this.#machine.trace(owner, `sends ${text} to ${to}`)
      // The request takes a moment: the process may die before it leaves, or after it.
      this.#machine.after(owner, this.#diceOf(`request ${to} ${text}`).between(0, 20), () => {
        const [millis, answer] = this.#outcome(from, to, text, sendId)
        this.#machine.after(owner, millis, () => resume(answer))
      })
    })
  }

  /** The ports of a process. */
  ports(owner: Owner) {
    return Layer.mergeAll(
      Layer.succeed(
        WhatsApp,
        WhatsApp.of({
          send: (from, to, content, sendId) =>
            Effect.map(this.#call(owner, from, to, sentText(content), sendId), (platformMessageId) => ({
              platformMessageId,
              waId: null
            }))
        })
      ),
      Layer.succeed(
        DirectMessages,
        DirectMessages.of({
          send: (from, to, { content }, sendId) =>
            this.#call(owner, from, to, content._tag === "Text" ? content.text : content._tag, sendId),
          replyToComment: (from, commentId, content, sendId) =>
            Effect.map(
              this.#call(owner, from, commentId, content._tag === "Text" ? content.text : content._tag, sendId),
              (platformMessageId) => ({ platformMessageId, personId: commentId })
            ),
          conversations: () => Effect.succeed([])
        })
      ),
      Layer.succeed(
        Profiles,
        Profiles.of({
          nameOf: ({ account }, personId) =>
            Effect.suspend(() =>
              this.fault === "unreached"
                ? Effect.fail(new PlatformNotReached({ detail: "no connection" }))
                : Effect.succeed(this.#personOf(account.channel, account.externalId, personId)?.name ?? null)
            )
        })
      ),
      Layer.succeed(
        MediaSource,
        MediaSource.of({
          fetch: () =>
            Effect.suspend(() =>
              this.fault === "unreached"
                ? Effect.fail(new MediaNotReached({ detail: "no connection" }))
                : Effect.succeed({ mimeType: "image/png", bytes: Stream.make(new Uint8Array([137, 80, 78, 71])) })
            )
        })
      )
    )
  }
}
