import type { DateTime } from "effect"
import type { TemplateDefinition } from "../src/domain/templates/Template.ts"

/** A WhatsApp number that is registered with the emulated platform. */
export interface SeededPhoneNumber {
  /** The phone number id, digits: it stands in the path of sends. */
  readonly id: string
  /** As people read it: `+1 555-078-3881`. A send to it from itself is refused. */
  readonly displayPhoneNumber: string
  readonly wabaId: string
  /** The token that may send from the number and list the templates of its business account. */
  readonly accessToken: string
}

/** A Facebook Page, to which people write with Messenger. */
export interface SeededPage {
  readonly id: string
  readonly name: string
  readonly accessToken: string
}

/** A professional account of Instagram. */
export interface SeededInstagramAccount {
  /** The id of the professional account: `user_id`, and the entry of webhooks. */
  readonly id: string
  /** The id that the account has for one app by Instagram Login: its `id` there. Without it, `id` is both. */
  readonly loginId?: string
  readonly username: string
  /** With a `pageId` one more token of that Page, and mostly the same. */
  readonly accessToken: string
  /**
   * The Page that the account is linked to, and over whose id alone it is reached, as on graph.facebook.com; without it
   * the account is reached by its own id, as on graph.instagram.com.
   */
  readonly pageId?: string
}

/** A conversation of a Page or an Instagram account with a person. */
export interface SeededConversation {
  readonly personId: string
  /** The name, or the username on Instagram; without it one is made of the id. */
  readonly name?: string
  /** Without it, the emulator's start. */
  readonly updatedAt?: DateTime.Utc
  /** When the person last wrote, which opened the messaging window. Without it, she never did. */
  readonly wroteAt?: DateTime.Utc
  readonly unreadCount?: number
}

/**
 * How people who never wrote are treated: `strict`, as on the platform, where only a template of WhatsApp may be sent to
 * them; `lenient`, as if they had just written.
 */
export type WindowMode = "lenient" | "strict"

/** What the emulated platform knows at its start. */
export interface EmulatorSeed {
  readonly phoneNumbers: ReadonlyArray<SeededPhoneNumber>
  readonly pages?: ReadonlyArray<SeededPage>
  readonly instagramAccounts?: ReadonlyArray<SeededInstagramAccount>
  /** Conversations by the id of their Page or Instagram account; in each list the newest first. */
  readonly conversations?: Readonly<Record<string, ReadonlyArray<SeededConversation>>>
  /** Templates by the id of their WhatsApp Business Account. */
  readonly templates: Readonly<Record<string, ReadonlyArray<TemplateDefinition>>>
  /**
   * People whose `wa_id` is not the number that businesses write to, digits to digits: in Brazil, Mexico and Argentina
   * a mobile number has two forms and the platform answers with whichever the person registered. Everybody else's
   * `wa_id` is their number.
   */
  readonly waIds?: Readonly<Record<string, string>>
  /** How people who never wrote are treated. Without it, `strict`. */
  readonly windows?: WindowMode
}
