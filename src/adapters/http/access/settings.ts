import { Effect, Schema } from "effect"
import { HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { changeSettings, getSettings } from "../../../app/access/organizations.ts"
import { ChannelAccountId } from "../../../domain/Ids.ts"
import { initialSettings, type OrganizationSettings } from "../../../domain/access/Organization.ts"
import { ReadReceipts } from "../../../domain/messages/senderAction.ts"
import { CountryCode } from "../../../domain/contacts/PhoneNumber.ts"
import {
  type StopWords,
  type StopWordsRefused,
  defaultStopWords,
  maxStopWordLength,
  maxStopWords,
  stopWordRefusals
} from "../../../domain/contacts/StopWords.ts"
import {
  type AutoClose,
  type AutoCloseRefused,
  autoCloseRefusals,
  maxClosingHours,
  maxReopenDays,
  ReopenDays,
  warningTextLimit
} from "../../../domain/conversations/automaticClosing.ts"
import {
  automationChange,
  automationExample,
  automationFields,
  automationRequest,
  automationView,
  settingRefused
} from "./automationSettings.ts"
import { Data, ok } from "../interfaces/envelope.ts"
import { Text, idOr, optional } from "../interfaces/requestFields.ts"
import { invalidField, notAMember, nothingToChange, unknownCountry } from "../interfaces/session/Failures.ts"
import { Access, ManagementGuard, sessionApi } from "../interfaces/session/middleware.ts"
import { refusal, refusalFor } from "../openapi/documented.ts"

const description = {
  defaultCountry:
    "Country, ISO 3166-1 alpha-2, whose national phone numbers are read without a calling code; null for none",
  defaultNumberId: "Id of the connected WhatsApp number that sends by default; null for the one connected first",
  readReceipts:
    "When contacts see that their messages were read: off, on_read (a member marks the conversation as read) or on_reply (a member answers)",
  stopWords:
    "Words that opt a contact out, and in again, if a message is one of them; null: messages change no consent",
  reopenWithinDays: `Days after closing within which the next message of the contact reopens the conversation, at most ${maxReopenDays}; null: the message begins a new one`,
  autoClose:
    "When conversations close without a message, a change or an unread message; snoozed ones never close. Null: never",
  afterHours: `Hours until the close, at most ${maxClosingHours}`,
  warning:
    "The message to the contact before the close, sent only while the messaging window is open; null, or left out: none",
  warningText: `The text of the message, at most ${warningTextLimit.limit} bytes of UTF-8`,
  hoursBefore: "Hours from the message to the close, fewer than afterHours",
  list: `At most ${maxStopWords} words of at most ${maxStopWordLength} characters; payloads of buttons count too`
}

const Words = Schema.Array(Text)

const Settings = Schema.Struct({
  defaultCountry: Schema.NullOr(CountryCode).annotate({ description: description.defaultCountry }),
  defaultNumberId: Schema.NullOr(ChannelAccountId).annotate({ description: description.defaultNumberId }),
  readReceipts: ReadReceipts.annotate({ description: description.readReceipts }),
  stopWords: Schema.NullOr(
    Schema.Struct({
      optOut: Words.annotate({ description: description.list }),
      optIn: Words.annotate({ description: description.list })
    })
  ).annotate({ description: description.stopWords }),
  reopenWithinDays: Schema.NullOr(Schema.Int).annotate({ description: description.reopenWithinDays }),
  autoClose: Schema.NullOr(
    Schema.Struct({
      afterHours: Schema.Int.annotate({ description: description.afterHours }),
      warning: Schema.NullOr(
        Schema.Struct({
          text: Schema.String.annotate({ description: description.warningText }),
          hoursBefore: Schema.Int.annotate({ description: description.hoursBefore })
        })
      ).annotate({ description: description.warning })
    })
  ).annotate({ description: description.autoClose }),
  ...automationFields
}).annotate({ identifier: "OrganizationSettings", description: "Settings of the organization" })

export const settingsView = (settings: OrganizationSettings): typeof Settings.Type => {
  const { autoClose, defaultCountry, defaultNumberId, readReceipts, reopenWithinDays, stopWords } = settings
  const fields = { defaultCountry, defaultNumberId, readReceipts, stopWords, reopenWithinDays, autoClose }
  return { ...fields, ...automationView(settings) }
}

const example = {
  defaultCountry: CountryCode.make("BR"),
  defaultNumberId: ChannelAccountId.make("0198c3f2-6f1e-7c3a-9d52-5b0f3a1c7e41"),
  readReceipts: "on_read" as const,
  stopWords: { optOut: ["STOP", "BAJA"], optIn: ["START"] },
  reopenWithinDays: 7,
  autoClose: { afterHours: 20, warning: { text: "Can we close this conversation?", hoursBefore: 2 } },
  ...automationExample
}

const Answer = Data(Settings).annotate({ examples: [ok(example)] })

const ChangeRequest = Schema.Struct({
  defaultCountry: optional(Text).annotate({ description: description.defaultCountry }),
  defaultNumberId: optional(Text).annotate({ description: description.defaultNumberId }),
  readReceipts: optional(ReadReceipts).annotate({ description: description.readReceipts }),
  stopWords: optional(
    Schema.Struct({
      optOut: optional(Words).annotate({ description: `${description.list}; default words when left out` }),
      optIn: optional(Words).annotate({ description: `${description.list}; default words when left out` })
    })
  ).annotate({ description: description.stopWords }),
  reopenWithinDays: optional(ReopenDays).annotate({ description: description.reopenWithinDays }),
  autoClose: optional(
    Schema.Struct({
      afterHours: Schema.Int.annotate({ description: description.afterHours }),
      warning: optional(
        Schema.Struct({
          text: Text.annotate({ description: description.warningText }),
          hoursBefore: Schema.Int.annotate({ description: description.hoursBefore })
        })
      ).annotate({ description: description.warning })
    })
  ).annotate({ description: description.autoClose }),
  ...automationRequest
}).pipe(
  Schema.annotateEncoded({
    identifier: "ChangeSettingsRequest",
    description: "The settings to change. Null clears a setting",
    examples: [{ defaultCountry: "BR", stopWords: { optOut: ["STOP", "BAJA"], optIn: ["START"] } }]
  })
)

/** Endpoints of settings (contract: Settings of an organization). */
export const SettingsGroup = HttpApiGroup.make("settings")
  .add(
    HttpApiEndpoint.get("get", "/settings", { success: Answer })
      .annotate(OpenApi.Summary, "Get the settings")
      .annotate(OpenApi.Description, "The settings of the organization, for all its members."),
    HttpApiEndpoint.patch("change", "/settings", { payload: ChangeRequest, success: Answer })
      .middleware(ManagementGuard)
      .annotate(OpenApi.Summary, "Change settings")
      .annotate(
        OpenApi.Description,
        "Only the given fields change, and null clears a setting. For members who manage the organization."
      )
  )
  .annotate(OpenApi.Title, "Settings")
  .annotate(OpenApi.Description, "Settings of the organization")

/** Failure for a default number that is not connected. */
export const numberNotConnected = refusal(
  "The number is not connected",
  invalidField("defaultNumberId", "not a connected WhatsApp number; GET /api/whatsapp/channels lists them")
)

/** Failure for words that cannot be set. */
export const stopWordsRefused = refusalFor(
  "A stop word cannot be set",
  ({ field, reason }: Pick<StopWordsRefused, "field" | "reason">) =>
    invalidField(`stopWords.${field}`, stopWordRefusals[reason]),
  { field: "optOut", reason: "empty" }
)

/** The words of a request; a list that is left out has the default words. */
const wordsOf = (words: typeof ChangeRequest.Type.stopWords): StopWords | null | undefined =>
  words === undefined || words === null
    ? words
    : { optOut: words.optOut ?? defaultStopWords.optOut, optIn: words.optIn ?? defaultStopWords.optIn }

/** Failure for a policy of automatic closing that cannot be set. */
export const autoCloseRefused = refusalFor(
  "The policy of automatic closing cannot be set",
  ({ field }: Pick<AutoCloseRefused, "field">) => invalidField(`autoClose.${field}`, autoCloseRefusals[field]),
  { field: "warning.hoursBefore" }
)

/** The policy of a request. */
const closingOf = (policy: typeof ChangeRequest.Type.autoClose): AutoClose | null | undefined =>
  policy === undefined || policy === null ? policy : { afterHours: policy.afterHours, warning: policy.warning ?? null }

const accountIdOf = idOr(ChannelAccountId, numberNotConnected)

export const layer = HttpApiBuilder.group(sessionApi(SettingsGroup), "settings", (handlers) =>
  handlers.handleAll({
    get: Effect.fnUntraced(function* () {
      const { organizationId } = yield* Access
      return ok(settingsView(yield* getSettings(organizationId)))
    }),
    change: Effect.fnUntraced(
      function* ({ payload }) {
        const { organizationId } = yield* Access
        const { defaultCountry, defaultNumberId: number, readReceipts: receipts, reopenWithinDays } = payload
        if (Object.values(payload).every((field) => field === undefined)) return yield* nothingToChange()
        const stopWords = wordsOf(payload.stopWords)
        const autoClose = closingOf(payload.autoClose)
        const defaultNumberId = number === undefined || number === null ? number : yield* accountIdOf(number)
        const readReceipts = receipts === null ? initialSettings.readReceipts : receipts
        const known = { defaultCountry, defaultNumberId, readReceipts, stopWords, reopenWithinDays, autoClose }
        const change = { ...known, ...automationChange(payload) }
        return ok(settingsView(yield* changeSettings(organizationId, change)))
      },
      Effect.catchTags({
        OrganizationUnknown: notAMember,
        UnknownCountry: unknownCountry("defaultCountry"),
        DefaultNumberUnknown: numberNotConnected,
        StopWordsRefused: stopWordsRefused,
        AutoCloseRefused: autoCloseRefused,
        SettingRefused: settingRefused
      })
    )
  })
)
