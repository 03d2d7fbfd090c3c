import { Result, Schema } from "effect"
import type { ConsentState } from "./Consent.ts"
import type { MessageContent } from "../messages/Message.ts"
import { isJsonObject } from "../text/isJsonObject.ts"
import { folded } from "./ContactSearch.ts"

/** Words in each list. */
export const maxStopWords = 100

/** Characters of a word. */
export const maxStopWordLength = 40

/**
 * Words that opt a contact out, and in again, if a message consists of one of them. The payload of a button counts like
 * a text.
 */
export class StopWords extends Schema.Opaque<StopWords>()(
  Schema.Struct({ optOut: Schema.Array(Schema.String), optIn: Schema.Array(Schema.String) })
) {}

/**
 * The words of an organization that gives none of its own. Words that people also use about an order, such as "cancel",
 * are absent. Accents need not be typed, so each word has one spelling here.
 */
const wordsByLanguage: Readonly<Record<string, StopWords>> = {
  english: {
    optOut: ["STOP", "STOPALL", "STOP ALL", "UNSUBSCRIBE", "OPT OUT", "OPTOUT"],
    optIn: ["START", "UNSTOP", "SUBSCRIBE"]
  },
  arabic: { optOut: ["توقف", "إيقاف", "إلغاء الاشتراك"], optIn: ["اشتراك"] },
  chinese: { optOut: ["退订", "取消订阅", "退訂"], optIn: ["订阅", "訂閱"] },
  dutch: { optOut: ["AFMELDEN", "UITSCHRIJVEN"], optIn: ["AANMELDEN"] },
  french: { optOut: ["ARRÊT", "DÉSABONNER", "DÉSINSCRIRE"], optIn: ["DÉBUT", "ABONNER"] },
  german: { optOut: ["STOPP", "ABMELDEN", "ABBESTELLEN"], optIn: ["ANMELDEN"] },
  hebrew: { optOut: ["הסר"], optIn: ["הצטרף"] },
  hindi: { optOut: ["रोकें", "बंद करें"], optIn: ["शुरू करें"] },
  indonesian: { optOut: ["BERHENTI"], optIn: ["MULAI"] },
  italian: { optOut: ["DISISCRIVIMI", "CANCELLAMI"], optIn: ["ISCRIVIMI"] },
  japanese: { optOut: ["配信停止", "停止"], optIn: ["配信再開", "再開"] },
  polish: { optOut: ["WYPISZ"], optIn: ["ZAPISZ"] },
  portuguese: { optOut: ["PARAR", "PARE", "SAIR", "DESCADASTRAR"], optIn: ["VOLTAR", "CADASTRAR"] },
  russian: { optOut: ["СТОП", "ОТПИСАТЬСЯ"], optIn: ["ПОДПИСАТЬСЯ"] },
  spanish: { optOut: ["BAJA", "DAR DE BAJA", "DARME DE BAJA"], optIn: ["ALTA"] },
  turkish: { optOut: ["DUR", "ABONELİKTEN ÇIK"], optIn: ["BAŞLA"] }
}

/** Default words, of all languages. */
export const defaultStopWords: StopWords = {
  optOut: Object.values(wordsByLanguage).flatMap(({ optOut }) => optOut),
  optIn: Object.values(wordsByLanguage).flatMap(({ optIn }) => optIn)
}

const invisible = /\p{Cf}/gu
const punctuation = /^[\p{P}\p{S}\s]$/u
const spaces = /\s+/g

/** The text without punctuation around it. One pattern for this takes quadratic time for many blanks. */
const withoutEdges = (text: string): string => {
  const characters = Array.from(text)
  const first = characters.findIndex((character) => !punctuation.test(character))
  const last = characters.findLastIndex((character) => !punctuation.test(character))
  return first === -1 ? "" : characters.slice(first, last + 1).join("")
}

/** A text as words are compared: without case, accents, and punctuation around it. */
export const asWord = (text: string): string =>
  withoutEdges(folded(text).replaceAll(invisible, "")).replaceAll(spaces, " ")

