const isBelow = (base: string, path: string): boolean => path === base || path.startsWith(`${base}/`)

/**
 * The body for a request that no endpoint answers: the envelope of the interface its path belongs to, plain elsewhere
 * (contract C42).
 */
export const unansweredBody = (path: string, message: string) => {
  if (isBelow("/api/developer", path)) return { success: false, message }
  return isBelow("/api/whatsapp", path) ? { success: false, error: message } : { error: message }
}
