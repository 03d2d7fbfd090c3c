/**
 * The body for a request that no endpoint answers: the envelope of the interface its path belongs to, plain elsewhere
 * (decision 42).
 */
export const unansweredBody = (path: string, message: string) =>
  path.startsWith("/api/developer/") ? { success: false, message } : { error: message }
