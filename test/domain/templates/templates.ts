import { Result } from "effect"
import { type TemplateDefinition, checkTemplateUse } from "../../../src/domain/templates/Template.ts"
import type { TemplateRefused } from "../../../src/domain/templates/TemplatePart.ts"

export const template = (
  components: TemplateDefinition["components"],
  more: Partial<TemplateDefinition> = {}
): TemplateDefinition => ({
  id: "1",
  name: "news",
  language: "en_US",
  status: "APPROVED",
  category: "UTILITY",
  components,
  ...more
})

export const text = (value: string, name?: string) => ({
  type: "text",
  text: value,
  ...(name === undefined ? {} : { parameter_name: name })
})
export const body = (...parameters: ReadonlyArray<unknown>) => ({ type: "body", parameters })
export const header = (...parameters: ReadonlyArray<unknown>) => ({ type: "header", parameters })
export const button = (index: number | string, sub_type: string, ...parameters: ReadonlyArray<unknown>) => ({
  type: "button",
  sub_type,
  index,
  parameters
})

/** An answer as plain data: to the test library two errors of one class are equal, whatever they carry. */
export const plainly = (answer: Result.Result<TemplateDefinition, TemplateRefused>): object =>
  Result.match(answer, { onFailure: (refused) => ({ ...refused }), onSuccess: (found) => ({ ...found }) })

export const use = (definition: TemplateDefinition, ...components: ReadonlyArray<unknown>) =>
  checkTemplateUse([definition], { name: "news", languageCode: "en_US", components })

export const plain = template([{ type: "BODY", text: "Hi" }])
export const greeting = template([{ type: "BODY", text: "Hi {{1}} and {{2}}, again {{1}}" }])
export const named = template([{ type: "BODY", text: "Hi {{first_name}} on {{day}}" }], { parameter_format: "NAMED" })
export const picture = template([
  { type: "HEADER", format: "IMAGE" },
  { type: "BODY", text: "Look" }
])
export const titled = template([
  { type: "HEADER", format: "TEXT", text: "For {{1}}" },
  { type: "BODY", text: "Hi" }
])
export const code = template([{ type: "BODY", add_security_recommendation: true }], { category: "AUTHENTICATION" })
export const actions = template([
  { type: "BODY", text: "Hi" },
  {
    type: "BUTTONS",
    buttons: [
      { type: "QUICK_REPLY", text: "Stop" },
      { type: "URL", text: "Go", url: "https://example.com/{{1}}" },
      { type: "URL", text: "Home", url: "https://example.com" },
      { type: "COPY_CODE", text: "Copy" },
      { type: "PHONE_NUMBER", text: "Call", phone_number: "+15550783881" }
    ]
  }
])
export const link = button("1", "url", text("summer"))
export const coupon = button(3, "copy_code", { type: "coupon_code", coupon_code: "25OFF" })
export const carousel = template([
  { type: "BODY", text: "Hi {{1}}" },
  {
    type: "CAROUSEL",
    cards: ["a", "b"].map((name) => ({
      components: [
        { type: "HEADER", format: "IMAGE" },
        { type: "BODY", text: `${name} for {{1}}` }
      ]
    }))
  }
])
export const card = (card_index: number, ...components: ReadonlyArray<unknown>) => ({ card_index, components })
export const image = { type: "image", image: { link: "https://example.com/a.png" } }
export const offer = template([
  { type: "LIMITED_TIME_OFFER", limited_time_offer: { text: "Ends", has_expiration: true } }
])
