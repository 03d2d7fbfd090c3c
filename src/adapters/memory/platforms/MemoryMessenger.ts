import { Context, Effect, Layer } from "effect"
import { PlatformMessageId } from "../../../domain/Ids.ts"
import type { MessengerConversation } from "../../../domain/conversation/PlatformConversation.ts"
import { Messenger } from "../../../ports/platforms/Messenger.ts"
import * as PersonPlatform from "./PersonPlatform.ts"

/** The platform's side of `Messenger`; sends are accepted as `m_1`, `m_2`, … */
export class MessengerPlatform extends Context.Service<
  MessengerPlatform,
  PersonPlatform.PersonPlatform<MessengerConversation>
>()("effect-parley/adapters/memory/MessengerPlatform") {}

export const layer = Layer.effectContext(
  Effect.map(
    PersonPlatform.make<MessengerConversation>((ordinal) => PlatformMessageId.make(`m_${ordinal}`)),
    ({ platform, port }) => Context.make(Messenger, Messenger.of(port)).pipe(Context.add(MessengerPlatform, platform))
  )
)
