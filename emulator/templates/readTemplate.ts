import { Result, Schema } from "effect"
import { TemplateDefinition } from "../../src/domain/templates/Template.ts"
import { inCapitals } from "../../src/domain/templates/TemplateDraft.ts"
import { decoder } from "../graph/fields.ts"
import { type GraphError, refusal } from "../graph/GraphError.ts"
import { managementWording, paramName } from "../graph/issueRefusal.ts"
import { oneOf } from "../graph/parameters.ts"
import { checkComponents } from "./checkComponents.ts"
import type { TemplateDraft } from "./TemplatesState.ts"

/** Longest name of a template (platforms P3). */
const maxName = 512

const Name = Schema.String.check(
  Schema.makeFilter((name) => name.length <= maxName && /^[a-z0-9_]+$/.test(name), {
    message: `Param ${paramName} must be 1 to ${maxName} lowercase letters, digits and underscores.`
  })
)

const Language = Schema.String.check(
  Schema.makeFilter((language) => /^[a-z]{2,3}(?:_[A-Z]{2})?$/.test(language), {
    message: `Param ${paramName} is not a supported language code.`
  })
)

const Category = oneOf(["authentication", "marketing", "utility"])
const Components = Schema.Array(Schema.JsonObject)
const ttl = { message_send_ttl_seconds: Schema.optionalKey(Schema.Int) }

const readCreation = decoder(
  Schema.Struct({
    name: Name,
    language: Language,
    category: Category,
    components: Components,
    parameter_format: Schema.optionalKey(oneOf(["named", "positional"])),
    ...ttl
  }),
  "ignored",
  managementWording
)

const readChange = decoder(
  Schema.Struct({ category: Schema.optionalKey(Category), components: Schema.optionalKey(Components), ...ttl }),
  "ignored",
  managementWording
)

const readParts = decoder(
  Schema.Struct({ components: TemplateDefinition.fields.components }),
  "ignored",
  managementWording
)

const isObject = Schema.is(Schema.JsonObject)

const objectsOf = (value: Schema.Json | undefined): ReadonlyArray<Schema.JsonObject> =>
  Array.isArray(value) ? value.filter(isObject) : []

/** The link behind the code of an authentication template, which lists show instead of its button. */
const codeButton = (button: Schema.JsonObject, minutes: Schema.Json | undefined): Schema.JsonObject => {
  const { otp_type: kind = "COPY_CODE", text = "Copy code", type: _, ...rest } = button
  const expiry = minutes === undefined ? "" : `&code_expiration_minutes=${String(minutes)}`
  const link = `https://www.whatsapp.com/otp/code/?otp_type=${String(kind).toUpperCase()}${expiry}&code=otp`
  return { ...rest, type: "URL", text, url: `${link}{{1}}`, example: [`${link}123456`] }
}

/** Adds the platform's own text to parts of authentication templates. */
const writtenByPlatform = (component: Schema.JsonObject, minutes: Schema.Json | undefined): Schema.JsonObject => {
  switch (component["type"]) {
    case "BODY": {
      const advice =
        component["add_security_recommendation"] === true ? " For your security, do not share this code." : ""
      return { ...component, text: `*{{1}}* is your verification code.${advice}`, example: { body_text: [["123456"]] } }
    }
    case "FOOTER":
      return minutes === undefined
        ? component
        : { ...component, text: `This code expires in ${String(minutes)} minutes.` }
    case "BUTTONS":
      return {
        ...component,
        buttons: objectsOf(component["buttons"]).map((button) =>
          button["type"] === "OTP" ? codeButton(button, minutes) : button
        )
      }
    default:
      return component
  }
}

/** The checked parts in the form of lists. */
const partsOf = (
  given: ReadonlyArray<Schema.JsonObject>,
  { category, parameter_format }: Pick<TemplateDraft, "category" | "parameter_format">
): Result.Result<Pick<TemplateDraft, "components" | "definition">, GraphError> =>
  Result.gen(function* () {
    const capitals = given.map(inCapitals)
    yield* readParts({ components: capitals })
    yield* checkComponents(capitals, { category, isNamed: parameter_format === "NAMED" })
    const minutes = capitals.find(({ type }) => type === "FOOTER")?.["code_expiration_minutes"]
    const components =
      category === "AUTHENTICATION" ? capitals.map((part) => writtenByPlatform(part, minutes)) : capitals
    const { components: definition } = yield* readParts({ components })
    return { components, definition }
  })

const furtherFields = (seconds: number | undefined): Schema.JsonObject =>
  seconds === undefined ? {} : { message_send_ttl_seconds: seconds }

/** The submitted template of a call. */
export const readTemplate = (params: Schema.JsonObject): Result.Result<TemplateDraft, GraphError> =>
  Result.gen(function* () {
    const { language, message_send_ttl_seconds: seconds, name, ...given } = yield* readCreation(params)
    const category = given.category.toUpperCase()
    const parameter_format = (given.parameter_format ?? "positional").toUpperCase()
    const parts = yield* partsOf(given.components, { category, parameter_format })
    return { name, language, category, parameter_format, ...parts, more: furtherFields(seconds) }
  })

/** The changes of a template in a call. */
export const readTemplateEdit = (
  params: Schema.JsonObject,
  { category: known, parameter_format = "POSITIONAL" }: TemplateDefinition
): Result.Result<Partial<TemplateDraft>, GraphError> =>
  Result.gen(function* () {
    const { category: given, components, message_send_ttl_seconds: seconds } = yield* readChange(params)
    if (given === undefined && components === undefined && seconds === undefined) {
      return yield* Result.fail(
        refusal(100, {
          message: "(#100) One of the parameters category, components and message_send_ttl_seconds is required."
        })
      )
    }
    const category = given?.toUpperCase()
    return {
      ...(category === undefined ? {} : { category }),
      ...(components === undefined
        ? {}
        : yield* partsOf(components, { category: category ?? known, parameter_format })),
      more: furtherFields(seconds)
    }
  })
