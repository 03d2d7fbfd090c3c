/** Characters that could steer the terminal, break the line or turn the direction of writing. */
const steering = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** Text of others on one line, without characters that steer a terminal. */
export const oneLine = (text: string): string => text.replace(steering, " ")
