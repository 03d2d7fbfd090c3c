/**
 * The body for a request that no endpoint answers: the envelope of the interface its path belongs to, plain elsewhere
 * (contract C42).
 */
export const unansweredBody = (path: string, message: string) => {
  if (path.startsWith("/api/developer/")) return { success: false, message }
  return path.startsWith("/api/whatsapp/") ? { success: false, error: message } : { error: message }
}
