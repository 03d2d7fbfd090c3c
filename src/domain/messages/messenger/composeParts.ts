import { type Array as Arr, Result } from "effect"
import {
  type ButtonType,
  defaultPayload,
  maxButtons,
  maxElementTextLength,
  maxElements,
  maxPayloadLength,
  maxQuickReplies,
  messageTitle,
  type MessengerRules
} from "./MessengerRules.ts"
import type { QuickReply } from "./MessengerContent.ts"
import type { MessengerButton, MessengerElement } from "./MessengerTemplates.ts"
import {
  type ButtonDraft,
  type ElementDraft,
  MessagePartInvalid,
  PartProblem,
  type QuickReplyDraft
} from "./MessengerDraft.ts"
import { isWithin, notBlank } from "../../text/textLimits.ts"

export type Composed<Part> = Result.Result<Part, MessagePartInvalid>
export type Some<Part> = Arr.NonEmptyReadonlyArray<Part>

const { Empty, Malformed, NotOneOf, TooLong, TooMany } = PartProblem.cases

/** Fails with the field's path, such as `buttons[0].title`, and the rule that it breaks. */
export const invalid = (field: string, problem: PartProblem): Result.Result<never, MessagePartInvalid> =>
  Result.fail(new MessagePartInvalid({ field, problem }))

export const needed = <Part>(part: Part | null | undefined, field: string): Composed<Part> =>
  part === null || part === undefined ? invalid(field, Empty.make({})) : Result.succeed(part)

/** A text of at most `limit` code points. */
export const bounded = (text: string, limit: number, field: string): Composed<string> =>
  isWithin(text, { limit, unit: "characters" })
    ? Result.succeed(text)
    : invalid(field, TooLong.make({ limit, unit: "characters" }))

/** A text that may be left out. */
export const maybe = (
  text: string | null | undefined,
  field: string,
  check: (text: string, field: string) => Composed<string>
): Composed<string | null> => {
  const value = notBlank(text)
  return value === null ? Result.succeed(null) : check(value, field)
}

/** A text of a form that the platform demands. */
export const formed =
  (form: RegExp, expected: string) =>
  (text: string, field: string): Composed<string> =>
    form.test(text) ? Result.succeed(text) : invalid(field, Malformed.make({ expected }))

const expectedAddress = "a web address that begins with https:// or http://"

/** A page that people open, or a file that the platform fetches. */
export const webAddress = (text: string, field: string): Composed<string> =>
  /^https?:\/\/\S+$/i.test(text) && URL.canParse(text)
    ? Result.succeed(text)
    : invalid(field, Malformed.make({ expected: expectedAddress }))

const phoneNumber = formed(/^\+\d{5,15}$/, "a phone number with + and the country code, such as +15551234567")
const payloadOf = (text: string | null | undefined, field: string): Composed<string> =>
  Result.flatMap(needed(notBlank(text), field), (payload) => bounded(payload, maxPayloadLength, field))
export const addressOf = (text: string | null | undefined, field: string): Composed<string> =>
  Result.flatMap(needed(notBlank(text), field), (url) => webAddress(url, field))

/** A literal of a fixed set, or the default if it is absent. */
export const oneOf = <Word extends string>(
  supported: ReadonlyArray<Word>,
  given: string | null | undefined,
  field: string,
  unsaid?: Word
): Composed<Word> => {
  const known = given === null || given === undefined ? unsaid : supported.find((word) => word === given)
  return known === undefined ? invalid(field, NotOneOf.make({ supported })) : Result.succeed(known)
}

/** Limits the number of items; the failure points at the first item over the limit. */
export const atMost = (limit: number, { length }: { readonly length: number }, field: string): Composed<void> =>
  length > limit ? invalid(`${field}[${limit}]`, TooMany.make({ limit })) : Result.void

/** All of them, or the first that is wrong. */
export const each = <Draft, Part>(
  [first, ...rest]: Some<Draft>,
  field: string,
  compose: (draft: Draft, field: string) => Composed<Part>
): Composed<Some<Part>> =>
  Result.gen(function* () {
    const parts: Arr.NonEmptyArray<Part> = [yield* compose(first, `${field}[0]`)]
    for (const [index, draft] of rest.entries()) parts.push(yield* compose(draft, `${field}[${index + 1}]`))
    return parts
  })

type Tap = Pick<ButtonDraft, "url" | "payload">

