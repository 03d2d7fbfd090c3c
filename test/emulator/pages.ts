import { Effect } from "effect"
import type { EmulatorSeed } from "../../emulator/EmulatorSeed.ts"
import * as Platform from "./platform.ts"

/** A Page with Messenger, and the Instagram account that is linked to it: one id and one token serve both. */
export const page = { id: "2121008874780932", name: "MyLife", accessToken: "EAApage" }
export const linked = { id: "17841400000000001", username: "mylife", accessToken: "EAApage", pageId: page.id }
/** A person of the linked account, which the platform knows. */
export const follower = "1602510301006188"

/** A Page without Instagram, of somebody else. */
export const otherPage = { id: "3000000000000003", name: "Other", accessToken: "EAAother" }

/** An Instagram account that is reached by Instagram Login. */
export const account = { id: "17841470348340237", username: "lima_tests", accessToken: "IGAAaccount" }

export const seed: EmulatorSeed = {
  ...Platform.seed,
  pages: [page, otherPage],
  instagramAccounts: [linked, account],
  conversations: { [linked.id]: [{ personId: follower, name: "000_kaua000" }] }
}

export const emulated = (options: Partial<EmulatorSeed> = {}) => Platform.emulated({ seed: { ...seed, ...options } })

/** A call with a JSON body and the token in the query, as `messengerClient.ts` makes it. */
export const call = (method: string, path: string, body?: unknown, token = page.accessToken) =>
  Effect.map(
    Platform.request(`${path}${path.includes("?") ? "&" : "?"}access_token=${token}`, {
      method,
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) })
    }),
    Platform.masked
  )

/** Ways to send, with the person whom each writes to. */
export const messenger = { path: `/v23.0/${page.id}/messages`, token: page.accessToken, to: "2711636948859886" }
export const overPage = { ...messenger, to: follower }
export const byLogin = { path: "/v23.0/me/messages", token: account.accessToken, to: "1602510301006199" }

/** A send by one of these ways; `params` beside the recipient. */
export const send = (
  { path, to, token }: { readonly path: string; readonly token: string; readonly to: string },
  params: Readonly<Record<string, unknown>>
) => call("POST", path, { recipient: { id: to }, messaging_type: "UPDATE", ...params }, token)

export const accepted = (to: string, messageId = "m_ID"): Platform.Answer => ({
  status: 200,
  body: { recipient_id: to, message_id: messageId }
})

const subcodeOf = (subcode: number | undefined) => (subcode === undefined ? {} : { error_subcode: subcode })

/** A refusal as graph.facebook.com says it: its text begins with its code, `(#100) …`. */
export const refusedOverPage = (text: string, subcode?: number, status = 400): Platform.Answer =>
  Platform.refused(status, Number(/^\(#(\d+)\)/.exec(text)?.[1]), text, undefined, subcodeOf(subcode))

/** The same as graph.instagram.com says it. */
export const refusedByLogin = (text: string, subcode?: number, status = 400): Platform.Answer =>
  Platform.refused(status, Number(/^\(#(\d+)\)/.exec(text)?.[1]), text.replace(/^\(#\d+\) /, ""), undefined, {
    type: "IGApiException",
    ...subcodeOf(subcode)
  })

const unsupportedText = (method: string, id: string) =>
  `Unsupported ${method} request. Object with ID '${id}' does not exist, cannot be loaded due to missing ` +
  "permissions, or does not support this operation. Please read the Graph API documentation at " +
  "https://developers.facebook.com/docs/graph-api"

/** What is answered for an object that is nobody's, or not the token's. */
export const unsupported = (method: string, id: string, type = "GraphMethodException"): Platform.Answer =>
  Platform.refused(400, 100, unsupportedText(method, id), undefined, { type, error_subcode: 33 })
