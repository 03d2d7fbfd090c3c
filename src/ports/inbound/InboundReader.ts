import { Context } from "effect"
import type { Inbound } from "../../domain/inbound/Inbound.ts"
import type { InboundDelivery } from "../../domain/inbound/InboundDelivery.ts"

/** Parses webhooks of the platforms. */
export class InboundReader extends Context.Service<
  InboundReader,
  {
    /** Splits a delivery of any form into its reports. */
    read(delivery: InboundDelivery): ReadonlyArray<Inbound>
  }
>()("effect-parley/ports/InboundReader") {}
