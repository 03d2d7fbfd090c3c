import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import type { SeededConversation } from "../../../emulator/EmulatorSeed.ts"
import { account, byLogin, call, emulated, follower, linked, messenger, overPage, page, send } from "../pages.ts"

const hello = { message: { text: "Hello" } }
const kun = { personId: "2711636948859886", name: "Kun Liu" }

const conversationsOf = (own: ReadonlyArray<SeededConversation>) =>
  emulated({ conversations: { [page.id]: own, [linked.id]: [{ personId: follower, name: "000_kaua000" }] } })

const answer = (data: ReadonlyArray<unknown>, paging?: unknown) => ({
  status: 200,
  body: paging === undefined ? { data } : { data, paging }
})
const cursors = (before: string, after: string) => ({ cursors: { before, after } })

describe("the conversations of a Page", () => {
  const updatedAt = DateTime.makeUnsafe("2021-06-08T08:24:57.123Z")
  const people = {
    data: [
      { name: "Kun Liu", email: "2711636948859886@facebook.com", id: "2711636948859886" },
      { name: "MyLife", email: "2121008874780932@facebook.com", id: "2121008874780932" }
    ]
  }

  it.effect("have little that comes without being asked for", () =>
    Effect.gen(function* () {
      const listed = answer(
        [
          {
            id: "t_2711636948859886",
            updated_time: "2021-06-08T08:24:57+0000",
            link: "/2121008874780932/inbox/2711636948859886/"
          }
        ],
        cursors("MAZDZD", "MAZDZD")
      )
      assert.deepStrictEqual(yield* call("GET", `/v23.0/${page.id}/conversations`), listed)
      assert.deepStrictEqual(yield* call("GET", "/me/conversations?platform=MESSENGER&fields="), listed)
    }).pipe(Effect.provide(conversationsOf([{ ...kun, updatedAt }])))
  )

  it.effect("have who takes part, the Page among them, and what is unread", () =>
    Effect.gen(function* () {
      const fields = "id,updated_time,unread_count,participants{id,name}"
      assert.deepStrictEqual(
        yield* call("GET", `/v23.0/${page.id}/conversations?platform=messenger&fields=${fields}`),
        answer(
          [
            {
              id: "t_2711636948859886",
              updated_time: "2021-06-08T08:24:57+0000",
              unread_count: 3,
              participants: people
            }
          ],
          cursors("MAZDZD", "MAZDZD")
        )
      )
    }).pipe(Effect.provide(conversationsOf([{ ...kun, updatedAt, unreadCount: 3 }])))
  )

  it.effect("have the other fields of the real ones, with what was said last", () =>
    Effect.gen(function* () {
      yield* send(messenger, hello)
      const fields =
        "message_count,snippet,can_reply,is_subscribed,senders,former_participants,scoped_thread_key,link,unread_count"
      assert.deepStrictEqual(
        yield* call("GET", `/${page.id}/conversations?fields=${fields}`),
        answer(
          [
            {
              id: "t_2711636948859886",
              link: "/2121008874780932/inbox/2711636948859886/",
              message_count: 2,
              unread_count: 3,
              snippet: "Hello",
              can_reply: true,
              is_subscribed: true,
              senders: people,
              former_participants: { data: [] },
              scoped_thread_key: "t_2711636948859886"
            }
          ],
          cursors("MAZDZD", "MAZDZD")
        )
      )
    }).pipe(Effect.provide(conversationsOf([{ ...kun, unreadCount: 3 }])))
  )

  it.effect("begin with a message to somebody, and the newest comes first", () =>
    Effect.gen(function* () {
      yield* send({ ...messenger, to: "4711" }, hello)
      yield* send({ ...messenger, to: "4712" }, hello)
      yield* TestClock.adjust("2 seconds")
      const action = yield* send({ ...messenger, to: "4711" }, { sender_action: "typing_on" })
      const refused = yield* send({ ...messenger, to: "4711" }, { message: {} })
      assert.deepStrictEqual([action.status, refused.status], [200, 400])
      const fields = "updated_time,message_count"
      const after = (rest: ReadonlyArray<unknown>) => answer(rest, cursors("MAZDZD", "MQZDZD"))
      const older = { id: "t_4712", updated_time: "2026-11-20T12:00:00+0000", message_count: 1 }
      assert.deepStrictEqual(
        yield* call("GET", `/me/conversations?fields=${fields}`),
        after([older, { id: "t_4711", updated_time: "2026-11-20T12:00:00+0000", message_count: 1 }])
      )
      const image = { type: "image", payload: { url: "https://example.com/a.png" } }
      yield* send({ ...messenger, to: "4711" }, { message: { attachment: image } })
      assert.deepStrictEqual(
        yield* call("GET", `/me/conversations?fields=${fields},snippet`),
        after([
          {
            id: "t_4711",
            updated_time: "2026-11-20T12:00:02+0000",
            message_count: 2,
            snippet: "You sent an attachment."
          },
          { ...older, snippet: "Hello" }
        ])
      )
    }).pipe(
      Effect.provide(conversationsOf([])),
      // Before the platform starts: it takes people for such who wrote then.
      (run) => Effect.andThen(TestClock.setTime(Date.parse("2026-11-20T12:00:00.999Z")), run)
    )
  )

  it.effect("have a name for everybody, and can be searched for one person", () =>
    Effect.gen(function* () {
      yield* send({ ...messenger, to: "4711" }, hello)
      yield* send({ ...messenger, to: "4712" }, hello)
      const found = answer(
        [
          {
            id: "t_4711",
            participants: {
              data: [
                { name: "Person 4711", email: "4711@facebook.com", id: "4711" },
                { name: "MyLife", email: "2121008874780932@facebook.com", id: "2121008874780932" }
              ]
            }
          }
        ],
        cursors("MAZDZD", "MAZDZD")
      )
      const query = "platform=messenger&fields=participants&user_id"
      assert.deepStrictEqual(yield* call("GET", `/me/conversations?${query}=4711`), found)
      assert.deepStrictEqual(yield* call("GET", `/me/conversations?${query}=4713`), answer([]))
    }).pipe(Effect.provide(conversationsOf([])))
  )
})

