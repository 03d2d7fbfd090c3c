import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Config, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { answer, Json } from "../output/answer.ts"
import * as DemoService from "./DemoService.ts"
import { triggeredTypes, triggers, usualNumber } from "./triggers.ts"

const dataDirectory = Config.NonEmptyString("DATA_DIR").pipe(Config.withDefault(".data"))

/** `parley trigger EVENT`: causes the event in the demo. */
export const triggerCommand = Command.make(
  "trigger",
  {
    event: Argument.Literals("event", triggeredTypes).pipe(Argument.withDescription("Type of the event")),
    number: Flag.String("number").pipe(
      Flag.withDescription(`Number of the person on WhatsApp, ${usualNumber} by default`),
      Flag.withDefault(usualNumber)
    )
  },
  Effect.fn(function* ({ event, number }) {
    const dataDir = yield* dataDirectory
    yield* Effect.provide(triggers[event](number), DemoService.layer(dataDir))
    yield* answer({ event, triggered: true })
  })
).pipe(
  Command.provide(NodeHttpClient.layerUndici),
  Command.withGlobalFlags([Json]),
  Command.withShortDescription("Makes an event happen in the demo"),
  Command.withDescription(
    "Makes an event happen in the running demo, through its emulator and interfaces. Others can happen with it: a message of a new person also creates a contact and opens a conversation"
  ),
  Command.withExamples([{ command: "parley trigger message.received", description: "A person writes" }])
)
