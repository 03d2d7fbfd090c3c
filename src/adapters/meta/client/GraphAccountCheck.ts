import { Effect, Layer, Schema } from "effect"
import type { PlatformFailure } from "../../../domain/messages/PlatformError.ts"
import { AccountCheck, type ConnectedAccount } from "../../../ports/access/ChannelAccounts.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import type { DirectMessagesOptions } from "./GraphDirectMessages.ts"
import * as GraphApi from "./GraphApi.ts"
import { GraphId } from "./GraphAnswer.ts"
import * as TokenHealth from "./TokenHealth.ts"

const Node = Schema.Struct({ id: GraphId })

/** A Page. Only Pages have a category; users and apps reject the field. */
const Page = Schema.Struct({ id: GraphId, category: Schema.Unknown })

/** A user of Instagram Login. `id` is scoped to the app, and webhooks carry `user_id` (platforms P12). */
const InstagramUser = Schema.Struct({ user_id: Schema.optionalKey(GraphId) })

/** `/me` of Instagram Login, which Meta documents as a one-element list. */
const InstagramMe = Schema.Union([Schema.Struct({ data: Schema.NonEmptyArray(InstagramUser) }), InstagramUser])

const LinkedPage = Schema.Struct({ instagram_business_account: Schema.optionalKey(Node) })

/** A phone number. Only numbers have this field. */
const PhoneNumber = Schema.Struct({ id: GraphId, display_phone_number: Schema.String })
const PhoneNumbers = Schema.Struct({ data: Schema.Array(PhoneNumber) })

type Ids = Effect.Effect<ReadonlyArray<string>, PlatformFailure>

const digitsOf = (text: string): string => text.replaceAll(/\D/g, "")

const unless = (right: string, id: string): ReadonlyArray<string> => (id === right ? [] : [id])

/** The number with this display number, else all numbers. */
const numbersFor = (externalId: string, { data }: typeof PhoneNumbers.Type): ReadonlyArray<string> => {
  const matching = data.filter((number) => digitsOf(number.display_phone_number) === digitsOf(externalId))
  const numbers = data.some(({ id }) => id === externalId) ? [] : matching.length > 0 ? matching : data
  return numbers.map(({ id }) => id)
}

const make = Effect.fnUntraced(function* ({ graphUrl, instagramGraphUrl, version }: DirectMessagesOptions) {
  const usual = yield* GraphApi.make({ graphUrl, version })
  const byLogin = yield* GraphApi.make({ graphUrl: instagramGraphUrl, version })
  const nodes = { usual: usual.get(Node), byLogin: byLogin.get(Node) }
  const page = usual.get(Page)
  const linkedPage = usual.get(LinkedPage)
  const number = usual.get(PhoneNumber)
  const numbers = usual.get(PhoneNumbers)
  const instagramUser = byLogin.get(InstagramUser)
  const instagramMe = byLogin.get(InstagramMe)

  /** Reads the object of the external id; if it has the wrong kind, makes the second look-up. */
  const orFallback = (primary: Ids, fallback: Ids): Ids => Effect.catchTag(primary, "PlatformRejected", () => fallback)

  const whatsApp = (from: ConnectedAccount): Ids => {
    const { businessAccountId, externalId } = from.account
    const listed = numbers(from, businessAccountId ?? externalId, "phone_numbers", {
      fields: "id,display_phone_number"
    })
    return orFallback(
      Effect.as(number(from, externalId, "", { fields: "id,display_phone_number" }), []),
      Effect.map(listed, (found) => numbersFor(externalId, found))
    )
  }

  const messenger = (from: ConnectedAccount): Ids => {
    const { externalId } = from.account
    const own = page(from, "me", "", { fields: "id,category" })
    return orFallback(
      Effect.map(page(from, externalId, "", { fields: "id,category" }), ({ id }) => unless(externalId, id)),
      Effect.map(own, ({ id }) => unless(externalId, id))
    )
  }

  const instagram = (from: ConnectedAccount): Ids => {
    const { externalId, pageId } = from.account
    if (pageId !== null) {
      const fields = { fields: "instagram_business_account" }
      return Effect.map(linkedPage(from, pageId, "", fields), ({ instagram_business_account: linked }) =>
        linked === undefined ? [] : unless(externalId, linked.id)
      )
    }
    const rightOf = ({ user_id }: typeof InstagramUser.Type) =>
      user_id === undefined ? [] : unless(externalId, user_id)
    const fields = { fields: "id,user_id" }
    return orFallback(
      Effect.map(instagramUser(from, externalId, "", fields), rightOf),
      Effect.map(instagramMe(from, "me", "", fields), (me) => rightOf("data" in me ? me.data[0] : me))
    )
  }

  const webhookIds = { whatsapp: whatsApp, messenger, instagram }

  return AccountCheck.of({
    check: Effect.fnUntraced(function* (from) {
      const { channel, externalId, pageId } = from.account
      const get = channel === "instagram" && pageId === null ? nodes.byLogin : nodes.usual
      yield* get(from, externalId, "", { fields: "id" })
    }, spanned("GraphAccountCheck.check")),
    otherWebhookIds: (from) => webhookIds[from.account.channel](from)
  })
})

/**
 * Checks accounts by `GET /{phone-number-id | page-id | instagram-account-id}?fields=id` on the account's host.
 * `otherWebhookIds` reads fields that only the right kind of object has.
 */
export const layer = (options: DirectMessagesOptions) =>
  Layer.effect(AccountCheck, make(options)).pipe(Layer.provide(TokenHealth.layer))
