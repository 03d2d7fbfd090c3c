import { Effect, Layer, Schema } from "effect"
import { AccountCheck } from "../../../ports/platforms/AccountCheck.ts"
import { spanned } from "../../../telemetry/spanned.ts"
import type { DirectMessagesOptions } from "./GraphDirectMessages.ts"
import * as GraphApi from "./GraphApi.ts"
import { GraphId } from "./GraphAnswer.ts"
import * as TokenHealth from "./TokenHealth.ts"

const Node = Schema.Struct({ id: GraphId })

/** `GET /{phone-number-id | page-id | instagram-account-id}?fields=id`, on the host by which the account is reached. */
export const layer = ({ graphUrl, instagramGraphUrl, version }: DirectMessagesOptions) =>
  Layer.effect(
    AccountCheck,
    Effect.gen(function* () {
      const usual = (yield* GraphApi.make({ graphUrl, version })).get(Node)
      const byLogin = (yield* GraphApi.make({ graphUrl: instagramGraphUrl, version })).get(Node)

      return AccountCheck.of({
        check: Effect.fnUntraced(function* (from) {
          const { channel, externalId, pageId } = from.account
          const get = channel === "instagram" && pageId === null ? byLogin : usual
          yield* get(from, externalId, "", { fields: "id" })
        }, spanned("GraphAccountCheck.check"))
      })
    })
  ).pipe(Layer.provide(TokenHealth.layer))
