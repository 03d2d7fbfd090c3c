import { truncate } from "../../../src/domain/text/textLimits.ts"
import { Laws } from "../../../testing/laws/Laws.ts"
import { findsDefects } from "./findsDefects.ts"

findsDefects("truncation", Laws.truncation, [
  ["cuts between code points", (text, limit) => Array.from(text).slice(0, limit).join("")],
  ["cuts between code units", (text, limit) => text.slice(0, limit)],
  ["cuts one code unit too late", (text, limit) => text.slice(0, limit + 1)],
  ["keeps the end", (text, limit) => text.slice(Math.max(0, text.length - limit))],
  ["appends an ellipsis", (text, limit) => (text.length > limit ? `${truncate(text, limit)}…` : text)],
  ["keeps too little", (text, limit) => truncate(text, limit - 1)],
  ["composes letters and accents", (text, limit) => truncate(text.normalize("NFC"), limit)],
  ["trims", (text, limit) => truncate(text.trim(), limit)]
])
