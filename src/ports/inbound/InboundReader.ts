import { Context } from "effect"
import type { Inbound } from "../../domain/inbound/Inbound.ts"
import type { InboundDelivery } from "../../domain/inbound/InboundDelivery.ts"

/** What platforms mean. */
export class InboundReader extends Context.Service<
  InboundReader,
  {
    /** Everything that a delivery reports, each by itself, whatever the delivery is. */
    read(delivery: InboundDelivery): ReadonlyArray<Inbound>
  }
>()("effect-parley/ports/InboundReader") {}
