/** Says which process a request is from, by its id. */
export const senderHeader = "x-sender"
