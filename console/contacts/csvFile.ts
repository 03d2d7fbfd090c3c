import type { ListedContact } from "./contactQueries.ts"

/** A cell that a spreadsheet program would take for a formula. */
const formula = /^[=+\-@\t\r]/

const needsQuotes = /[",\r\n]/

const cellText = (cell: string | number): string => {
  if (typeof cell === "number") return String(cell)
  const harmless = formula.test(cell) ? `'${cell}` : cell
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A row of a CSV file (RFC 4180), in the form of the exports of the service. */
export const csvLine = (row: ReadonlyArray<string | number>): string => `${row.map(cellText).join(",")}\r\n`

/** Columns of an export. An import reads the first five. */
export const contactHeader: ReadonlyArray<string> = [
  "userNumber",
  "userName",
  "email",
  "tags",
  "optedIn",
  "labels",
  "countryCode",
  "channels",
  "isBlocked",
  "lastMessageAt",
  "createdAt",
  "id"
]

/** A contact as a row of an export. Without `+`, a number is no formula. */
export const contactRow = (contact: ListedContact): ReadonlyArray<string> => [
  contact.phone.replace(/^\+/, ""),
  contact.name,
  contact.email ?? "",
  contact.tags.join(";"),
  contact.optedIn ? "true" : contact.optedOut === true ? "false" : "",
  contact.labels.join(";"),
  contact.countryCode,
  [...new Set((contact.channels ?? []).map(({ channel }) => channel))].join(";"),
  String(contact.isBlocked),
  contact.lastMessageAt ?? "",
  contact.createdAt,
  contact.id
]

/** Spreadsheet programs read a file as UTF-8 if it begins with this mark. */
const byteOrderMark = "\uFEFF"

/** Saves a file to the folder of downloads. */
export const saveFile = (name: string, content: ReadonlyArray<string> | Blob): void => {
  const blob =
    content instanceof Blob ? content : new Blob([byteOrderMark, ...content], { type: "text/csv;charset=utf-8" })
  const link = document.createElement("a")
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // The download has begun with the click.
  setTimeout(() => URL.revokeObjectURL(link.href))
}
