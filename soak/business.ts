import { Effect, Option, Schema } from "effect"
import { type Answer, ask } from "./ask.ts"
import { phoneOf, say, someOf, type Talk, words } from "./Talk.ts"

/** A business as the service knows it, and how it calls the service. */
export interface Tenant {
  readonly organizationId: string
  readonly ownerId: string
  readonly appUrl: string
  readonly developer: Readonly<Record<string, string>>
  readonly session: Readonly<Record<string, string>>
  /** The conversation of a message, as far as webhooks have reported it. */
  readonly conversationOf: (messageId: string) => string | undefined
}

const decodeSent = Schema.decodeUnknownOption(
  Schema.Struct({
    data: Schema.Struct({
      waMessageId: Schema.optionalKey(Schema.String),
      messageId: Schema.optionalKey(Schema.String)
    })
  })
)

const idIn = ({ body }: Answer): string | undefined =>
  Option.match(decodeSent(body), {
    onNone: () => undefined,
    onSome: ({ data }) => data.waMessageId ?? data.messageId
  })

/** Error texts of an unknown outcome (contract: Intent first, outcome after). */
const isUnknown = ({ body }: Answer): boolean => JSON.stringify(body).includes("may have been sent")

/** Enters what became of a send. */
const enter = (talk: Talk, answer: Answer, said: string | null): void => {
  const { diary, lane } = talk
  const [account] = lane.accounts
  const id = idIn(answer)
  if ((answer.status === 200 || answer.status === 201) && id !== undefined) {
    say(talk, account, id, { direction: "outbound", event: "message.sent", words: said })
    talk.answers.push({ id, account })
  } else if (answer.status === 502) diary.unsent.push([lane, isUnknown(answer) ? "unknown" : "refused"])
  else diary.surprises.push(`a send was answered ${answer.status} ${JSON.stringify(answer.body)}: ${lane.key}`)
}

const toNumber = Effect.fnUntraced(function* (talk: Talk, { appUrl, developer, session }: Tenant) {
  const to = talk.isMoved ? phoneOf(talk) : talk.lane.person.written
  const said = words(talk)
  const template = { name: "hello_world", language: { code: "en_US" } }
  if (talk.draw() < 0.2) {
    return enter(talk, yield* ask("POST", `${appUrl}/api/developer/v1/send-message`, { to, template }, developer), null)
  }
  if (talk.draw() < 0.5) {
    const answer = yield* ask(
      "POST",
      `${appUrl}/api/whatsapp/messages/send`,
      { to: `+${to}`, type: "text", text: said },
      session
    )
    // A person without a webhook is no contact yet: the other endpoint is used.
    if (answer.status !== 404) return enter(talk, answer, said)
  }
  enter(
    talk,
    yield* ask("POST", `${appUrl}/api/developer/v1/send-message`, { to, type: "text", text: said }, developer),
    said
  )
})

const toPerson = Effect.fnUntraced(function* (talk: Talk, { appUrl, developer }: Tenant) {
  const { channel, person } = talk.lane
  const said = words(talk)
  const recipient = channel === "messenger" ? { recipientId: person.id } : { participantId: person.id }
  const url = `${appUrl}/api/developer/v1/${channel}/send-message`
  enter(talk, yield* ask("POST", url, { ...recipient, text: said }, developer), said)
})

/** The business answers, unless it does not know how. */
export const answer = (talk: Talk, tenant: Tenant) => {
  if (talk.lane.channel !== "whatsapp") return toPerson(talk, tenant)
  return talk.lane.naming === "userId" ? Effect.void : toNumber(talk, tenant)
}

const post = ({ appUrl, session }: Tenant, id: string, action: string, given: object) =>
  ask("POST", `${appUrl}/api/whatsapp/conversations/${id}/${action}`, given, session)

/** How often what was closed is taken up again. */
const reopening = 0.4

const reopen = Effect.fnUntraced(function* ({ closed, diary, lane }: Talk, tenant: Tenant, id: string) {
  const { status } = yield* post(tenant, id, "assign", { userId: tenant.ownerId })
  if (status === 200) closed.delete(id)
  // There is another one by now, or two contacts have become one and their conversations with them.
  else if (status !== 409 && status !== 404) diary.surprises.push(`assigning was answered ${status}: ${lane.key}`)
})

/** An agent closes the conversation that something stood in, or takes one up again that was closed. */
export const handle = Effect.fnUntraced(function* (talk: Talk, tenant: Tenant) {
  const { closed, diary, draw, lane } = talk
  const known = someOf(talk, talk.known)
  const id = known && tenant.conversationOf(known.id)
  if (id === undefined) return
  const { status } = yield* post(tenant, id, "close", { resolution: "done" })
  if (status === 200 && !closed.has(id)) {
    closed.add(id)
    diary.closings.push([id, lane])
  }
  // Two contacts have become one, and their conversations with them.
  if (status !== 200 && status !== 404) diary.surprises.push(`closing was answered ${status}: ${lane.key}`)
  if (draw() < reopening) yield* reopen(talk, tenant, someOf(talk, [id, ...closed]) ?? id)
})
