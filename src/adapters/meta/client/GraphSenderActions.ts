import { Effect, Hash, Layer, Queue, Schema } from "effect"
import type { ChannelAccount } from "../../../domain/conversations/Channel.ts"
import type { ThreadCall } from "../../../domain/conversations/threadControl.ts"
import type { PlatformMessageId } from "../../../domain/Ids.ts"
import type { SenderAction } from "../../../domain/messages/senderAction.ts"
import type { ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"
import { SenderActions } from "../../../ports/sends/SenderActions.ts"
import { logFailure } from "../../../telemetry/failureLog.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import { GraphId } from "./GraphAnswer.ts"
import * as GraphApi from "./GraphApi.ts"
import type { DirectMessagesOptions } from "./GraphDirectMessages.ts"
import * as TokenHealth from "./TokenHealth.ts"

/** WhatsApp marks the message as read and, in the same call, shows that the business is typing. */
export const receiptBody = (messageId: PlatformMessageId, typing: boolean) => ({
  messaging_product: "whatsapp",
  status: "read",
  message_id: messageId,
  ...(typing ? { typing_indicator: { type: "text" } } : {})
})

/** The calls of Messenger and Instagram: one for each sign, in the order in which a person expects them. */
export const actionBodies = ({ read, to, typing }: SenderAction) =>
  [...(read ? ["mark_seen"] : []), ...(typing ? ["typing_on"] : [])].map((action) => ({
    recipient: { id: to },
    sender_action: action
  }))

const edges = {
  Pass: "pass_thread_control",
  Take: "take_thread_control",
  Release: "release_thread_control"
} as const

/** The body of a call that changes the holder of a thread (platforms P11). */
export const controlBody = (person: string, call: ThreadCall) => ({
  recipient: { id: person },
  ...(call._tag === "Pass" && {
    target_app_id: call.appId,
    ...(call.metadata !== null && { metadata: call.metadata })
  })
})

/** The answer to a changed holder. It has other fields, depending on the version of the API. */
const ThreadChanged = Schema.Struct({ success: Schema.optionalKey(Schema.Literal(true)) })

/** Workers of queued actions. An account always has the same one, so a slow account delays few others. */
const workers = 4

/** Most queued actions of a worker. Further ones are dropped: a late receipt is worth little. */
export const queueCapacity = 1_000

interface Queued {
  readonly from: ConnectedAccount
  readonly action: SenderAction
}

/** Sender actions over the Graph API: on the edges that sends use (platforms P1, P8, P12). */
export const layer = ({ graphUrl, instagramGraphUrl, version }: DirectMessagesOptions) =>
  Layer.effect(
    SenderActions,
    Effect.gen(function* () {
      const graph = yield* GraphApi.make({ graphUrl, version })
      const instagram = yield* GraphApi.make({ graphUrl: instagramGraphUrl, version })
      const receipt = graph.post(Schema.Struct({ success: Schema.Literal(true) }))
      const Done = Schema.Struct({ recipient_id: GraphId })
      const act = graph.post(Done)
      const actByLogin = instagram.post(Done)
      const wayTo = ({ channel, externalId, pageId }: ChannelAccount) => {
        if (channel !== "instagram") return { post: act, id: externalId }
        return pageId === null ? { post: actByLogin, id: externalId } : { post: act, id: pageId }
      }

      const send = Effect.fnUntraced(function* (from: ConnectedAccount, action: SenderAction) {
        const { account } = from
        if (account.channel === "whatsapp") {
          yield* receipt(from, account.externalId, "messages", receiptBody(action.platformMessageId, action.typing))
          return
        }
        const { id, post } = wayTo(account)
        yield* Effect.forEach(actionBodies(action), (body) => post(from, id, "messages", body), { discard: true })
      }, spanned("GraphSenderActions.send"))

      const change = graph.post(ThreadChanged)
      const changeByLogin = instagram.post(ThreadChanged)
      const control = Effect.fnUntraced(function* (from: ConnectedAccount, person: string, call: ThreadCall) {
        const { channel, externalId, pageId } = from.account
        const isLogin = channel === "instagram" && pageId === null
        const post = isLogin ? changeByLogin : change
        const id = channel === "instagram" ? (pageId ?? externalId) : externalId
        yield* post(from, id, edges[call._tag], controlBody(person, call))
      }, spanned("GraphSenderActions.control"))

      const sendQueued = ({ action, from }: Queued) =>
        Effect.catchCause(send(from, action), (cause) =>
          logFailure({ level: "Warn", text: "a read receipt was not sent" }, cause)
        ).pipe(Effect.annotateLogs({ organizationId: from.account.organizationId }))
      const queues = yield* Effect.forEach(Array.from({ length: workers }), () => Queue.dropping<Queued>(queueCapacity))
      for (const queue of queues) {
        yield* Effect.forkScoped(Effect.forever(Effect.flatMap(Queue.take(queue), sendQueued)))
      }
      return SenderActions.of({
        send,
        control,
        offer: Effect.fnUntraced(function* (from, action) {
          const queue = queues[(Hash.string(from.account.id) >>> 0) % workers]
          const isQueued = queue !== undefined && (yield* Queue.offer(queue, { from, action }))
          if (!isQueued) yield* logFailure({ level: "Warn", text: "read receipt dropped: too many wait" })
        })
      })
    })
  ).pipe(Layer.provide(TokenHealth.layer))
