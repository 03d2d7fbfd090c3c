import { DateTime, Effect, Layer } from "effect"
import * as Memory from "../../src/adapters/memory/Memory.ts"
import * as CloudWhatsApp from "../../src/adapters/meta/client/CloudWhatsApp.ts"
import * as GraphDirectMessages from "../../src/adapters/meta/client/GraphDirectMessages.ts"
import * as GraphTemplateCatalogue from "../../src/adapters/meta/client/GraphTemplateCatalogue.ts"
import { ChannelAccounts, type ConnectedAccount } from "../../src/ports/access/ChannelAccounts.ts"
import { WhatsApp } from "../../src/ports/sends/WhatsApp.ts"
import { givenAccount, givenOrganization } from "../../testing/given/given.ts"
import { type Answer, answeredBy, says } from "./cannedAgent.ts"
import { sendId, text, to } from "./graph.ts"
import { logLines } from "./logLines.ts"

const graphUrl = "https://graph.facebook.com"

/** What everything is that is not refused. */
export const works = says({ messages: [{ id: "wamid.1" }], message_id: "m_1", data: [] })

/**
 * The adapters, with their stores in memory, on a platform that answers the calls so. `writes` are the verdicts that were
 * written; `beforeWriting` comes before each.
 */
export const world = (answer: (ordinal: number) => Answer, beforeWriting: Effect.Effect<void> = Effect.void) => {
  const { calls, layer: agent } = answeredBy((_, ordinal) => answer(ordinal))
  const { layer: logger, lines } = logLines()
  const writes: Array<string> = []
  const counted = Layer.effect(
    ChannelAccounts,
    Effect.map(ChannelAccounts, (accounts) =>
      ChannelAccounts.of({
        ...accounts,
        markReconnect: (...verdict) =>
          Effect.andThen(
            Effect.suspend(() => (writes.push("mark"), beforeWriting)),
            accounts.markReconnect(...verdict)
          ),
        clearReconnect: (...verdict) =>
          Effect.andThen(
            Effect.suspend(() => (writes.push("clear"), beforeWriting)),
            accounts.clearReconnect(...verdict)
          )
      })
    )
  )
  const options = { graphUrl, instagramGraphUrl: "https://graph.instagram.com", version: "v23.0" }
  const layer = Layer.mergeAll(
    CloudWhatsApp.layer(options),
    GraphDirectMessages.layer(options),
    GraphTemplateCatalogue.layer(options)
  ).pipe(
    Layer.provide(agent),
    Layer.provideMerge(counted),
    Layer.provideMerge(Memory.layer()),
    Layer.provideMerge(logger)
  )
  return { calls, layer, lines, writes }
}

/** A connected account with its token. */
export const givenConnected = Effect.fnUntraced(function* (changes: Parameters<typeof givenAccount>[1] = {}) {
  const { id } = yield* givenOrganization()
  const account = yield* givenAccount(id, changes)
  return yield* (yield* ChannelAccounts).byId(id, account.id)
})

/** What became of a send from the account: its tag, and the platform's code when there is one. */
export const send = Effect.fnUntraced(function* (from: ConnectedAccount) {
  const { send } = yield* WhatsApp
  return yield* Effect.match(send(from, to, text, sendId), {
    onSuccess: (): string => "sent",
    onFailure: (failure) => (failure._tag === "PlatformRejected" ? `refused ${failure.code}` : failure._tag)
  })
})

/** What operators are told of each account, in the order of its connection. */
export const health = Effect.fnUntraced(function* (...accounts: ReadonlyArray<ConnectedAccount>) {
  const listed = yield* (yield* ChannelAccounts).list
  return accounts.map(({ account }) => {
    const found = listed.find((entry) => entry.account.id === account.id)
    if (!found?.problem) return found?.tokenState
    const { at, code, message } = found.problem
    return { code, message, at: DateTime.formatIso(at) }
  })
})
