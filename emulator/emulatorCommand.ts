import { Config, Console, Effect, Layer, Option, Path } from "effect"
import { Command, Flag } from "effect/cli"
import { checkExposure, demoExposed } from "./exposure.ts"
import { readFaultsFile } from "./control/readFaultsFile.ts"
import { defaultTemplates } from "./templates/defaultTemplates.ts"
import * as Emulator from "./Emulator.ts"
import { windowMode } from "./person/Windows.ts"

const text = (name: string, description: string, byDefault: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.withDefault(byDefault))

const flags = {
  host: text("host", "Address to listen on", "127.0.0.1"),
  port: Flag.Int("port").pipe(Flag.withDescription("Port; 0 for any free one"), Flag.withDefault(8081)),
  phoneNumberId: text("phone-number-id", "Id of the WhatsApp number that sends", "100000000000001"),
  displayPhoneNumber: text("display-phone-number", "That number as people read it", "+1 555-010-0001"),
  wabaId: text("waba-id", "WhatsApp Business Account of the number", "100000000000002"),
  accessToken: text("access-token", "Token that callers have to send", "EMULATOR"),
  pageId: text("page-id", "Id of the Page that sends with Messenger", "100000000000003"),
  pageName: text("page-name", "Name of the Page", "Emulated Page"),
  pageAccessToken: text("page-access-token", "Token of the Page", "EMULATOR_PAGE"),
  instagramId: text("instagram-id", "Id of the Instagram account that sends", "100000000000004"),
  instagramLoginId: text(
    "instagram-login-id",
    "Id that the Instagram account has for the app; webhooks carry --instagram-id",
    "200000000000004"
  ),
  instagramUsername: text("instagram-username", "Username of the Instagram account", "emulated.account"),
  instagramAccessToken: text("instagram-access-token", "Token of the Instagram account", "EMULATOR_INSTAGRAM"),
  seed: Flag.Int("seed").pipe(
    Flag.withDescription("Seed of all ids and of all faults that are left to chance"),
    Flag.optional
  ),
  faults: Flag.File("faults", { mustExist: true }).pipe(
    Flag.withDescription('JSON file of the faults to inject: {"seed"?, "rules": [...]}'),
    Flag.optional
  ),
  callbackOrigins: Flag.String("callback-origin").pipe(
    Flag.withDescription(
      "Origin that POST /_emulator/webhook may name, such as https://app.example; may be repeated. Without it: loopback addresses, and none with DEMO_EXPOSED=1 on another address"
    ),
    Flag.atLeast(0)
  ),
  windows: Flag.Literals("windows", ["strict", "lenient"]).pipe(
    Flag.withDescription("Whether people who never wrote may be sent anything but templates: lenient, as if they had"),
    Flag.withFallbackConfig(windowMode)
  ),
  numberPerSecond: Flag.Int("number-per-second").pipe(
    Flag.withDescription("Messages that the number may send in any second; more are refused with 130429"),
    Flag.optional
  ),
  pairBurst: Flag.Int("pair-burst").pipe(
    Flag.withDescription(
      "Messages to one person at once, each paid back with 6 seconds, as 45 on the platform; more are refused with 131056"
    ),
    Flag.optional
  ),
  manual: Flag.Boolean("manual").pipe(
    Flag.withDescription("Deliver webhooks only on POST /_emulator/flush"),
    Flag.withDefault(false)
  )
}

/** `parley emulator`: the platform on a port, for any client of the Graph API. */
export const emulatorCommand = Command.make(
  "emulator",
  flags,
  Effect.fn(function* ({
    callbackOrigins,
    faults: file,
    host,
    manual,
    numberPerSecond,
    pairBurst,
    port,
    seed,
    windows,
    ...accounts
  }) {
    yield* checkExposure("The emulator", host, yield* demoExposed)
    const script = Option.isNone(file) ? { rules: [] } : yield* readFaultsFile(file.value)
    const dataDir = yield* Config.option(Config.NonEmptyString("DATA_DIR"))
    const path = yield* Path.Path
    const { accessToken, displayPhoneNumber, phoneNumberId, wabaId } = accounts
    const { instagramAccessToken, instagramId, instagramLoginId, instagramUsername } = accounts
    const { pageAccessToken, pageId, pageName } = accounts
    const running = Layer.effectDiscard(
      Effect.gen(function* () {
        const { url } = yield* Emulator.Emulator
        yield* Console.log(JSON.stringify({ graphUrl: url, ...accounts }, null, 2))
      })
    ).pipe(
      Layer.provide(
        Emulator.layer({
          host,
          port,
          ...(callbackOrigins.length === 0 ? {} : { callbackOrigins }),
          ...Option.match(dataDir, {
            onNone: () => ({}),
            onSome: (folder) => ({ folder: path.join(folder, "emulator") })
          }),
          delivery: manual ? "manual" : "timed",
          sendLimits: {
            ...Option.match(numberPerSecond, { onNone: () => ({}), onSome: (most) => ({ numberPerSecond: most }) }),
            ...Option.match(pairBurst, { onNone: () => ({}), onSome: (most) => ({ pairBurst: most }) })
          },
          faults: Option.match(seed, { onNone: () => script, onSome: (given) => ({ ...script, seed: given }) }),
          seed: {
            phoneNumbers: [{ id: phoneNumberId, displayPhoneNumber, wabaId, accessToken }],
            pages: [{ id: pageId, name: pageName, accessToken: pageAccessToken }],
            instagramAccounts: [
              {
                id: instagramId,
                loginId: instagramLoginId,
                username: instagramUsername,
                accessToken: instagramAccessToken
              }
            ],
            templates: { [wabaId]: defaultTemplates },
            windows
          }
        })
      )
    )
    return yield* Layer.launch(running)
  })
).pipe(
  Command.withDescription(
    "Runs the platform emulator: the Graph API for WhatsApp, Messenger and Instagram, its webhooks, and their faults"
  )
)
