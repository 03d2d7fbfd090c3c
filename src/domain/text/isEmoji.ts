/** An emoji of Unicode, also without its variation selector, as some keyboards write it. */
const emoji = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\p{Emoji_Modifier}?)$/v

/** Whether the text is exactly one emoji. */
export const isEmoji = (text: string): boolean => emoji.test(text)
