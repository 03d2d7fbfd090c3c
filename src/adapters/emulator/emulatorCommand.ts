import { Console, Effect, Layer } from "effect"
import { Command, Flag } from "effect/cli"
import { defaultTemplates } from "./defaultTemplates.ts"
import * as Emulator from "./Emulator.ts"

const flags = {
  host: Flag.String("host").pipe(Flag.withDescription("Address to listen on"), Flag.withDefault("127.0.0.1")),
  port: Flag.Int("port").pipe(Flag.withDescription("Port; 0 for any free one"), Flag.withDefault(8081)),
  phoneNumberId: Flag.String("phone-number-id").pipe(
    Flag.withDescription("Id of the WhatsApp number that sends"),
    Flag.withDefault("100000000000001")
  ),
  displayPhoneNumber: Flag.String("display-phone-number").pipe(
    Flag.withDescription("That number as people read it"),
    Flag.withDefault("+1 555-010-0001")
  ),
  wabaId: Flag.String("waba-id").pipe(
    Flag.withDescription("WhatsApp Business Account of the number"),
    Flag.withDefault("100000000000002")
  ),
  accessToken: Flag.String("access-token").pipe(
    Flag.withDescription("Token that callers have to send"),
    Flag.withDefault("EMULATOR")
  )
}

/** `parley emulator`: the platform on a port, for any client of the Graph API. */
export const emulatorCommand = Command.make(
  "emulator",
  flags,
  Effect.fn(function* ({ accessToken, displayPhoneNumber, host, phoneNumberId, port, wabaId }) {
    const running = Layer.effectDiscard(
      Effect.gen(function* () {
        const { url } = yield* Emulator.Emulator
        yield* Console.log(
          JSON.stringify({ graphUrl: url, phoneNumberId, displayPhoneNumber, wabaId, accessToken }, null, 2)
        )
      })
    ).pipe(
      Layer.provide(
        Emulator.layer({
          host,
          port,
          seed: {
            phoneNumbers: [{ id: phoneNumberId, displayPhoneNumber, wabaId, accessToken }],
            templates: { [wabaId]: defaultTemplates }
          }
        })
      )
    )
    return yield* Layer.launch(running)
  })
).pipe(
  Command.withDescription("Runs the platform emulator: the Graph API for WhatsApp, with a ledger of what was asked")
)