const opens = ({ url }: Tap, field: string) =>
  Result.map(addressOf(url, `${field}.url`), (url) => ({ _tag: "WebUrl", url }) as const)

const postsBack = ({ payload }: Tap, field: string) =>
  Result.map(payloadOf(payload, `${field}.payload`), (payload) => ({ _tag: "Postback", payload }) as const)

const dials = ({ payload }: Tap, field: string) =>
  Result.flatMap(needed(notBlank(payload), `${field}.payload`), (number) =>
    Result.map(phoneNumber(number, `${field}.payload`), (number) => ({ _tag: "PhoneNumber", number }) as const)
  )

/** The effect of a tap, by its type. */
export const taps = { web_url: opens, postback: postsBack, phone_number: dials } as const satisfies Record<
  ButtonType,
  unknown
>

/** The buttons of a message or card, which has to have some. */
export const composeButtons = (
  drafts: Some<ButtonDraft>,
  field: string,
  { buttonTypes }: Pick<MessengerRules, "buttonTypes">
): Composed<Some<MessengerButton>> =>
  Result.gen(function* () {
    yield* atMost(maxButtons, drafts, field)
    return yield* each(drafts, field, (draft, field) =>
      Result.gen(function* () {
        const type = yield* oneOf(buttonTypes, draft.type, `${field}.type`)
        const title = yield* needed(messageTitle(draft.title), `${field}.title`)
        return { title, ...(yield* taps[type](draft, field)) }
      })
    )
  })

/** Buttons that may be left out. */
export const maybeButtons = (
  drafts: ReadonlyArray<ButtonDraft> | null | undefined,
  field: string,
  rules: Pick<MessengerRules, "buttonTypes">
): Composed<ReadonlyArray<MessengerButton>> => {
  const [first, ...others] = drafts ?? []
  return first === undefined ? Result.succeed([]) : composeButtons([first, ...others], field, rules)
}

/** Fails at the first reply that breaks a rule. */
export const composeQuickReplies = (
  drafts: Some<QuickReplyDraft>,
  field: string,
  { quickReplyTypes }: Pick<MessengerRules, "quickReplyTypes">
): Composed<Some<QuickReply>> =>
  Result.gen(function* () {
    yield* atMost(maxQuickReplies, drafts, field)
    return yield* each(drafts, field, (draft, field) =>
      Result.gen(function* () {
        const contentType = yield* oneOf(quickReplyTypes, draft.contentType, `${field}.contentType`, "text")
        const imageUrl = yield* maybe(draft.imageUrl, `${field}.imageUrl`, webAddress)
        if (contentType !== "text") return { contentType, imageUrl }
        const title = yield* needed(messageTitle(draft.title), `${field}.title`)
        const payload = notBlank(draft.payload) ?? defaultPayload(draft.title ?? title)
        return { title, payload: yield* bounded(payload, maxPayloadLength, `${field}.payload`), imageUrl }
      })
    )
  })

/** The address that a tap on the card itself opens. */
const defaultUrlOf = ({ defaultAction }: ElementDraft, field: string): Composed<string | null> =>
  Result.gen(function* () {
    if (defaultAction === null || defaultAction === undefined) return null
    yield* oneOf(["web_url"], defaultAction.type, `${field}.type`, "web_url")
    return yield* addressOf(defaultAction.url, `${field}.url`)
  })

const elementText = (text: string, field: string) => bounded(text, maxElementTextLength, field)

/** The cards of a carousel. */
export const composeElements = (
  drafts: Some<ElementDraft>,
  field: string,
  rules: Pick<MessengerRules, "buttonTypes">
): Composed<Some<MessengerElement>> =>
  Result.gen(function* () {
    yield* atMost(maxElements, drafts, field)
    return yield* each(drafts, field, (draft, field) =>
      Result.gen(function* () {
        const title = yield* needed(notBlank(draft.title), `${field}.title`)
        return {
          title: yield* elementText(title, `${field}.title`),
          subtitle: yield* maybe(draft.subtitle, `${field}.subtitle`, elementText),
          imageUrl: yield* maybe(draft.imageUrl, `${field}.imageUrl`, webAddress),
          defaultUrl: yield* defaultUrlOf(draft, `${field}.defaultAction`),
          buttons: yield* maybeButtons(draft.buttons, `${field}.buttons`, rules)
        }
      })
    )
  })
