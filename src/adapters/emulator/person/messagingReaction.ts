import type { Schema } from "effect"

/** The platform's words for reactions that have one; all others are `other`. */
const reactions: Readonly<Record<string, string>> = {
  "😆": "smile",
  "😠": "angry",
  "😢": "sad",
  "😮": "wow",
  "❤": "love",
  "👍": "like",
  "👎": "dislike"
}

/** The part `reaction` about a message; without an emoji the reaction is taken back. */
export const messagingReaction = (mid: string, emoji: string, word: string | undefined): Schema.JsonObject =>
  emoji === ""
    ? { mid, action: "unreact" }
    : { mid, action: "react", emoji, reaction: word ?? reactions[emoji.replace("\ufe0f", "")] ?? "other" }
