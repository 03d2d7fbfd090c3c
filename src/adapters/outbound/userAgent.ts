/** The version of this package; a test holds it to package.json. */
export const version = "0.1.0"

/** How this service names itself to others. */
export const userAgent = `effect-parley/${version}`
