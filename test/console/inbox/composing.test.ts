import { assert, describe, it } from "@effect/vitest"
import { afterEach, beforeEach, vi } from "vitest"
import { emojis, foundEmojis } from "../../../console/inbox/writing/emojis.ts"
import { DraftSaver, savePause, type SavedDraft } from "../../../console/inbox/drafts/DraftSaver.ts"
import { replyContents } from "../../../console/inbox/writing/replyContents.ts"
import { foundMembers, mentionsIn, suggestionWord, withReplaced } from "../../../console/inbox/writing/suggestions.ts"
import { voiceType } from "../../../console/inbox/writing/voiceType.ts"
import { shortLeft } from "../../../console/inbox/window/windowState.ts"

describe("suggestions of the composer", () => {
  it("a slash at the start of a word asks for a saved reply, an at sign in a note for a member", () => {
    assert.deepStrictEqual(suggestionWord("Hi /th", 6, "reply"), { kind: "reply", query: "th", start: 3, end: 6 })
    assert.deepStrictEqual(suggestionWord("/", 1, "reply"), { kind: "reply", query: "", start: 0, end: 1 })
    assert.deepStrictEqual(suggestionWord("شكرا /شك", 8, "reply")?.query, "شك")
    assert.isNull(suggestionWord("24/7", 4, "reply"))
    assert.isNull(suggestionWord("https://a", 9, "reply"))
    assert.isNull(suggestionWord("/thanks a lot", 13, "reply"))
    assert.isNull(suggestionWord("/thanks", 0, "reply"))
    assert.isNull(suggestionWord("@ann", 4, "reply"))
    assert.strictEqual(suggestionWord("ask @ann", 8, "note")?.kind, "member")
    assert.isNull(suggestionWord("a@b.example", 11, "note"))
  })

  it("a choice replaces the word only, and the caret is behind it", () => {
    const word = suggestionWord("Hi /th, Ann", 6, "reply")
    assert.isNotNull(word)
    if (word !== null)
      assert.deepStrictEqual(withReplaced("Hi /th, Ann", word, "thanks"), { text: "Hi thanks, Ann", caret: 9 })
  })

  const ann = { id: "1", name: "Ann Lee", email: "ann@example.com" }
  const bob = { id: "2", name: "", email: "bob.ann@example.com" }

  it("members are found by name or address, those that begin with the query first", () => {
    assert.deepStrictEqual(foundMembers([bob, ann], "ann"), [ann, bob])
    assert.deepStrictEqual(foundMembers([bob, ann], "LEE"), [ann])
    assert.deepStrictEqual(foundMembers([bob, ann], "zoe"), [])
  })

  it("a note mentions the chosen members whose name it still has, each once", () => {
    assert.deepStrictEqual(mentionsIn("@Ann Lee and @Ann Lee", [ann, ann, bob]), ["1"])
    assert.deepStrictEqual(mentionsIn("@bob.ann@example.com", [bob]), ["2"])
    assert.deepStrictEqual(mentionsIn("Ann Lee", [ann]), [])
  })
})

describe("emojis of the composer", () => {
  it("emojis are unique, and have words in both languages", () => {
    const all = emojis.flatMap(([, group]) => group)
    assert.isAbove(all.length, 300)
    assert.strictEqual(new Set(all.map(({ emoji }) => emoji)).size, all.length)
    for (const { emoji, words } of all) assert.match(words, /^[a-z ]+\|[\u0600-\u06ff ]+$/, emoji)
  })

  it("emojis are found by the beginnings of words in English and Arabic", () => {
    const found = (query: string) => foundEmojis(query).flatMap(([, group]) => group.map(({ emoji }) => emoji))
    assert.include(found("thum"), "👍")
    assert.deepStrictEqual(found("heart red"), ["❤️"])
    assert.include(found("قهوة"), "☕")
    assert.deepStrictEqual(found("umbs"), [])
  })
})

describe("messages of a reply", () => {
  const file = { mediaId: "m", kind: "document", filename: "a.pdf" } as const

  it("the file of a saved reply has the text as its caption where the channel shows one", () => {
    const upload = { mediaId: "m", name: "a.pdf" }
    const sent = { kind: "document", url: "", upload, filename: "a.pdf" } as const
    assert.deepStrictEqual(replyContents("whatsapp", " Prices ", file), [{ ...sent, caption: "Prices" }])
    assert.deepStrictEqual(replyContents("whatsapp", "x".repeat(1_025), file), [
      { kind: "text", text: "x".repeat(1_025) },
      { ...sent, caption: "" }
    ])
    assert.deepStrictEqual(replyContents("messenger", "Prices", file), [
      { kind: "text", text: "Prices" },
      { ...sent, caption: "" }
    ])
    assert.deepStrictEqual(replyContents("messenger", " ", file), [{ ...sent, caption: "" }])
    assert.deepStrictEqual(replyContents("whatsapp", " ", null), [])
  })

  it("a voice message has a format that both the channel and the browser take", () => {
    const chromium = (type: string) => type === "audio/mp4;codecs=mp4a.40.2" || type === "audio/webm;codecs=opus"
    assert.strictEqual(voiceType("whatsapp", chromium)?.type, "audio/mp4")
    assert.strictEqual(voiceType("whatsapp", () => true)?.type, "audio/ogg")
    assert.strictEqual(voiceType("instagram", () => true)?.type, "audio/mp4")
    assert.isNull(voiceType("whatsapp", (type) => type.includes("webm")))
  })

  it("the remaining window is in days from 48 hours on", () => {
    assert.strictEqual(shortLeft("en", 24 * 3_600_000 - 1), "23h")
    assert.strictEqual(shortLeft("en", 49 * 3_600_000), "2d")
  })
})

describe("saving drafts", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const draft = (text: string): SavedDraft => ({ text, mode: "reply", replyTo: null })

  const given = (fails: (text: string) => boolean = () => false) => {
    const calls: Array<string> = []
    const stored: Array<string> = []
    const saver = new DraftSaver(
      {
        save: async (id, { text }) => {
          await Promise.resolve()
          if (fails(text)) throw new Error("offline")
          calls.push(`${id}: ${text}`)
        },
        remove: async (id) => calls.push(`${id} removed`)
      },
      (id) => stored.push(id)
    )
    return { calls, saver, stored }
  }

  it("a draft is saved once after a pause in typing", async () => {
    const { calls, saver, stored } = given()
    saver.change("c", draft("a"))
    await vi.advanceTimersByTimeAsync(savePause - 1)
    saver.change("c", draft("ab"))
    await vi.advanceTimersByTimeAsync(savePause - 1)
    assert.deepStrictEqual(calls, [])
    await vi.advanceTimersByTimeAsync(1)
    assert.deepStrictEqual([calls, stored], [["c: ab"], ["c"]])
  })

  it("a removal follows the saves before it", async () => {
    const { calls, saver } = given()
    saver.change("c", draft("a"))
    void saver.flush()
    saver.change("c", null)
    saver.change("d", draft("b"))
    await saver.flush()
    assert.deepStrictEqual(calls, ["c: a", "c removed", "d: b"])
  })

  it("a failed save does not count as stored, and does not stop later ones", async () => {
    const { calls, saver, stored } = given((text) => text === "a")
    saver.change("c", draft("a"))
    await saver.flush()
    saver.change("d", draft("b"))
    await saver.flush()
    assert.deepStrictEqual([calls, stored], [["d: b"], ["d"]])
  })
})
