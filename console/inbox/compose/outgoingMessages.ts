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

/** Messages on their way, of all conversations of this tab. */
export const outgoingAtom: Atom.Writable<ReadonlyArray<Outgoing>> = Atom.keepAlive(
  Atom.make<ReadonlyArray<Outgoing>>([])
)

/** How long a message that was sent stays at most until the thread shows it, in milliseconds. */
const shownAfterSend = 10_000

const newKey = (): string => crypto.randomUUID()

const discardNow = (id: string): void => registry.update(outgoingAtom, (all) => all.filter((one) => one.id !== id))

/** The thread on the screen. */
interface OpenThread {
  readonly conversationId: string
  /** The loaded messages, the last one first. */
  readonly messages: () => ReadonlyArray<Message>
  /** Loads the newest messages again. */
  readonly reload: () => Promise<void>
}

let open: OpenThread | null = null

/** Says which thread is open; null: none is. */
export const noteThread = (thread: OpenThread | null): void => {
  open = thread
}

/** Messages that the thread shows are not on their way any more. */
export const settleShown = (): void => {
  const messages = open?.messages() ?? []
  registry.update(outgoingAtom, (all) => withoutShown(all, messages))
}

/** The newest id of the messages that the thread has of the conversation; null without one. */
const newestIn = (conversationId: string): string | null =>
  open?.conversationId === conversationId
    ? open.messages().reduce<string | null>((newest, { id }) => (newest === null || id > newest ? id : newest), null)
    : null

/** Shows what became of an attempt. A refused send is a message of the thread as a rule, which is loaded first. */
const settle = async (after: Outgoing): Promise<void> => {
  const isRefused = after.state === "failed" || after.state === "doubtful"
  if (isRefused && open?.conversationId === after.conversationId) await open.reload()
  registry.update(outgoingAtom, (all) => {
    // Other sends may have become failed messages since the attempt began.
    const { otherFailed } = all.find(({ id }) => id === after.id) ?? after
    return withoutShown(withOutgoing(all, { ...after, otherFailed }), open?.messages() ?? [])
  })
  if (after.state === "sent") setTimeout(() => discardNow(after.id), shownAfterSend)
}

const attempt = (parley: ParleySession, outgoing: Outgoing): Promise<void> => {
  const { content, conversationId, key, target } = outgoing
  const request = sendRequest(target, content)
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

/** Sends a message. It is shown at once, and what became of it later. */
export const sendMessage = (
  parley: ParleySession,
  message: { readonly conversationId: string; readonly target: OutgoingTarget; readonly content: OutgoingContent }
): Promise<void> =>
  attempt(parley, {
    ...message,
    id: newKey(),
    key: newKey(),
    movedFrom: null,
    state: "sending",
    messageId: null,
    after: newestIn(message.conversationId),
    otherFailed: [],
    failure: null
  })

/** The reader was led to the conversations that took messages written in this one. */
export const noteMoved = (conversationId: string): void =>
  registry.update(outgoingAtom, (all) =>
    all.map((one) => (one.movedFrom === conversationId ? { ...one, movedFrom: null } : one))
  )

/** Tries a message once more. */
export const sendOnceMore = (parley: ParleySession, outgoing: Outgoing): Promise<void> =>
  attempt(parley, again(outgoing, newKey, newestIn(outgoing.conversationId)))

/** Forgets a message that was not sent. */
export const discardMessage = discardNow

/** Asks for the answers that were lost, such as when the service is reached again. */
export const askForLost = (parley: ParleySession): void => {
  for (const outgoing of registry.get(outgoingAtom)) {
    if (outgoing.state === "lost") void sendOnceMore(parley, outgoing)
  }
}
