import { Context, type Effect } from "effect"
import type { VendorContactId } from "../../domain/contacts/Contact.ts"

/** Where new identifiers and secrets come from. */
export class IdSource extends Context.Service<
  IdSource,
  {
    /** UUID version 7: each sorts after the ones before it. */
    readonly uuid: Effect.Effect<string>
    readonly vendorContactId: Effect.Effect<VendorContactId>
    /** `whsec_` and 32 random bytes in base64 (Standard Webhooks). */
    readonly signingSecret: Effect.Effect<string>
  }
>()("effect-parley/ports/IdSource") {}
