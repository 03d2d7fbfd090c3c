import { Result, Schema } from "effect"
import type { Named } from "../Named.ts"
import { isJsonObject } from "../text/isJsonObject.ts"

/** The categories that the platform accepts for a new template. */
export const templateCategories = ["AUTHENTICATION", "MARKETING", "UTILITY"] as const

/** The forms of placeholders: `{{1}}` and `{{first_name}}`. */
export const parameterFormats = ["POSITIONAL", "NAMED"] as const
export type ParameterFormat = (typeof parameterFormats)[number]

/** The platform's component objects, with all their fields. */
const Components = Schema.Array(Schema.Record(Schema.String, Schema.Json))

/** A template to submit for review. Category and format are in upper case. */
export class TemplateDraft extends Schema.Opaque<TemplateDraft>()(
  Schema.Struct({
    name: Schema.String,
    language: Schema.String,
    category: Schema.String,
    parameter_format: Schema.Literals(parameterFormats),
    components: Components,
    /** Seconds after which an undelivered message expires; absent for the platform's own. */
    message_send_ttl_seconds: Schema.optionalKey(Schema.Int)
  })
) {}

/** The changes of a template. Absent fields stay as they are. */
export class TemplateEdit extends Schema.Opaque<TemplateEdit>()(
  Schema.Struct({
    category: Schema.optionalKey(Schema.String),
    components: Schema.optionalKey(Components),
    message_send_ttl_seconds: Schema.optionalKey(Schema.Int)
  })
) {}

/** Why the platform would not review a template. */
export const DraftProblem = Schema.TaggedUnion({
  Missing: {},
  /** It does not have the form that the platform reads. */
  Malformed: { reason: Schema.String },
  NotOneOf: { supported: Schema.Array(Schema.String) },
  /** A second component of the type. */
  Repeated: { type: Schema.String },
  TooLong: { limit: Schema.Int },
  /** The number of buttons or cards. */
  CountOutside: { min: Schema.Int, max: Schema.Int },
  /** More buttons of one kind than the platform shows. */
  TooManyOfKind: { kind: Schema.String, limit: Schema.Int },
  /** Quick replies between other buttons. */
  ButtonsMixed: {},
  /** Numbers that do not count up from 1. */
  NumbersBroken: {},
  /** Names of other characters than small letters, digits and underscores. */
  NamesBroken: {},
  PlaceholderAtEnd: {},
  TooManyPlaceholders: { limit: Schema.Int },
  /** A link whose placeholder is not its end. */
  PlaceholderInLink: {},
  ExampleMissing: {},
  NotALink: {},
  /** No uploaded file has the id of an example. */
  FileMissing: {},
  /** Cards with other parts than the first card. */
  CardsDiffer: {}
})
export type DraftProblem = typeof DraftProblem.Type

/** A part of a template that the platform would refuse. `field` is where, as in `components[0].buttons[1].url`. */
export class TemplateDraftRefused extends Schema.TaggedError<TemplateDraftRefused>()("TemplateDraftRefused", {
  field: Schema.String,
  /** The type of the component, in upper case; null outside of components. */
  part: Schema.NullOr(Schema.String),
  /** The type of the button, in upper case; null outside of buttons. */
  button: Schema.NullOr(Schema.String),
  problem: DraftProblem
}) {}

/** The languages that a deletion removes: that of the template, or every one of its name. */
export type RemovedLanguages = Named<"one" | "all">

/** The account has no template with the id, or the template belongs to another business account. */
export class TemplateUnknown extends Schema.TaggedError<TemplateUnknown>()("TemplateUnknown", {}) {}

const objectsOf = (value: Schema.Json | undefined): ReadonlyArray<Schema.JsonObject> =>
  Array.isArray(value) ? value.filter(isJsonObject) : []

const capitalized = (object: Schema.JsonObject, field: "format" | "type"): Schema.JsonObject => {
  const { [field]: name } = object
  return typeof name === "string" ? { ...object, [field]: name.toUpperCase() } : object
}

const cardInCapitals = (card: Schema.JsonObject): Schema.JsonObject => ({
  ...card,
  components: objectsOf(card["components"]).map(inCapitals)
})

/** A component with the names of its kinds in upper case, as lists have them. */
export const inCapitals = (component: Schema.JsonObject): Schema.JsonObject => {
  const { buttons, cards } = component
  return {
    ...capitalized(capitalized(component, "type"), "format"),
    ...(Array.isArray(buttons) && { buttons: objectsOf(buttons).map((button) => capitalized(button, "type")) }),
    ...(Array.isArray(cards) && {
      cards: objectsOf(cards).map(cardInCapitals)
    })
  }
}

/** The account has a template of this name and language, or its platform still reserves the name of a deleted one. */
export class TemplateNameTaken extends Schema.TaggedError<TemplateNameTaken>()("TemplateNameTaken", {
  reason: Schema.Literals(["exists", "reserved"])
}) {}

/** The result of a check of a part of a draft. */
export type Checked = Result.Result<void, TemplateDraftRefused>

/** The field and kinds of a part, for refusals. */
export interface Location {
  readonly field: string
  readonly part?: string
  readonly button?: string
}

/** Refuses the draft for its part. */
export const refuse = ({ button, field, part }: Location, problem: DraftProblem): Checked =>
  Result.fail(new TemplateDraftRefused({ field, part: part ?? null, button: button ?? null, problem }))

/** The location of a field of the part. */
export const at = (location: Location, name: string): Location => ({ ...location, field: `${location.field}.${name}` })

/** Checks one after the other, up to the first that is refused. */
export const checkAll = <A>(all: ReadonlyArray<A>, check: (one: A, index: number) => Checked): Checked =>
  Result.gen(function* () {
    for (const [index, one] of all.entries()) yield* check(one, index)
  })

/** The length of a text in characters, as the platform counts. */
export const lengthOf = (text: string): number => Array.from(text).length
