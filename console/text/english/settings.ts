/** Texts of the section `settings`. */
export const settings = {
  title: "Settings",
  navigation: "Pages of the settings",
  headings: { account: "Account", workspace: "Organization" },
  pages: {
    team: "Team",
    organization: "Organization",
    channels: "Channels"
  },
  channels: {
    list: "Connected accounts",
    empty: "No connected accounts.",
    emptyHint: "An operator connects one with parley channel connect.",
    name: "Name",
    channel: "Channel",
    account: "Account id",
    health: "Token",
    healths: {
      ok: "Works",
      missing: "Missing",
      reconnect: "Refused by the platform",
      unreadable: "Can't be decrypted"
    },
    connected: "Connected",
    since: "Since"
  },
  members: {
    list: "Members",
    name: "Name",
    email: "E-mail address",
    role: "Role",
    scope: "Conversations",
    scopes: { all: "All", assigned: "Their own and unassigned" },
    states: { joined: "Member", invited: "Invited" },
    state: "State",
    hint: "An operator adds members with parley member add."
  },
  organization: {
    saved: "Settings saved.",
    readReceipts: "Read receipts and typing",
    receipts: { off: "Off", on_read: "When a member reads", on_reply: "When a member replies" },
    receiptsHint:
      "When contacts see that their messages were read. Unless it is off, they also see that a member is typing.",
    stopWords: "Messages can opt contacts out and in",
    optOut: "Words that opt a contact out",
    optIn: "Words that opt a contact in again",
    wordsHint: "One word per line. A message that is one of them counts. Leave both fields empty for the usual words."
  }
}
