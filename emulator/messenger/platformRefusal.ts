import { Effect } from "effect"
import { GraphError, refusal } from "../graph/GraphError.ts"
import { type Inbox, isInstagramLogin, type Sender } from "./Sender.ts"

/** The platform's answer for a code and, if the code has several answers, a subcode. */
interface KnownRefusal {
  readonly code: number
  readonly subcode?: number
  readonly message: string
  readonly httpStatus?: number
}

/**
 * Texts and statuses as observed on the wire, else as documented (platforms P9, P12). The first entry of a code is its
 * default without a subcode.
 */
const shared: ReadonlyArray<KnownRefusal> = [
  { code: 1, subcode: 99, message: "(#1) An unknown error occurred", httpStatus: 500 },
  { code: 1, subcode: 1357046, message: "(#1) Received Invalid JSON reply.", httpStatus: 500 },
  { code: 4, message: "(#4) Application request limit reached" },
  { code: 4, subcode: 2018022, message: "(#4) Too many send requests to phone numbers" },
  { code: 10, subcode: 2018108, message: "(#10) This person isn't receiving messages from you right now." },
  { code: 10, subcode: 1893063, message: "(#10) The Page is temporarily restricted from sending messages." },
  { code: 100, message: "(#100) Invalid parameter" },
  { code: 100, subcode: 2018001, message: "(#100) No matching user found" },
  { code: 100, subcode: 2018034, message: "(#100) Message cannot be empty, must provide valid attachment or text" },
  { code: 100, subcode: 2018109, message: "(#100) Attachment size exceeds allowable limit" },
  { code: 190, message: "Invalid OAuth access token." },
  {
    code: 190,
    subcode: 458,
    message: "Error validating access token: The user has not authorized the application."
  },
  {
    code: 190,
    subcode: 460,
    message:
      "Error validating access token: The session has been invalidated because the user changed their password or " +
      "Facebook has changed the session for security reasons."
  },
  { code: 190, subcode: 463, message: "Error validating access token: Session has expired." },
  {
    code: 200,
    subcode: 2018028,
    message:
      "(#200) Cannot message users who are not admins, developers or testers of the app until pages_messaging " +
      "permission is reviewed and the app is live."
  },
  { code: 200, subcode: 1545041, message: "(#200) This person isn't receiving messages from you right now." },
  { code: 230, message: "(#230) Requires pages_messaging permission to manage the object" },
  { code: 551, subcode: 1545041, message: "(#551) This person isn't available right now." },
  { code: 613, message: "(#613) Calls to this API have exceeded the rate limit" },
  {
    code: 1200,
    message: "(#1200) Temporary send message failure. Please try again later.",
    httpStatus: 500
  },
  { code: 10900, message: "(#10900) Activity already replied to" },
  { code: 10902, message: "(#10902) This is not a Replyable activity" },
  { code: 10903, message: "(#10903) This user cannot reply to this activity" },
  // Observed with a success status.
  { code: 36000, message: "The image size is too large.", httpStatus: 200 }
]

const policy =
  "Learn more about the new policy here: https://developers.facebook.com/docs/messenger-platform/policy-overview"

/** Texts of one channel, which precede the shared ones. */
const ownRefusals: Readonly<Record<Inbox["channel"], ReadonlyArray<KnownRefusal>>> = {
  messenger: [
    {
      code: 10,
      subcode: 2018278,
      message: `(#10) This message is sent outside of allowed window. ${policy}`,
      httpStatus: 400
    },
    {
      code: 10,
      subcode: 2018065,
      message:
        "(#10) This message is sent outside of allowed window. You need page_messaging_subscriptions permission to " +
        "be able to do it.",
      httpStatus: 400
    },
    ...shared
  ],
  instagram: [
    { code: 10, subcode: 2534022, message: "(#10) This message is sent outside of allowed window." },
    { code: 100, subcode: 2534014, message: "(#100) The requested user cannot be found." },
    ...shared
  ]
}

/**
 * The channel's refusal with the code. Without a subcode it has the usual one. An unknown subcode does not change the
 * text.
 */
export const platformRefusal = (channel: Inbox["channel"], code: number, subcode: number | undefined): GraphError => {
  const texts = ownRefusals[channel].filter((one) => one.code === code)
  const found =
    subcode === undefined
      ? texts[0]
      : (texts.find((one) => one.subcode === subcode) ?? texts.find((one) => one.subcode === undefined))
  return refusal(code, { ...found, subcode: subcode ?? found?.subcode })
}

/** Codes about the login, which have the same text on both channels. */
const aboutLogin: ReadonlySet<number> = new Set([104, 190])

/** The refusal in the form of Instagram's own API: no code in the text, and another type. */
const inInstagramWords = (error: GraphError): GraphError =>
  aboutLogin.has(error.code)
    ? error
    : refusal(error.code, {
        message: error.message.replace(/^\(#\d+\) /, ""),
        httpStatus: error.httpStatus,
        subcode: error.subcode ?? undefined,
        type: "IGApiException"
      })

/** Converts refusals to the form of the sender's API. */
export const inWordsOf =
  (sender: Sender) =>
  <A, E, R>(answering: Effect.Effect<A, E | GraphError, R>): Effect.Effect<A, E | GraphError, R> =>
    isInstagramLogin(sender)
      ? Effect.mapError(answering, (error) => (error instanceof GraphError ? inInstagramWords(error) : error))
      : answering
