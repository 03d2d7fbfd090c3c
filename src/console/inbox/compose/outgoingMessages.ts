import { Atom } from "effect/reactivity"
import type { ParleySession } from "../../../client/promise/createParley.ts"
import { failureOf } from "../../api/Failure.ts"
import { registry } from "../../app/atoms.ts"
import {
  again,
  type Outgoing,
  type OutgoingContent,
  type OutgoingTarget,
  type SendRequest,
  sendRequest,
  settled,
  withOutgoing,
  withoutShown
} from "./Outgoing.ts"

/** Messages on their way, of all conversations of this tab. */
export const outgoingAtom: Atom.Writable<ReadonlyArray<Outgoing>> = Atom.keepAlive(
  Atom.make<ReadonlyArray<Outgoing>>([])
)

/** How long a message that was sent stays at most until the thread shows it, in milliseconds. */
const shownAfterSend = 10_000

const newKey = (): string => crypto.randomUUID()

const discardNow = (id: string): void => registry.update(outgoingAtom, (all) => all.filter((one) => one.id !== id))

/** The messages that the thread shows: an answer may come after the message itself. */
let shown: ReadonlySet<string> = new Set()

/** The thread shows these messages: they are not on their way any more. */
export const settleShown = (messageIds: ReadonlySet<string>): void => {
  shown = messageIds
  registry.update(outgoingAtom, (all) => withoutShown(all, messageIds))
}

/** Calls the endpoint of the request. */
export const requestSend = (
  parley: ParleySession,
  conversationId: string,
  request: SendRequest,
  idempotencyKey: string
): Promise<{ readonly vendorMessageId: string }> =>
  request.channel === "whatsapp"
    ? parley.messages.send(request.body, { idempotencyKey })
    : parley.replies.send(conversationId, request.body, { idempotencyKey })

const attempt = (parley: ParleySession, outgoing: Outgoing): Promise<void> => {
  const { content, conversationId, key, target } = outgoing
  const request = sendRequest(target, content)
  if (request === null) return Promise.resolve()
  registry.update(outgoingAtom, (all) => withOutgoing(all, outgoing))
  return requestSend(parley, conversationId, request, key)
    .then(
      (value) => ({ value }),
      (cause: unknown) => ({ failure: failureOf(cause) })
    )
    .then((outcome) => {
      const after = settled(outgoing, outcome)
      registry.update(outgoingAtom, (all) => withOutgoing(all, after))
      settleShown(shown)
      if (after.state === "sent") setTimeout(() => discardNow(after.id), shownAfterSend)
    })
}

/** Sends a message. It is shown at once, and what became of it later. */
export const sendMessage = (
  parley: ParleySession,
  message: { readonly conversationId: string; readonly target: OutgoingTarget; readonly content: OutgoingContent }
): Promise<void> =>
  attempt(parley, { ...message, id: newKey(), key: newKey(), state: "sending", messageId: null, failure: null })

/** Tries a message once more. */
export const sendOnceMore = (parley: ParleySession, outgoing: Outgoing): Promise<void> =>
  attempt(parley, again(outgoing, newKey))

/** Forgets a message that was not sent. */
export const discardMessage = discardNow

/** Asks for the answers that were lost, such as when the service is reached again. */
export const askForLost = (parley: ParleySession): void => {
  for (const outgoing of registry.get(outgoingAtom)) {
    if (outgoing.state === "lost") void sendOnceMore(parley, outgoing)
  }
}