describe("the conversations of an Instagram account", () => {
  const withUs = (username: string, id: string) => (person: { readonly username: string; readonly id: string }) => ({
    data: [{ username, id }, person]
  })

  it.effect("are listed over its Page, without the Page's", () =>
    Effect.gen(function* () {
      yield* send(messenger, hello)
      const participants = withUs("mylife", linked.id)({ username: "000_kaua000", id: follower })
      for (const id of [page.id, "me"]) {
        assert.deepStrictEqual(
          yield* call("GET", `/v23.0/${id}/conversations?platform=instagram&fields=id,updated_time,participants`),
          answer(
            [
              {
                id: "aWdfZAG06MTc4NDE0MDAwMDAwMDAwMDExNjAyNTEwMzAxMDA2MTg4",
                updated_time: "1970-01-01T00:00:00+0000",
                participants
              }
            ],
            cursors("MAZDZD", "MAZDZD")
          )
        )
      }
    }).pipe(Effect.provide(conversationsOf([])))
  )

  it.effect("are listed by its own id and for its token, with a username for everybody", () =>
    Effect.gen(function* () {
      yield* send({ ...byLogin, to: "4711" }, hello)
      const participants = withUs("lima_tests", account.id)({ username: "person_4711", id: "4711" })
      const id = "aWdfZAG06MTc4NDE0NzAzNDgzNDAyMzc0NzEx"
      for (const path of [`/${account.id}/conversations`, "/v23.0/me/conversations"]) {
        assert.deepStrictEqual(
          yield* call("GET", `${path}?platform=instagram&fields=participants`, undefined, account.accessToken),
          answer([{ id, participants }], cursors("MAZDZD", "MAZDZD"))
        )
        assert.deepStrictEqual(
          yield* call("GET", path, undefined, account.accessToken),
          answer(
            [{ id, updated_time: "1970-01-01T00:00:00+0000", link: `/${account.id}/inbox/4711/` }],
            cursors("MAZDZD", "MAZDZD")
          )
        )
      }
    }).pipe(Effect.provide(conversationsOf([])))
  )

  it.effect("grow by messages over the Page to people whom it knows", () =>
    Effect.gen(function* () {
      yield* send(overPage, hello)
      assert.deepStrictEqual(yield* call("GET", "/me/conversations?platform=messenger"), answer([]))
      const { body } = yield* call("GET", "/me/conversations?platform=instagram&fields=id")
      assert.deepStrictEqual(
        body,
        answer([{ id: "aWdfZAG06MTc4NDE0MDAwMDAwMDAwMDExNjAyNTEwMzAxMDA2MTg4" }], cursors("MAZDZD", "MAZDZD")).body
      )
    }).pipe(Effect.provide(conversationsOf([])))
  )
})
