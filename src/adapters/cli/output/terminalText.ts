/** Characters that could control the terminal, break the line or change the writing direction. */
const steering = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** Foreign text on one line, without control characters. */
export const oneLine = (text: string): string => text.replace(steering, " ")
