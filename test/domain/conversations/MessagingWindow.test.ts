import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration } from "effect"
import type { Inbound } from "../../../src/domain/inbound/Inbound.ts"
import {
  humanAgentWindow,
  isInWindow,
  opensWindow,
  openWindow,
  standardWindow,
  windowEnd
} from "../../../src/domain/conversations/MessagingWindow.ts"
import { PlatformMessageId } from "../../../src/domain/Ids.ts"
import { lawTests } from "../../../testing/laws/Law.ts"
import { Laws } from "../../../testing/laws/Laws.ts"
import { runner } from "../../support/runner.ts"

const epoch = Date.parse("2026-11-20T12:00:00Z")
const at = (offset: number): DateTime.Utc => DateTime.makeUnsafe(epoch + offset)

const length = Duration.toMillis

lawTests(runner, "the messaging window, by its laws", Laws.windows, { isInWindow, openWindow, windowEnd })

describe("the messaging window", () => {
  it("lasts a day, and a week for human agents", () => {
    assert.deepStrictEqual([length(standardWindow), length(humanAgentWindow)], [86_400_000, 604_800_000])
  })
})

const ofAccount = { key: "k", at: at(0), channel: "messenger", accountExternalId: "1" } as const
const person = { ids: [{ kind: "messenger", value: "2" }], name: null, username: null } as const
const platformMessageId = PlatformMessageId.make("m_1")
const said = { type: "text", content: { text: "Hi" }, media: [] }
const message = {
  _tag: "MessageReceived",
  ...ofAccount,
  ...said,
  person,
  echo: false,
  platformMessageId,
  sendId: null,
  replyTo: null,
  referral: null,
  standby: false,
  raw: {}
} as const
const reaction = {
  _tag: "Reacted",
  ...ofAccount,
  person,
  byBusiness: false,
  platformMessageId,
  reaction: "👍"
} as const

describe("opening of the messaging window", () => {
  it.each<readonly [isOpened: boolean, item: Inbound]>([
    [true, message],
    [true, { ...message, standby: true }],
    [true, { ...message, type: "story_mention" }],
    [false, { ...message, echo: true }],
    [true, reaction],
    [false, { ...reaction, byBusiness: true }],
    [false, { ...reaction, reaction: null }],
    [
      true,
      {
        _tag: "PostbackTapped",
        ...ofAccount,
        person,
        title: "Start",
        payload: null,
        platformMessageId: null,
        referral: null,
        standby: false
      }
    ],
    [false, { _tag: "MessageEdited", ...ofAccount, ...said, platformMessageId, editNumber: 1 }],
    [false, { _tag: "MessageDeleted", ...ofAccount, platformMessageId }],
    [false, { _tag: "OptedIn", ...ofAccount, person, optIn: {} }],
    [false, { _tag: "Referred", ...ofAccount, person, referral: {} }],
    [false, { _tag: "ReadUpTo", ...ofAccount, person, upTo: at(0) }]
  ])("depends on the report: %s, %j", (isOpened, item) => {
    assert.strictEqual(opensWindow(item), isOpened)
  })
})
