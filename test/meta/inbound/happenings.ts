import { Schema } from "effect"
import { fromPerson, metadata } from "./deliveries.ts"

type Json = Schema.Json
type JsonObject = Readonly<Record<string, Json>>

const Name = Schema.Literals(["a", "b"])
/** None of them is the name of an account: that would be the business itself. */
const Person = Schema.Literals(["p", "q"])
const Time = Schema.Literals([1_763_719_999_000, 1_763_719_999_001])
const Personal = Schema.Literals(["page", "instagram"])

const ofPhone = { account: Name }
const ofPersonal = { object: Personal, account: Name }

/** Things that happen, with as little choice in each of them that the same one is drawn again. */
export const Happening = Schema.TaggedUnion({
  PhoneMessage: { ...ofPhone, id: Name, echo: Schema.Boolean },
  PhoneStatus: { ...ofPhone, id: Name, status: Schema.Literals(["sent", "read", "played", "failed"]) },
  PhoneReaction: { ...ofPhone, id: Name },
  PhoneEdit: { ...ofPhone, id: Name },
  PhoneDeletion: { ...ofPhone, about: Name },
  PhoneNotice: { ...ofPhone, id: Name },
  Preference: { ...ofPhone, person: Person, value: Schema.Literals(["stop", "resume"]), at: Time },
  NewIds: { ...ofPhone, person: Person, current: Name, at: Time },
  Message: { ...ofPersonal, id: Name, echo: Schema.Boolean },
  Deletion: { ...ofPersonal, about: Name },
  Edit: { ...ofPersonal, about: Name, number: Schema.Literals([1, 2]), text: Name, at: Time },
  Reaction: { ...ofPersonal, about: Name, person: Person, emoji: Schema.NullOr(Name), at: Time },
  Tap: { ...ofPersonal, person: Person, title: Name, payload: Name, at: Time },
  TapWithId: { ...ofPersonal, id: Name },
  Arrival: { ...ofPersonal, about: Name },
  Arrivals: { ...ofPersonal, person: Person, upTo: Time },
  Reading: { ...ofPersonal, person: Person, upTo: Time },
  Sight: { ...ofPersonal, about: Name },
  OptIn: { ...ofPersonal, person: Person, ref: Name, at: Time },
  Visit: { ...ofPersonal, person: Person, ref: Name, at: Time }
})
export type Happening = typeof Happening.Type

/** Parts of a report that do not affect its identity. */
export const Noise = Schema.Struct({ word: Schema.String, at: Time, asChange: Schema.Boolean, entryTime: Schema.Json })
export type Noise = typeof Noise.Type

const isPersonal = Schema.is(Schema.Struct({ object: Personal }))

const phoneItem = (account: string, list: string, item: JsonObject, { entryTime }: Noise, field = "messages") => ({
  object: "whatsapp_business_account",
  entry: [
    {
      id: "waba",
      time: entryTime,
      changes: [{ field, value: { metadata: { ...metadata, phone_number_id: account }, [list]: [item] } }]
    }
  ]
})

const personalItem = (object: string, account: string, item: JsonObject, { asChange, entryTime }: Noise) => ({
  object,
  entry: [
    asChange
      ? { id: account, time: entryTime, changes: [{ field: "messages", value: item }] }
      : { id: account, time: entryTime, messaging: [item] }
  ]
})

/** The delivery that reports the happening, with some noise. */
export const deliveryOf = (happening: Happening, noise: Noise): Json => {
  const { at, word } = noise
  const seconds = String(Math.floor(at / 1_000))
  const message = (parts: JsonObject): JsonObject => ({ from: "16505551234", timestamp: seconds, word, ...parts })
  const phone = ({ account }: { readonly account: string }, list: string, item: JsonObject, field?: string) =>
    phoneItem(account, list, item, noise, field)
  const { account } = happening
  const personal = (event: JsonObject, person = "someone", time: number = at) =>
    personalItem(
      isPersonal(happening) ? happening.object : "page",
      account,
      { ...fromPerson(account, event), sender: { id: person }, timestamp: time },
      noise
    )
  return Happening.match(happening, {
    PhoneMessage: (of) =>
      of.echo
        ? phone(
            of,
            "message_echoes",
            { ...message({ id: of.id, type: "text" }), to: "16505551234" },
            "smb_message_echoes"
          )
        : phone(of, "messages", message({ id: of.id, type: "text", text: { body: word } })),
    PhoneStatus: (of) => phone(of, "statuses", { id: of.id, status: of.status, timestamp: seconds, word }),
    PhoneReaction: (of) =>
      phone(of, "messages", message({ id: of.id, type: "reaction", reaction: { message_id: "x", emoji: word } })),
    PhoneEdit: (of) =>
      phone(of, "messages", message({ id: of.id, type: "edit", edit: { original_message_id: "x", message: {} } })),
    PhoneDeletion: (of) =>
      phone(of, "messages", message({ id: word, type: "revoke", revoke: { original_message_id: of.about } })),
    PhoneNotice: (of) =>
      phone(
        of,
        "messages",
        message({ id: of.id, type: "system", system: { type: "user_changed_number", wa_id: "1219" } })
      ),
    Preference: (of) =>
      phone(
        of,
        "user_preferences",
        { wa_id: of.person, category: "marketing_messages", value: of.value, timestamp: of.at, detail: word },
        "user_preferences"
      ),
    NewIds: (of) =>
      phone(
        of,
        "user_id_update",
        { wa_id: of.person, user_id: { previous: "x", current: of.current }, timestamp: of.at, detail: word },
        "user_id_update"
      ),
    Message: (of) => personal({ message: { mid: of.id, text: word, is_echo: of.echo } }),
    Deletion: (of) => personal({ message: { mid: of.about, is_deleted: true, word } }),
    Edit: (of) => personal({ message_edit: { mid: of.about, num_edit: of.number, text: of.text, word } }, "x", of.at),
    Reaction: (of) =>
      personal(
        { reaction: { mid: of.about, action: of.emoji === null ? "unreact" : "react", emoji: of.emoji, word } },
        of.person,
        of.at
      ),
    Tap: (of) => personal({ postback: { title: of.title, payload: of.payload, word } }, of.person, of.at),
    TapWithId: (of) => personal({ postback: { mid: of.id, title: word } }),
    Arrival: (of) => personal({ delivery: { mids: [of.about], seq: word } }),
    Arrivals: (of) => personal({ delivery: { watermark: of.upTo, seq: word } }, of.person),
    Reading: (of) => personal({ read: { watermark: String(of.upTo), seq: word } }, of.person),
    Sight: (of) => personal({ read: { mid: of.about, word } }),
    OptIn: (of) => personal({ optin: { ref: of.ref } }, of.person, of.at),
    Visit: (of) => personal({ referral: { ref: of.ref } }, of.person, of.at)
  })
}

/** The identity of an event: everything except whether a message is an echo. */
export const identityOf = (happening: Happening): string =>
  JSON.stringify(
    Object.entries("echo" in happening ? { ...happening, echo: null } : happening).sort(([one], [other]) =>
      one < other ? -1 : 1
    )
  )