/** The reason why a list of words is refused. */
export const stopWordRefusals = {
  "too many": `Expected at most ${maxStopWords} words`,
  "too long": `Expected words of at most ${maxStopWordLength} characters`,
  empty: "Expected words with a letter or a digit",
  "in both lists": "Expected words that are not in optOut"
} as const

/** The words cannot be set. */
export class StopWordsRefused extends Schema.TaggedError<StopWordsRefused>()("StopWordsRefused", {
  field: Schema.Literals(["optOut", "optIn"]),
  reason: Schema.Literals(["too many", "too long", "empty", "in both lists"])
}) {}

const checkList = (
  field: StopWordsRefused["field"],
  words: ReadonlyArray<string>
): Result.Result<ReadonlyArray<string>, StopWordsRefused> => {
  const refused = (reason: StopWordsRefused["reason"]) => Result.fail(new StopWordsRefused({ field, reason }))
  if (words.length > maxStopWords) return refused("too many")
  if (words.some((word) => word.length > maxStopWordLength)) return refused("too long")
  if (words.some((word) => asWord(word) === "")) return refused("empty")
  return Result.succeed([...new Map(words.map((word) => [asWord(word), word.trim()])).values()])
}

/** Checks both lists. A word that is written twice is stored once. */
export const checkStopWords = ({ optIn, optOut }: StopWords): Result.Result<StopWords, StopWordsRefused> =>
  Result.gen(function* () {
    const words: StopWords = { optOut: yield* checkList("optOut", optOut), optIn: yield* checkList("optIn", optIn) }
    const out = new Set(words.optOut.map(asWord))
    if (words.optIn.some((word) => out.has(asWord(word)))) {
      return yield* Result.fail(new StopWordsRefused({ field: "optIn", reason: "in both lists" }))
    }
    return words
  })

/** The choice that each word makes, by its compared form. */
export type WordMeanings = ReadonlyMap<string, ConsentState>

/** No word has a meaning. */
export const noMeanings: WordMeanings = new Map()

/** The meanings of the words; none without words. */
export const wordMeanings = (words: StopWords | null): WordMeanings =>
  words === null
    ? noMeanings
    : new Map([
        ...words.optIn.map((word) => [asWord(word), "opted_in"] as const),
        ...words.optOut.map((word) => [asWord(word), "opted_out"] as const)
      ])

/** Longer texts are not compared: with its punctuation, a word has no more characters. */
const maxComparedLength = 2 * maxStopWordLength

/** The choice that the texts of a message make; null if none of them is a word. An opt-out counts before an opt-in. */
export const wordChoice = (meanings: WordMeanings, texts: ReadonlyArray<string>): ConsentState | null => {
  const choices = texts.flatMap((text) => (text.length > maxComparedLength ? [] : (meanings.get(asWord(text)) ?? [])))
  return choices.includes("opted_out") ? "opted_out" : (choices[0] ?? null)
}

const textIn = (part: Schema.Json | undefined, key: string): ReadonlyArray<string> => {
  const value = isJsonObject(part) ? part[key] : undefined
  return typeof value === "string" ? [value] : []
}

/** The texts of a message that may be a word: the text, or the title and the payload of a tapped button. */
const textsOf = (content: MessageContent): ReadonlyArray<string> => [
  ...textIn(content, "text"),
  ...textIn(content, "payload"),
  ...textIn(content["button_reply"], "title"),
  ...textIn(content["button_reply"], "id"),
  ...textIn(content["list_reply"], "title"),
  ...textIn(content["list_reply"], "id"),
  ...textIn(content["quick_reply"], "payload"),
  ...textIn(content["postback"], "payload")
]

/** The choice that a message of a person makes; null if it makes none. A message in a group makes none. */
export const messageChoice = (meanings: WordMeanings, content: MessageContent): ConsentState | null =>
  meanings.size === 0 || content["group_id"] !== undefined ? null : wordChoice(meanings, textsOf(content))
