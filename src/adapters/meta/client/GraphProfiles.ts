import { Effect, Layer, Option, Schema } from "effect"
import { maxNameLength } from "../../../domain/contacts/contactLimits.ts"
import { truncate } from "../../../domain/text/textLimits.ts"
import { Profiles } from "../../../ports/inbound/InboundQueue.ts"
import { storable } from "../../outbound/excerpt.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import type { DirectMessagesOptions } from "./GraphDirectMessages.ts"
import * as GraphApi from "./GraphApi.ts"
import { GraphId } from "./GraphAnswer.ts"
import * as TokenHealth from "./TokenHealth.ts"

/** A profile. Only the id is required; every other field may be absent or malformed. */
const Profile = Schema.Struct({
  id: GraphId,
  name: Schema.optionalKey(Schema.Unknown),
  first_name: Schema.optionalKey(Schema.Unknown),
  last_name: Schema.optionalKey(Schema.Unknown),
  username: Schema.optionalKey(Schema.Unknown)
})

const readText = Schema.decodeUnknownOption(Schema.String)

/** The text in a form that a name can have; empty if it is no text. */
const wordsOf = (value: unknown): string => storable(Option.getOrElse(readText(value), () => "")).trim()

/** The full name, else its parts, else the username. */
const nameIn = ({ first_name: first, last_name: last, name, username }: typeof Profile.Type): string | null => {
  const made = [first, last]
    .map(wordsOf)
    .filter((part) => part !== "")
    .join(" ")
  const found = wordsOf(name) || made || wordsOf(username)
  return truncate(found, maxNameLength) || null
}

const onMessenger = { fields: "first_name,last_name,name" }
const onInstagram = { fields: "name,username" }

/**
 * Profiles of people who write to a Page or an Instagram account: `GET /{psid}?fields` and `GET /{igsid}?fields`, the
 * latter on the account's host.
 */
export const layer = ({ graphUrl, instagramGraphUrl, version }: DirectMessagesOptions) =>
  Layer.effect(
    Profiles,
    Effect.gen(function* () {
      const overPage = (yield* GraphApi.make({ graphUrl, version })).get(Profile)
      const byLogin = (yield* GraphApi.make({ graphUrl: instagramGraphUrl, version })).get(Profile)

      return Profiles.of({
        nameOf: Effect.fnUntraced(function* (from, personId) {
          const { channel, pageId } = from.account
          if (channel === "whatsapp") return null
          if (channel === "messenger") return nameIn(yield* overPage(from, personId, "", onMessenger))
          return nameIn(yield* (pageId === null ? byLogin : overPage)(from, personId, "", onInstagram))
        }, spanned("GraphProfiles.nameOf"))
      })
    })
  ).pipe(Layer.provide(TokenHealth.layer))
