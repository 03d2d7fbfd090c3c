import { assert, describe, it } from "@effect/vitest"
import { DateTime, Duration, Schema } from "effect"
import { Channel } from "../../../src/domain/conversation/Channel.ts"
import type { Inbound } from "../../../src/domain/inbound/Inbound.ts"
import {
  humanAgentWindow,
  isInWindow,
  type MessagingWindow,
  neverOpened,
  opensWindow,
  openWindow,
  standardWindow,
  windowEnd
} from "../../../src/domain/conversation/MessagingWindow.ts"
import { PlatformMessageId } from "../../../src/domain/Ids.ts"

const epoch = Date.parse("2026-11-20T12:00:00Z")
/** Around a week and a day on either side. */
const Offset = Schema.Union([
  Schema.Int.check(Schema.isBetween({ minimum: -700_000_000, maximum: 700_000_000 })),
  Schema.Literals([0, 1, 86_399_999, 86_400_000, 86_400_001, 604_799_999, 604_800_000, 604_800_001])
])
const at = (offset: number): DateTime.Utc => DateTime.makeUnsafe(epoch + offset)

const Use = Schema.Struct({
  template: Schema.optionalKey(Schema.Boolean),
  tag: Schema.optionalKey(Schema.NullOr(Schema.Literals(["HUMAN_AGENT", "human_agent", "ACCOUNT_UPDATE", ""])))
})

const openedAt = (offsets: ReadonlyArray<number>): MessagingWindow =>
  offsets.reduce((window, offset) => openWindow(window, at(offset)), neverOpened)

const length = Duration.toMillis

describe("the messaging window", () => {
  it("is a day long, and a week for people of the business", () => {
    assert.deepStrictEqual([length(standardWindow), length(humanAgentWindow)], [86_400_000, 604_800_000])
  })

  it.prop(
    "is open from her doing on, and no longer than its length",
    { channel: Channel, since: Offset, use: Use },
    ({ channel, since, use }) => {
      const isAgents = channel !== "whatsapp" && use.tag?.toUpperCase() === "HUMAN_AGENT"
      const isTemplate = channel === "whatsapp" && use.template === true
      assert.strictEqual(
        isInWindow(channel, openedAt([0]), use, at(since)),
        isTemplate || since < length(isAgents ? humanAgentWindow : standardWindow)
      )
    }
  )

  it.prop(
    "never opened for anything but a template of WhatsApp",
    { channel: Channel, when: Offset, use: Use },
    ({ channel, use, when }) => {
      assert.strictEqual(
        isInWindow(channel, neverOpened, use, at(when)),
        channel === "whatsapp" && use.template === true
      )
      assert.isNull(windowEnd(channel, neverOpened, use))
    }
  )

  it.prop(
    "is told by the latest doing, in whatever order and however often they become known",
    { offsets: Schema.NonEmptyArray(Offset) },
    ({ offsets }) => {
      const latest = { openedAt: at(Math.max(...offsets)) }
      assert.deepStrictEqual(openedAt(offsets), latest)
      assert.deepStrictEqual(openedAt(offsets.toReversed()), latest)
      assert.deepStrictEqual(openedAt([...offsets, ...offsets]), latest)
    }
  )

  it.prop(
    "is never shut by another doing",
    { channel: Channel, offsets: Schema.Array(Offset), more: Offset, when: Offset, use: Use },
    ({ channel, more, offsets, use, when }) => {
      const before = isInWindow(channel, openedAt(offsets), use, at(when))
      assert.isTrue(!before || isInWindow(channel, openedAt([...offsets, more]), use, at(when)))
    }
  )

  it.prop(
    "once over, stays over without another doing",
    { channel: Channel, offsets: Schema.Array(Offset), when: Offset, wait: Offset, use: Use },
    ({ channel, offsets, use, wait, when }) => {
      const window = openedAt(offsets)
      const isOpenLater = isInWindow(channel, window, use, at(when + Math.abs(wait)))
      assert.isTrue(!isOpenLater || isInWindow(channel, window, use, at(when)))
    }
  )

  it.prop(
    "is open for people of the business whenever it is for everything",
    { channel: Channel, offsets: Schema.Array(Offset), when: Offset },
    ({ channel, offsets, when }) => {
      const window = openedAt(offsets)
      const isOpen = isInWindow(channel, window, {}, at(when))
      assert.isTrue(!isOpen || isInWindow(channel, window, { tag: "HUMAN_AGENT" }, at(when)))
    }
  )

  it.prop(
    "ends at the instant that is told",
    { channel: Channel, offsets: Schema.NonEmptyArray(Offset), use: Use },
    ({ channel, offsets, use }) => {
      const plain = { tag: use.tag ?? null }
      const window = openedAt(offsets)
      const end = windowEnd(channel, window, plain)
      assert.isNotNull(end)
      assert.isFalse(isInWindow(channel, window, plain, end))
      assert.isTrue(isInWindow(channel, window, plain, DateTime.subtract(end, { milliseconds: 1 })))
    }
  )
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

describe("what opens the messaging window", () => {
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
  ])("is told of what was reported: %s, %j", (isOpened, item) => {
    assert.strictEqual(opensWindow(item), isOpened)
  })
})
