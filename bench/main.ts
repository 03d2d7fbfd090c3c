import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { importing } from "./importContacts.ts"
import { inbound } from "./inbound.ts"
import { listing } from "./listing.ts"
import { sendLedger } from "./sendLedger.ts"
import { sessionListing } from "./sessionListing.ts"

/** Every comparison, by the name that runs it alone. */
const comparisons = { sendLedger, listing, sessionListing, importContacts: importing, inbound }

const names = Object.keys(comparisons)

const bench = Command.make(
  "bench",
  {
    only: Flag.Literals("only", names).pipe(Flag.withDescription("Runs one comparison"), Flag.optional),
    smoke: Flag.Boolean("smoke").pipe(
      Flag.withDescription("A moment of each, to see that it runs; the figures mean nothing"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ only, smoke }) {
    yield* Console.log(
      "Ratios against the first row of the same run are what counts: absolute figures drift with the machine.\n"
    )
    for (const [name, comparison] of Object.entries(comparisons)) {
      if (only._tag === "None" || only.value === name) yield* comparison({ smoke })
    }
  })
).pipe(Command.withDescription("Measures what the design claims, against a baseline in the same run"))

NodeRuntime.runMain(Command.run(bench, { version: "0" }).pipe(Effect.scoped, Effect.provide(NodeServices.layer)))
