/**
 * Content security policy of the page: files of this service and the listed origins. The page has no inline code, so no
 * directive needs `unsafe-inline` (contract C255).
 */
export const contentSecurityPolicy = (origins: ReadonlyArray<string>): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Message files are fetched with the token and shown as blob URLs.
    "img-src 'self' blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...origins].join(" "),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")

/** The headers of the page. */
export const pageHeaders = (origins: ReadonlyArray<string>): Readonly<Record<string, string>> => ({
  "content-security-policy": contentSecurityPolicy(origins),
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "cache-control": "no-cache"
})

/** The headers of files whose names contain a content hash. Browsers cache them permanently. */
export const assetHeaders: Readonly<Record<string, string>> = {
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "public, max-age=31536000, immutable"
}
