import { Atom } from "effect/reactivity"
import type { ParleySession } from "../../../client/promise/createParley.ts"
import { failureOf } from "../../api/Failure.ts"
import { registry } from "../../app/atoms.ts"
import {
  again,
  type Outgoing,
  type OutgoingContent,
  type OutgoingTarget,
  sendRequest,
  settled,
  withOutgoing
} from "./Outgoing.ts"
import type { Message } from "../conversationTypes.ts"
import { withoutShown } from "./withoutShown.ts"

/** Outgoing messages of all conversations of this tab. */
export const outgoingAtom: Atom.Writable<ReadonlyArray<Outgoing>> = Atom.keepAlive(
  Atom.make<ReadonlyArray<Outgoing>>([])
)

/** Milliseconds after which a sent message is removed even if the thread does not show it. */
const sentLifetime = 10_000

const newKey = (): string => crypto.randomUUID()

const discardNow = (id: string): void => registry.update(outgoingAtom, (all) => all.filter((one) => one.id !== id))

/** The open thread. */
interface OpenThread {
  readonly conversationId: string
  /** Loaded messages, newest first. */
  readonly messages: () => ReadonlyArray<Message>
  /** Reloads the newest messages. */
  readonly reload: () => Promise<void>
}

let open: OpenThread | null = null

/** Sets the open thread; null without one. */
export const noteThread = (thread: OpenThread | null): void => {
  open = thread
}

/** Removes outgoing messages that the thread shows. */
export const removeShown = (): void => {
  const messages = open?.messages() ?? []
  registry.update(outgoingAtom, (all) => withoutShown(all, messages))
}

/** Newest message id of the loaded thread of the conversation; null without one. */
const newestIn = (conversationId: string): string | null =>
  open?.conversationId === conversationId
    ? open.messages().reduce<string | null>((newest, { id }) => (newest === null || id > newest ? id : newest), null)
    : null

/** Reloads the open thread if it is that of the conversation. */
export const reloadThread = (conversationId: string): Promise<void> =>
  open?.conversationId === conversationId ? open.reload() : Promise.resolve()

/** Id of the newest loaded message of the contact; null without one. */
export const lastInboundIn = (conversationId: string): string | null =>
  (open?.conversationId === conversationId
    ? open.messages().find(({ direction, waMessageId }) => direction === "inbound" && waMessageId !== "")?.id
    : undefined) ?? null

/** Records the outcome of an attempt. A refused send is usually a failed message of the thread, which is loaded first. */
const settle = async (after: Outgoing): Promise<void> => {
  const isRefused = after.state === "failed" || after.state === "doubtful"
  if (isRefused && open?.conversationId === after.conversationId) await open.reload()
  registry.update(outgoingAtom, (all) => {
    // Other sends may have become failed messages since the attempt began.
    const { otherFailed } = all.find(({ id }) => id === after.id) ?? after
    return withoutShown(withOutgoing(all, { ...after, otherFailed }), open?.messages() ?? [])
  })
  if (after.state === "sent") setTimeout(() => discardNow(after.id), sentLifetime)
}

const attempt = (parley: ParleySession, outgoing: Outgoing): Promise<void> => {
  const { content, conversationId, key, replyTo, target } = outgoing
  const request = sendRequest(target, content, replyTo)
  if (request === null) return Promise.resolve()
  registry.update(outgoingAtom, (all) => withOutgoing(all, outgoing))
  return parley.replies
    .send(conversationId, request, { idempotencyKey: key })
    .then(
      (value) => ({ value }),
      (cause: unknown) => ({ failure: failureOf(cause) })
    )
    .then((outcome) => settle(settled(outgoing, outcome)))
}

/** Sends a message. It is visible at once; the outcome follows. */
export const sendMessage = (
  parley: ParleySession,
  message: {
    readonly conversationId: string
    readonly target: OutgoingTarget
    readonly content: OutgoingContent
    readonly replyTo?: string | null
  }
): Promise<void> =>
  attempt(parley, {
    ...message,
    replyTo: message.replyTo ?? null,
    id: newKey(),
    key: newKey(),
    movedFrom: null,
    state: "sending",
    messageId: null,
    after: newestIn(message.conversationId),
    otherFailed: [],
    failure: null
  })

/** Clears the redirects of messages written in this conversation, after the page followed them. */
export const redirected = (conversationId: string): void =>
  registry.update(outgoingAtom, (all) =>
    all.map((one) => (one.movedFrom === conversationId ? { ...one, movedFrom: null } : one))
  )

/** Retries a message. */
export const sendOnceMore = (parley: ParleySession, outgoing: Outgoing): Promise<void> =>
  attempt(parley, again(outgoing, newKey, newestIn(outgoing.conversationId)))

/** Removes a message that was not sent. */
export const discardMessage = discardNow

/** Retries sends whose answer was lost, such as when the service is reachable again. */
export const retryLost = (parley: ParleySession): void => {
  for (const outgoing of registry.get(outgoingAtom)) {
    if (outgoing.state === "lost") void sendOnceMore(parley, outgoing)
  }
}
