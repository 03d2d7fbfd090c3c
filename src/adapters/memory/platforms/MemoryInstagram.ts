import { Context, Effect, Layer } from "effect"
import { PlatformMessageId } from "../../../domain/Ids.ts"
import type { InstagramConversation } from "../../../domain/conversation/PlatformConversation.ts"
import { Instagram } from "../../../ports/platforms/Instagram.ts"
import * as PersonPlatform from "./PersonPlatform.ts"

/** The platform's side of `Instagram`; sends are accepted as `ig_1`, `ig_2`, … */
export class InstagramPlatform extends Context.Service<
  InstagramPlatform,
  PersonPlatform.PersonPlatform<InstagramConversation>
>()("effect-parley/adapters/memory/InstagramPlatform") {}

export const layer = Layer.effectContext(
  Effect.map(
    PersonPlatform.make<InstagramConversation>((ordinal) => PlatformMessageId.make(`ig_${ordinal}`)),
    ({ platform, port }) => Context.make(Instagram, Instagram.of(port)).pipe(Context.add(InstagramPlatform, platform))
  )
)
