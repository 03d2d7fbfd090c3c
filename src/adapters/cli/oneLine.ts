/** Characters that could steer the terminal, break the line or turn the direction of writing. */
const steering = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** Text that others wrote, so that it stays on its line and does nothing else. */
export const oneLine = (text: string): string => text.replace(steering, " ")
