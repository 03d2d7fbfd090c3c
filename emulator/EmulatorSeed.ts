import type { DateTime } from "effect"
import type { TemplateDefinition } from "../src/domain/templates/Template.ts"

/** A WhatsApp number of the emulated platform. */
export interface SeededPhoneNumber {
  /** The phone number id in digits, which is part of the path of sends. */
  readonly id: string
  /** Display form: `+1 555-078-3881`. A send from the number to itself is refused. */
  readonly displayPhoneNumber: string
  readonly wabaId: string
  /** The token for sends from the number and for the templates of its business account. */
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
  /** The id of the professional account: `user_id`, and the entry id of webhooks. */
  readonly id: string
  /** The app-scoped id of the account by Instagram Login: its `id` there. By default equal to `id`. */
  readonly loginId?: string
  readonly username: string
  /** The token of the account. With a `pageId`, a further token of that Page, usually the same. */
  readonly accessToken: string
  /**
   * The linked Page. The account is then available only under the Page's id, as on graph.facebook.com. Without it, the
   * account has its own id, as on graph.instagram.com.
   */
  readonly pageId?: string
}

/** A conversation of a Page or an Instagram account with a person. */
export interface SeededConversation {
  readonly personId: string
  /** The name, or the username on Instagram; by default derived from the id. */
  readonly name?: string
  /** Defaults to the start of the emulator. */
  readonly updatedAt?: DateTime.Utc
  /** Time of the person's last message, which opened the messaging window. Absent if there was none. */
  readonly wroteAt?: DateTime.Utc
  readonly unreadCount?: number
}

/**
 * The rule for people without a message. With `strict`, as on the platform, only WhatsApp templates can be sent to
 * them. With `lenient`, their window is open.
 */
export type WindowMode = "lenient" | "strict"

/** The initial data of the emulated platform. */
export interface EmulatorSeed {
  readonly phoneNumbers: ReadonlyArray<SeededPhoneNumber>
  readonly pages?: ReadonlyArray<SeededPage>
  readonly instagramAccounts?: ReadonlyArray<SeededInstagramAccount>
  /** Conversations by the id of their Page or Instagram account, newest first. */
  readonly conversations?: Readonly<Record<string, ReadonlyArray<SeededConversation>>>
  /** Templates by the id of their WhatsApp Business Account. */
  readonly templates: Readonly<Record<string, ReadonlyArray<TemplateDefinition>>>
  /**
   * People whose `wa_id` differs from the number that businesses write to, digits to digits. In Brazil, Mexico and
   * Argentina a mobile number has two forms, and the platform answers with the registered one. For other people, the
   * `wa_id` is the number.
   */
  readonly waIds?: Readonly<Record<string, string>>
  /** The rule for people without a message; `strict` by default. */
  readonly windows?: WindowMode
}
