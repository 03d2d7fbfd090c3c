import { Effect, Schema } from "effect"
import { CurrentAgent } from "../../../app/sends/dispatch.ts"
import { type Channel, channelName, channelRules } from "../../../domain/conversations/Channel.ts"
import { maxAgentNameLength } from "../../../domain/messages/Message.ts"
import type { SenderUnknown } from "../../../domain/sends/SenderChoice.ts"
import { invalidField } from "../interfaces/Refusal.ts"
import { limitText, RequiredText, Text, optional, within } from "../interfaces/requestFields.ts"
import { refusal } from "../openapi/documented.ts"

const agentNameLimit = { limit: maxAgentNameLength, unit: "characters" } as const

/** User-facing term for an account of each channel. */
export const accountNoun: Readonly<Record<Channel, string>> = {
  whatsapp: "number",
  messenger: "Page",
  instagram: "account"
}

/** Account identifiers that `from` accepts. */
const names: Readonly<Record<Channel, string>> = {
  whatsapp: "its phone number, the platform's phone number id, or the id of the connected account",
  messenger: "the id of the Page, or the id of the connected account",
  instagram: "the Instagram account id, or the id of the connected account"
}

const otherwise: Readonly<Record<Channel, string>> = {
  whatsapp:
    "when left out, the number of the person's latest open conversation, else the organization's default number, else the one connected first",
  messenger: "when left out, the Page that knows the person, else the one connected first",
  instagram: "when left out, the account that knows the person, else the one connected first"
}

/** The field of a send that names the sending account (contract: The sending account). */
export const senderField = (channel: Channel) =>
  optional(
    Text.annotate({ description: `The ${accountNoun[channel]} that sends: ${names[channel]}; ${otherwise[channel]}` })
  )

/** The field of a send that names the agent of a backend (contract: Agents of backends). */
export const agentField = optional(
  Schema.Struct({
    name: RequiredText.check(within(agentNameLimit)).annotate({
      description: `Its name, ${limitText(agentNameLimit)}`
    })
  }).annotate({
    description: "The agent, such as a bot, that the message is sent for. Lists, events and the console show its name"
  })
)

/** The query parameter that filters a list by account. */
export const accountQuery = (channel: Channel) => ({
  from: Schema.optionalKey(
    Text.annotate({
      description: `Of which ${accountNoun[channel]}: ${names[channel]}; when left out, ${channelRules[channel].hasDefaultAccount ? "the organization's default number, else " : ""}the one connected first`
    })
  )
})

/** Error text for an unknown account identifier. */
export const unknownSender = ({ channel }: Pick<SenderUnknown, "channel">): string =>
  `Invalid field from: not a connected ${channelName[channel]} ${accountNoun[channel]}`

/** Text that lists the connected accounts. */
export const usableSenders = ({ available, more }: Pick<SenderUnknown, "available" | "more">): string =>
  `one of: ${available.join(", ")}${more === 0 ? "" : ` and ${more} more`}`

/** Error text for a conversation whose account is no longer connected. */
export const disconnected = (channel: Channel): string =>
  `The ${accountNoun[channel]} of the conversation is no longer connected; connect it again to answer here`

/** Sends for the agent that the request names, if any. */
export const sentFor = <A, E, R>(
  agent: { readonly name: string } | null,
  send: Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> => (agent === null ? send : Effect.provideService(send, CurrentAgent, agent.name))

/** A scheduled send has no agent. */
export const noAgentLater = refusal(
  "A scheduled message names an agent",
  invalidField("agent", "Expected no agent with sendAt")
)
